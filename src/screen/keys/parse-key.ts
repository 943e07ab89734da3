import {CottyError} from '../../core/index.ts';
import {keyNames, type NamedKey, nearKeyNames} from './key-names.ts';

export interface Modifiers {
  readonly shift: boolean;
  readonly alt: boolean;
  readonly ctrl: boolean;
}

export type Key = Modifiers &
  (
    | {readonly type: 'named'; readonly name: NamedKey}
    /** One user-perceived character. */
    | {readonly type: 'character'; readonly character: string}
  );

/** Reads `Up`, `C-c`, `M-x`, `C-S-Left`, `Ctrl+Alt+Delete`, `^C`, `a`. Throws `invalid_argument` for anything else. */
export function parseKey(name: string): Key {
  let rest = name;
  const modifiers = {shift: false, alt: false, ctrl: false};
  for (let found = MODIFIER.exec(rest); found; found = MODIFIER.exec(rest)) {
    modifiers[MODIFIER_NAMES[found[1]?.toLowerCase() ?? ''] ?? 'ctrl'] = true;
    rest = rest.slice(found[0].length);
  }
  if (isOneCharacter(rest)) return character(rest, modifiers);
  const named = keyNames.get(rest.toLowerCase());
  if (named) return {type: 'named', name: named, ...modifiers};
  if (/^b(?:ack)?tab$/i.test(rest)) return {type: 'named', name: 'Tab', ...modifiers, shift: true};
  throw unknownKey(name, rest);
}

/** `C-M-S-Up`, the one way we write it. */
export function keyLabel(key: Key): string {
  const name = key.type === 'named' ? key.name : key.character;
  return `${key.ctrl ? 'C-' : ''}${key.alt ? 'M-' : ''}${key.shift ? 'S-' : ''}${name}`;
}

/** A prefix counts only with something after it, so that `C--` is Ctrl and minus and `^` is a caret. */
const MODIFIER = /^(?:(c|m|s|a|ctrl|control|meta|alt|option|shift)[-+]|\^)(?=.)/isu;

const MODIFIER_NAMES: Readonly<Record<string, keyof Modifiers>> = {
  c: 'ctrl',
  ctrl: 'ctrl',
  control: 'ctrl',
  m: 'alt',
  meta: 'alt',
  a: 'alt',
  alt: 'alt',
  option: 'alt',
  s: 'shift',
  shift: 'shift',
};

/** With Ctrl or Shift the letter's case says nothing: C-C is C-c. */
function character(text: string, modifiers: Modifiers): Key {
  if (text === ' ') return {type: 'named', name: 'Space', ...modifiers};
  const fold = modifiers.ctrl || modifiers.shift;
  return {type: 'character', character: fold ? text.toLowerCase() : text, ...modifiers};
}

function isOneCharacter(text: string): boolean {
  if (text === '' || /^[\x00-\x1f\x7f-\x9f]$/.test(text)) return false;
  if (text.length === 1) return true;
  return text.length <= 64 && [...new Intl.Segmenter('en', {granularity: 'grapheme'}).segment(text)].length === 1;
}

function unknownKey(name: string, rest: string): CottyError {
  const shown = JSON.stringify(name.length > 60 ? `${name.slice(0, 60)}…` : name);
  const near = nearKeyNames(rest);
  const guess = near.length > 0 ? `Did you mean ${near.join(' or ')}? ` : '';
  return new CottyError(
    'invalid_argument',
    `There is no key called ${shown}.`,
    `${guess}To type text use "text:…". Keys are single characters, Enter Tab Escape Space Backspace Delete Insert Home End ` +
      'PageUp PageDown Up Down Left Right F1 to F24, with C- M- S- in front, as in C-c, M-x, C-S-Up; ' +
      'the mouse is click:ROW,COL.',
  );
}
