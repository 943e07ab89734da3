import type {EventOf} from '../../../core/index.ts';
import {KeystrokeNotification_Action, Modifiers, type NotificationInit} from '../../../iterm2-api/index.ts';

type Keystroke = Omit<NonNullable<NotificationInit['keystrokeNotification']>, '$typeName'>;

/**
 * Keys that a person has pressed, read back from the bytes they became. What is typed while the terminal does not echo is not among
 * them, as the log does not have it. The key codes are those of a Mac's keyboard, for keys that have no character.
 */
export function keystrokes({by, kind, bytes}: EventOf<'input'>): readonly Keystroke[] {
  if (by.type !== 'person' || kind !== 'typed' || bytes === null) return [];
  const text = Buffer.from(bytes).toString('utf8');
  return [...text.matchAll(KEYS)].map(([key]) => keystroke(key));
}

/** CSI and SS3 sequences, ESC before a key (Option), single characters. */
const KEYS = /\x1b\[[0-9;]*[A-Za-z~]|\x1bO[A-Z]|\x1b?[^\x1b]|\x1b/gu;

function keystroke(key: string): Keystroke {
  const action = KeystrokeNotification_Action.KEY_DOWN;
  const [, special] = /^\x1b[[O](?:1;\d)?([A-DHF])$/.exec(key) ?? [];
  const code = SPECIAL[special ?? ''];
  if (code !== undefined) {
    const characters = String.fromCodePoint(code.character);
    const modifiers = [Modifiers.FUNCTION, Modifiers.NUMPAD];
    return {action, characters, charactersIgnoringModifiers: characters, modifiers, keyCode: code.keyCode};
  }
  const hasOption = key.length > 1 && key.startsWith('\x1b');
  const character = hasOption ? key.slice(1) : key;
  const controlled = CONTROL.get(character);
  const modifiers = [
    ...(controlled === undefined ? [] : [Modifiers.CONTROL]),
    ...(hasOption ? [Modifiers.OPTION] : []),
    ...(/^\p{Lu}$/u.test(character) ? [Modifiers.SHIFT] : []),
  ];
  return {
    action,
    characters: character,
    charactersIgnoringModifiers: controlled ?? character,
    modifiers,
    keyCode: KEY_CODES[character] ?? 0,
  };
}

/** NSUpArrowFunctionKey and its like, with the virtual key codes of a Mac. */
const SPECIAL: Readonly<Record<string, {character: number; keyCode: number}>> = {
  A: {character: 0xf700, keyCode: 126},
  B: {character: 0xf701, keyCode: 125},
  C: {character: 0xf703, keyCode: 124},
  D: {character: 0xf702, keyCode: 123},
  H: {character: 0xf729, keyCode: 115},
  F: {character: 0xf72b, keyCode: 119},
};

const KEY_CODES: Readonly<Record<string, number>> = {'\r': 36, '\t': 48, ' ': 49, '\x7f': 51, '\x1b': 53};

/** ^A to ^Z, but for the keys that send one of them by themselves. */
const CONTROL: ReadonlyMap<string, string> = new Map(
  Array.from(
    {length: 26},
    (_, index) => [String.fromCharCode(index + 1), String.fromCharCode(index + 97)] as const,
  ).filter(([control]) => control !== '\r' && control !== '\t'),
);
