/** What a stream prints, without the control sequences that stand between: a secret in colours is one. */

export interface PrintedText {
  readonly text: string;
  /** Where each of its characters stands in the stream; `-1` for one that stands for a sequence. Null where nothing was taken out. */
  readonly places: Int32Array | null;
}

/**
 * Colours and switches of modes are nothing; what moves the cursor or clears is the end of a word. The text of a title or another control string is
 * text as well: it is shown elsewhere.
 */
export function printedText(stream: string): PrintedText {
  if (!stream.includes('\x1b')) return {text: stream, places: null};
  const places = new Int32Array(stream.length);
  const parts: string[] = [];
  let length = 0;
  const keep = (from: number, to: number): void => {
    parts.push(stream.slice(from, to));
    for (let at = from; at < to; at++) places[length++] = at;
  };
  const part = (): void => {
    parts.push('\n');
    places[length++] = -1;
  };
  let at = 0;
  for (let start = stream.indexOf('\x1b'); start !== -1; start = stream.indexOf('\x1b', at)) {
    keep(at, start);
    SEQUENCE.lastIndex = start;
    const [sequence = '\x1b'] = SEQUENCE.exec(stream) ?? [];
    // What goes on behind the end is not known to be anything yet.
    const isCut = start + sequence.length === stream.length && UNFINISHED.test(sequence);
    if (!isCut && !STAYS.test(sequence)) part();
    at = start + sequence.length;
  }
  keep(at, stream.length);
  return {text: parts.join(''), places: places.subarray(0, length)};
}

/**
 * A control sequence, the introducer of a control string, or an escape of two characters (ECMA-48, 5.3 to 5.6); also one that is
 * unfinished.
 */
const SEQUENCE = /\x1b(?:\[[\x20-\x3f]{0,200}[\x40-\x7e]?|[\]P_^X](?:\d{1,5};?)?|[\x20-\x2f]{0,4}[\x30-\x7e]?)/y;

const UNFINISHED = /^\x1b(?:\[[\x20-\x3f]*|[\x20-\x2f]*)$/;

/** SGR and modes. */
const STAYS = /^\x1b\[[?>=]?[\d;:]*[mhl]$/;
