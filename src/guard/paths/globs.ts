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

/** Whether some text matches both. The work is the product of both lengths. */
export function globsMeet(one: string, two: string): boolean {
  const [first, second] = [unitsOf(one), unitsOf(two)];
  // Row by row from the end: whether what is left of both meets.
  let below: boolean[] = [];
  for (let at = first.length; at >= 0; at--) {
    const row: boolean[] = [];
    for (let other = second.length; other >= 0; other--) {
      const [a, b] = [first[at], second[other]];
      const skipsA = below[other] ?? false;
      const skipsB = row[other + 1] ?? false;
      if (!(a || b)) row[other] = true;
      else if (a?.type === 'star' && (skipsA || (b && swallows(a, b) && skipsB))) row[other] = true;
      else if (b?.type === 'star') row[other] = skipsB || (a !== undefined && swallows(b, a) && skipsA);
      else
        row[other] =
          a !== undefined && b !== undefined && a.type !== 'star' && agree(a, b) && (below[other + 1] ?? false);
    }
    below = row;
  }
  return below[0] ?? false;
}

function unitsOf(glob: string): readonly Unit[] {
  const units: Unit[] = [];
  for (let at = 0, unit = unitAt(glob, at); unit; unit = unitAt(glob, at)) {
    units.push(unit);
    at += unit.length;
  }
  return units;
}

function swallows(star: {readonly isDeep: boolean}, unit: Unit): boolean {
  return star.isDeep || unit.type !== 'one' || unit.character !== '/';
}

function agree(one: Unit, two: Unit): boolean {
  if (one.type === 'one') return fits(two, one.character);
  return two.type !== 'one' || fits(one, two.character);
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
