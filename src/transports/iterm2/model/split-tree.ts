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
