import {CottyError} from '../../core/index.ts';

/**
 * Encodes text as a paste. Bracketed (DECSET 2004): framed by `CSI 200~` and `CSI 201~`, line ends as LF. Otherwise line
 * ends become CR, as Enter would be. In both forms nothing in the text can end the paste, act as a key or raise a signal:
 * paste markers are removed, other control characters become their visible pictures (U+2400 block). Throws
 * `invalid_argument` when the text holds a NUL.
 */
export function encodePaste(text: string, {bracketed}: {readonly bracketed: boolean}): Uint8Array {
  if (text.includes('\0')) {
    throw new CottyError(
      'invalid_argument',
      'The text holds a NUL character, which a terminal cannot paste.',
      'Remove it, or write the data to a file and name the file instead.',
    );
  }
  const lines = withoutMarkers(text).replace(/\r\n?/g, '\n').replace(CONTROL, picture);
  const body = bracketed ? `\x1b[200~${lines}\x1b[201~` : lines.replaceAll('\n', '\r');
  return new TextEncoder().encode(body);
}

const MARKER = /(?:\x1b\[|\x9b)20[01]~/;
/** C0 without tab and line feed, DEL, C1. */
const CONTROL = /[\x01-\x08\x0b-\x1f\x7f-\x9f]/g;

/**
 * Removes paste markers, also those that only come to be when others go. One pass over a stack, so that nesting costs
 * nothing: a marker always ends in `~`, and what it was made of is on top.
 */
function withoutMarkers(text: string): string {
  if (!MARKER.test(text)) return text;
  const kept: string[] = [];
  for (const character of text) {
    kept.push(character);
    if (character !== '~') continue;
    const found = /(?:\x1b\[|\x9b)20[01]~$/.exec(kept.slice(-6).join(''));
    if (found) kept.length -= found[0].length;
  }
  return kept.join('');
}

function picture(control: string): string {
  const code = control.charCodeAt(0);
  if (code < 0x20) return String.fromCharCode(0x2400 + code);
  return code === 0x7f ? '\u2421' : '\ufffd';
}
