import {CottyError} from '../../core/index.ts';
import {findText} from '../../screen/index.ts';
import {maskedGrid} from '../screen/masked-grid.ts';
import type {Session} from '../session/session.ts';

/** `click:text=Save`, and so with every gesture that has one place. */
const GESTURE = /^(click|rightclick|middleclick|doubleclick|scrollup|scrolldown):text=(.+)$/is;
const MOST_NAMED = 8;

/**
 * Gives gestures on a text the place where it stands now, in the middle of it. Throws `invalid_argument` for a text that is not on the screen,
 * or in several places.
 */
export async function placeClicks(session: Session, keys: readonly string[]): Promise<readonly string[]> {
  if (!keys.some(key => GESTURE.test(key))) return keys;
  const grid = maskedGrid((await session.screen.grid()).grid, session.secrets);
  return keys.map(key => {
    const [, gesture = '', text = ''] = GESTURE.exec(key) ?? [];
    if (text === '') return key;
    const [match, ...others] = findText(grid, text);
    if (!match) throw notThere(text);
    if (others.length > 0) throw ambiguous(gesture, text, [match, ...others]);
    return `${gesture}:${match.row + 1},${match.col + 1 + Math.floor((match.length - 1) / 2)}`;
  });
}

function notThere(text: string): CottyError {
  return new CottyError(
    'invalid_argument',
    `There is no ${JSON.stringify(text)} on the screen.`,
    'read_screen shows what there is; with find it waits until a text is there.',
  );
}

function ambiguous(
  gesture: string,
  text: string,
  matches: readonly {readonly row: number; readonly col: number}[],
): CottyError {
  const places = matches.slice(0, MOST_NAMED).map(({row, col}) => `${gesture}:${row + 1},${col + 1}`);
  return new CottyError(
    'invalid_argument',
    `${JSON.stringify(text)} stands in ${matches.length} places on the screen.`,
    `Write more of it, or one of these: ${places.join(' ')}.`,
  );
}
