/**
 * `*` and `?` stay within a name, `**` does not; `[…]` is any one character. Two places that move forward, so that the work is at
 * most the product of both lengths.
 */
export function globMatches(glob: string, text: string): boolean {
  let at = 0;
  let from = 0;
  let star = -1;
  let isDeep = false;
  let retry = 0;
  while (from < text.length) {
    const unit = unitAt(glob, at);
    if (unit?.type === 'star') {
      star = at + unit.length;
      isDeep = unit.isDeep;
      retry = from;
      at = star;
    } else if (unit && fits(unit, text[from] ?? '')) {
      at += unit.length;
      from++;
    } else if (star >= 0 && (isDeep || text[retry] !== '/')) {
      retry++;
      from = retry;
      at = star;
    } else return false;
  }
  for (let unit = unitAt(glob, at); unit; unit = unitAt(glob, at)) {
    if (unit.type !== 'star') return false;
    at += unit.length;
  }
  return true;
}

type Unit =
  | {readonly type: 'star'; readonly length: number; readonly isDeep: boolean}
  | {readonly type: 'any'; readonly length: number}
  | {readonly type: 'one'; readonly length: number; readonly character: string};

function unitAt(glob: string, at: number): Unit | undefined {
  const character = glob[at];
  if (character === undefined) return undefined;
  if (character === '*') {
    const isDeep = glob[at + 1] === '*';
    return {type: 'star', length: isDeep ? 2 : 1, isDeep};
  }
  if (character === '?') return {type: 'any', length: 1};
  if (character === '[') {
    // The first character of a class may be its own closing bracket.
    const end = glob.indexOf(']', at + 2);
    if (end > 0) return {type: 'any', length: end + 1 - at};
  }
  return {type: 'one', length: 1, character};
}

function fits(unit: Unit, character: string): boolean {
  if (unit.type === 'any') return character !== '/';
  return unit.type === 'one' && unit.character === character;
}
