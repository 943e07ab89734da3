import type {Locator, Place} from './locator.ts';
import type {Patience} from './patience.ts';
import type {Tui} from './tui.ts';

/** Assertions that wait: they hold as soon as they are true, and fail with the screen when the time is over. */
export interface LocatorAssertions {
  toBeVisible(options?: Patience): Promise<void>;
  /** The words are among those of its style, as in `bold` or `fg=red`. */
  toHaveStyle(words: string, options?: Patience): Promise<void>;
  toHaveCount(count: number, options?: Patience): Promise<void>;
  readonly not: {toBeVisible(options?: Patience): Promise<void>};
}

export interface TuiAssertions {
  /** A text or pattern, wherever and how often it stands. */
  toShow(text: string | RegExp, options?: Patience): Promise<void>;
  toHaveCursorAt(row: number, col: number, options?: Patience): Promise<void>;
  readonly not: {toShow(text: string | RegExp, options?: Patience): Promise<void>};
}

export function expect(subject: Locator): LocatorAssertions;
export function expect(subject: Tui): TuiAssertions;
export function expect(subject: Locator | Tui): LocatorAssertions | TuiAssertions {
  return 'places' in subject ? ofLocator(subject) : ofTui(subject);
}

function ofLocator(locator: Locator): LocatorAssertions {
  return {
    toBeVisible: async options => void (await locator.waitFor(options)),
    toHaveStyle: (words, options) => {
      const wanted = words.split(' ');
      const has = ([place]: readonly Place[]): boolean =>
        place !== undefined && wanted.every(word => place.style.split(' ').includes(word));
      return locator.waitUntil(has, words, options);
    },
    toHaveCount: (count, options) =>
      locator.waitUntil(places => places.length === count, `there ${count} times`, options),
    not: {toBeVisible: options => locator.waitUntilGone(options)},
  };
}

function ofTui(tui: Tui): TuiAssertions {
  return {
    toShow: async (text, options) => void (await tui.getByText(text).first().waitFor(options)),
    toHaveCursorAt: (row, col, options) => tui.waitForCursor(row, col, options),
    not: {toShow: (text, options) => tui.getByText(text).waitUntilGone(options)},
  };
}
