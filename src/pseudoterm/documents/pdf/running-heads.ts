import type {Line} from './lines.ts';

export interface LaidPage {
  readonly number: number;
  readonly height: number;
  readonly lines: readonly Line[];
}

/**
 * Takes away what repeats at the top and bottom of pages: the same words but for numbers, or whatever stands at the same
 * height apart from the text on nearly all pages. Remembers what it saw, so that pages may come in portions.
 */
export class RunningHeads {
  readonly #seen = new Map<string, number>();

  remove(pages: readonly LaidPage[]): LaidPage[] {
    const slots = new Map<string, number>();
    for (const page of pages) {
      for (const key of new Set(edgeLines(page).map(line => patternOf(line, page))))
        this.#seen.set(key, (this.#seen.get(key) ?? 0) + 1);
      for (const slot of detachedLines(page).flatMap(slotsOf)) slots.set(slot, (slots.get(slot) ?? 0) + 1);
    }
    const often = Math.max(3, pages.length * 0.6);
    const enough = pages.length < 4 && this.#seen.size > 0 ? 2 : 3;
    return pages.map(page => {
      const edges = new Set(edgeLines(page).filter(line => (this.#seen.get(patternOf(line, page)) ?? 0) >= enough));
      for (const line of detachedLines(page))
        if (isOwnNumber(line, page) || slotsOf(line).some(slot => (slots.get(slot) ?? 0) >= often)) edges.add(line);
      return edges.size === 0 ? page : {...page, lines: page.lines.filter(line => !edges.has(line))};
    });
  }
}

/** `7`, `- 7 -`, `Page 7 of 9`. */
function isOwnNumber({text}: Line, {number}: LaidPage): boolean {
  const around = '[^\\p{L}\\p{N}]*';
  return new RegExp(`^${around}(\\p{L}+ )?${number}( ?(of|von|de|/) ?\\d+)?${around}$`, 'iu').test(text);
}

/** The two uppermost and lowermost lines, if they stand in the outer eighth of the page. */
function edgeLines(page: LaidPage): Line[] {
  const {lines, height} = page;
  const outer = (line: Line): boolean => line.y > height * 0.875 || line.y < height * 0.125;
  return [...new Set([...lines.slice(0, 2), ...lines.slice(-2)])].filter(outer);
}

/** The first or last line when it is further from its neighbour than lines of text are. */
function detachedLines(page: LaidPage): Line[] {
  const {lines} = page;
  const [first, second] = lines;
  const last = lines.at(-1);
  const beforeLast = lines.at(-2);
  const found: Line[] = [];
  if (first && second && first.y > page.height * 0.875 && first.y - second.y > first.size * 1.8) found.push(first);
  if (last && beforeLast && last.y < page.height * 0.125 && beforeLast.y - last.y > last.size * 1.8) found.push(last);
  return found;
}

function patternOf(line: Line, page: LaidPage): string {
  const words = line.text
    .trim()
    .toLowerCase()
    .replaceAll(/\d+|\b[ivxlc]+\b/g, '#')
    .replaceAll(/\s+/g, ' ');
  return `${line.y > page.height / 2 ? 'top' : 'bottom'} ${words}`;
}

/** Two grids of eight points, half a step apart, so that no height lies at the edge of both. */
function slotsOf(line: Line): string[] {
  return [`a${Math.floor(line.y / 8)}`, `b${Math.floor(line.y / 8 + 0.5)}`];
}
