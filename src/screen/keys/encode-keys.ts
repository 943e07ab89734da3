import {encodeKey} from './encode-key.ts';
import type {KeyModes} from './key-modes.ts';
import {encodeMouse, parseMouse} from './mouse.ts';
import {keyLabel, parseKey} from './parse-key.ts';

export interface EncodedKeys {
  /**
   * One part as a rule. What follows a lone Escape is the next part: too soon behind it, a program would take the two for Alt and a
   * key, or for a sequence.
   */
  readonly parts: readonly Uint8Array[];
  /** What was sent, one entry per key, in the one spelling we use: `C-c`, `Enter`, `text:hello`, `click:3,10`. */
  readonly sent: readonly string[];
}

/**
 * Encodes named keys, single characters, `text:…` and mouse gestures for a program that has set `modes`. All or nothing:
 * throws `invalid_argument`, with near matches, when one of them is not known or cannot be said in these modes.
 */
export function encodeKeys(keys: readonly string[], modes: KeyModes): EncodedKeys {
  const encoded = keys.map(key => encodeOne(key, modes));
  const parts: Uint8Array[][] = [[]];
  for (const {bytes} of encoded) {
    parts.at(-1)?.push(bytes);
    if (endsInEscape(bytes)) parts.push([]);
  }
  const filled = parts.filter(part => part.length > 0);
  return {parts: filled.map(part => new Uint8Array(Buffer.concat(part))), sent: encoded.map(one => one.sent)};
}

/** The program cannot know yet whether it is an Escape. */
export function endsInEscape(bytes: Uint8Array): boolean {
  return bytes.at(-1) === ESC;
}

const ESC = 0x1b;

function encodeOne(name: string, modes: KeyModes): {bytes: Uint8Array; sent: string} {
  if (/^text:/i.test(name)) return {bytes: Buffer.from(name.slice('text:'.length)), sent: name};
  const mouse = parseMouse(name);
  if (mouse) return {bytes: encodeMouse(mouse, modes), sent: `${mouse.gesture}:${mouse.points.join(',')}`};
  const key = parseKey(name);
  return {bytes: Buffer.from(encodeKey(key, modes)), sent: keyLabel(key)};
}
