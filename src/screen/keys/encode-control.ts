import {CottyError} from '../../core/index.ts';

/** A control character as it is sent, and its name for people. */
export interface ControlKey {
  readonly bytes: Uint8Array;
  /** `Ctrl+C` */
  readonly label: string;
}

/**
 * Encodes Ctrl with a letter or one of `[ \ ] ^ _ @ ?` as its C0 byte (ECMA-48). Case does not matter. Throws
 * `invalid_argument` for anything else.
 */
export function encodeControl(character: string): ControlKey {
  const upper = character.toUpperCase();
  const code = upper.length === 1 ? upper.charCodeAt(0) : -1;
  if (upper === '?') return {bytes: Uint8Array.of(0x7f), label: 'Ctrl+?'};
  if (code >= 0x40 && code <= 0x5f) return {bytes: Uint8Array.of(code & 0x1f), label: `Ctrl+${upper}`};
  throw new CottyError(
    'invalid_argument',
    `There is no control character for ${JSON.stringify(character)}.`,
    'Give one letter, such as "C" for Ctrl+C, or one of [ \\ ] ^ _ @ ?. Other keys go through send_keys.',
  );
}
