/**
 * A pattern of names: `*` and `?` stay within a name, `**` does not; `[…]` is any one character. It is read once and can be held against many
 * texts, of which the first characters tell most apart.
 */
export class Glob {
  readonly #units: readonly Unit[];
  /** What every text that it fits begins with. */
  readonly #start: string;

  constructor(text: string) {
    this.#units = unitsOf(text);
    const place = this.#units.findIndex(({type}) => type !== 'one');
    this.#start = place < 0 ? text : text.slice(0, place);
  }

  /** Two places that move forward, so that the work is at most the product of both lengths. */
  matches(text: string): boolean {
    if (!text.startsWith(this.#start)) return false;
    const units = this.#units;
    let at = this.#start.length;
    let from = at;
    let star = -1;
    let isDeep = false;
    let retry = 0;
    while (from < text.length) {
      const unit = units[at];
      if (unit?.type === 'star') {
        star = ++at;
        isDeep = unit.isDeep;
        retry = from;
      } else if (unit && fits(unit, text[from] ?? '')) {
        at++;
        from++;
      } else if (star >= 0 && (isDeep || text[retry] !== '/')) {
        from = ++retry;
        at = star;
      } else return false;
    }
    while (units[at]?.type === 'star') at++;
    return at === units.length;
  }

  /** Whether some text fits both. The work is the product of both lengths. */
  meets(other: Glob): boolean {
    const shared = Math.min(this.#start.length, other.#start.length);
    if (this.#start.slice(0, shared) !== other.#start.slice(0, shared)) return false;
    const [first, second] = [this.#units, other.#units];
    // Row by row from the end: whether what is left of both meets.
    let below: boolean[] = [];
    for (let at = first.length; at >= shared; at--) {
      const row: boolean[] = [];
      for (let place = second.length; place >= shared; place--) {
        const [a, b] = [first[at], second[place]];
        const skipsA = below[place] ?? false;
        const skipsB = row[place + 1] ?? false;
        if (!(a || b)) row[place] = true;
        else if (a?.type === 'star' && (skipsA || (b && swallows(a, b) && skipsB))) row[place] = true;
        else if (b?.type === 'star') row[place] = skipsB || (a !== undefined && swallows(b, a) && skipsA);
        else
          row[place] =
            a !== undefined && b !== undefined && a.type !== 'star' && agree(a, b) && (below[place + 1] ?? false);
      }
      below = row;
    }
    return below[shared] ?? false;
  }
}

function unitsOf(glob: string): readonly Unit[] {
  const units: Unit[] = [];
  for (let at = 0; at < glob.length; ) {
    const character = glob[at] ?? '';
    // The first character of a class may be its own closing bracket.
    const end = character === '[' ? glob.indexOf(']', at + 2) : -1;
    if (character === '*') {
      const isDeep = glob[at + 1] === '*';
      units.push(isDeep ? DEEP : STAR);
      at += isDeep ? 2 : 1;
    } else if (character === '?' || end > 0) {
      units.push(ANY);
      at = Math.max(at, end) + 1;
    } else {
      units.push({type: 'one', character});
      at++;
    }
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
  | {readonly type: 'star'; readonly isDeep: boolean}
  | {readonly type: 'any'}
  | {readonly type: 'one'; readonly character: string};

const STAR: Unit = {type: 'star', isDeep: false};
const DEEP: Unit = {type: 'star', isDeep: true};
const ANY: Unit = {type: 'any'};

function fits(unit: Unit, character: string): boolean {
  if (unit.type === 'any') return character !== '/';
  return unit.type === 'one' && unit.character === character;
}
