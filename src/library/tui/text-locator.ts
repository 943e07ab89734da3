import {type Session, sendKeys} from '../../engine/index.ts';
import {findText, type ScreenGrid, styleWords} from '../../screen/index.ts';
import type {Locator, Place} from './locator.ts';
import type {Patience} from './patience.ts';
import {until} from './screen-watch.ts';

interface Target {
  readonly session: Session;
  readonly text: string | RegExp;
  /** Which of the places is meant; undefined is the only one there is. */
  readonly index?: number | undefined;
  readonly timeoutMs: number;
}

export class TextLocator implements Locator {
  readonly #target: Target;

  constructor(target: Target) {
    this.#target = target;
  }

  get name(): string {
    const {text, index} = this.#target;
    const what = typeof text === 'string' ? JSON.stringify(text) : String(text);
    return index === undefined ? what : `${what} number ${index}`;
  }

  first(): Locator {
    return this.nth(0);
  }

  nth(index: number): Locator {
    return new TextLocator({...this.#target, index});
  }

  async places(): Promise<readonly Place[]> {
    const {session, text, index} = this.#target;
    const {grid} = await session.screen.grid();
    const all = placesOf(grid, text);
    return index === undefined ? all : all.slice(index, index + 1);
  }

  waitFor({timeoutMs = this.#target.timeoutMs}: Patience = {}): Promise<Place> {
    let count = 0;
    const look = async (): Promise<Place | undefined> => {
      const places = await this.places();
      count = places.length;
      return count === 1 ? places[0] : undefined;
    };
    const complaint = (): string =>
      count > 1
        ? `${this.name} stands in ${count} places (choose one with first() or nth())`
        : `${this.name} was not there`;
    return until(this.#target.session, look, {timeoutMs, complaint});
  }

  async waitUntil(
    holds: (places: readonly Place[]) => boolean,
    what: string,
    {timeoutMs = this.#target.timeoutMs}: Patience = {},
  ): Promise<void> {
    let last: readonly Place[] = [];
    const look = async (): Promise<true | undefined> => {
      last = await this.places();
      return holds(last) || undefined;
    };
    const complaint = (): string => `${this.name} was not ${what} (${listed(last)})`;
    await until(this.#target.session, look, {timeoutMs, complaint});
  }

  waitUntilGone(options?: Patience): Promise<void> {
    return this.waitUntil(places => places.length === 0, 'gone', options);
  }

  async click(options: Patience = {}): Promise<void> {
    const {row, col, length} = await this.waitFor(options);
    const key = `click:${row + 1},${col + 1 + Math.floor((length - 1) / 2)}`;
    const signal = AbortSignal.timeout(options.timeoutMs ?? this.#target.timeoutMs);
    await sendKeys(this.#target.session, [key], {by: {type: 'agent', name: 'test'}, signal});
  }
}

function listed(places: readonly Place[]): string {
  if (places.length === 0) return 'it was not there';
  return `it was at ${places.map(({row, col, style}) => `${row},${col}${style && ` in ${style}`}`).join('; ')}`;
}

/** In the order of reading. */
function placesOf(grid: ScreenGrid, text: string | RegExp): Place[] {
  if (typeof text === 'string')
    return findText(grid, text).map(({style, ...match}) => ({...match, text, style: styleWords(style)}));
  const pattern = new RegExp(text.source, text.flags.includes('g') ? text.flags : `${text.flags}g`);
  return Array.from({length: grid.rows}, (_, row) => {
    const found = [...rowText(grid, row).matchAll(pattern)].map(([match]) => match).filter(match => match !== '');
    return [...new Set(found)].flatMap(match => placesOf(grid, match).filter(place => place.row === row));
  })
    .flat()
    .toSorted((a, b) => a.row - b.row || a.col - b.col);
}

function rowText({texts, widths, cols}: ScreenGrid, row: number): string {
  const cells = Array.from({length: cols}, (_, col) =>
    widths[row * cols + col] === 0 ? '' : texts[row * cols + col] || ' ',
  );
  return cells.join('').trimEnd();
}
