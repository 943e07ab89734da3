/**
 * The size of each pane in a layout as tmux writes it (tmux layout-custom.c, `layout_append`): `WxH,X,Y,ID` for a pane, `WxH,X,Y{…}` or
 * `WxH,X,Y[…]` for what is divided. By the pane's name.
 */
export function layoutSizes(layout: string): ReadonlyMap<string, {readonly cols: number; readonly rows: number}> {
  const panes = layout.matchAll(/(\d+)x(\d+),\d+,\d+,(\d+)/g);
  return new Map([...panes].map(([, cols, rows, id]) => [`%${id}`, {cols: Number(cols), rows: Number(rows)}]));
}
