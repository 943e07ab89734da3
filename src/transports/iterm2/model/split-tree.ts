/** How the sessions of a tab stand: plain data, changed by making another tree. The root is always a split. */
export interface Split {
  /** The children stand side by side. */
  readonly vertical: boolean;
  readonly children: readonly SplitChild[];
}

/** A session's id, or a split of its own. */
export type SplitChild = string | Split;

/** All sessions, in the order in which they stand. */
export function sessionsIn(child: SplitChild): readonly string[] {
  return typeof child === 'string' ? [child] : child.children.flatMap(sessionsIn);
}

/** `session` is put beside `origin`, on the side that is asked for. */
export function divide(
  root: Split,
  origin: string,
  {session, vertical, before}: {readonly session: string; readonly vertical: boolean; readonly before: boolean},
): Split {
  const pair = before ? [session, origin] : [origin, session];
  const children = root.children.flatMap((child): readonly SplitChild[] => {
    if (child === origin)
      return root.vertical === vertical || root.children.length === 1 ? pair : [{vertical, children: pair}];
    return [typeof child === 'string' ? child : divide(child, origin, {session, vertical, before})];
  });
  const isTurned = root.children.length === 1 && root.children[0] === origin;
  return {vertical: isTurned ? vertical : root.vertical, children};
}

/** The tree without that session; null when nothing is left. */
export function without(root: Split, session: string): Split | null {
  const children = root.children.flatMap((child): readonly SplitChild[] => {
    if (child === session) return [];
    if (typeof child === 'string') return [child];
    const rest = without(child, session);
    if (rest === null) return [];
    // One that is left alone needs no split around it.
    return rest.children.length === 1 ? rest.children : [rest];
  });
  const [only] = children;
  if (only === undefined) return null;
  return children.length === 1 && typeof only !== 'string' ? only : {vertical: root.vertical, children};
}

export type Direction = 'left' | 'right' | 'above' | 'below';

export function isDirection(value: unknown): value is Direction {
  return value === 'left' || value === 'right' || value === 'above' || value === 'below';
}

/** The session that stands next to that one, on that side of it; undefined at the edge. Of several the first along the common edge. */
export function neighbour(root: Split, session: string, direction: Direction): string | undefined {
  const path = pathTo(root, session);
  const wantsRow = direction === 'left' || direction === 'right';
  const step = direction === 'left' || direction === 'above' ? -1 : 1;
  // From the inside out: the first split in that direction that goes on behind the session.
  for (const {split, at} of path.toReversed()) {
    const next = split.vertical === wantsRow ? split.children[at + step] : undefined;
    if (next !== undefined) return nearest(next, wantsRow, step);
  }
  return undefined;
}

/** The splits around a session from the outside in, and which of their children it is in. */
function pathTo(split: Split, session: string): readonly {readonly split: Split; readonly at: number}[] {
  for (const [at, child] of split.children.entries()) {
    if (child === session) return [{split, at}];
    const inside = typeof child === 'string' ? [] : pathTo(child, session);
    if (inside.length > 0) return [{split, at}, ...inside];
  }
  return [];
}

/** The session that is met first by who comes from that side. */
function nearest(child: SplitChild, wantsRow: boolean, step: number): string | undefined {
  if (typeof child === 'string') return child;
  const comesFromBehind = child.vertical === wantsRow && step < 0;
  const first = comesFromBehind ? child.children.at(-1) : child.children[0];
  return first === undefined ? undefined : nearest(first, wantsRow, step);
}
