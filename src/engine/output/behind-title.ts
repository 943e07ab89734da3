/**
 * What a line has printed in a fish that tells neither by marks of ours nor by its mode for pastes when it begins one (`--no-config`), in bytes that
 * begin with its echo: behind the echo, which it draws in pieces, and anew where it reaches the edge of the screen, it sets the title.
 * Undefined where none is seen there.
 */
export function behindTitle(bytes: Uint8Array): Uint8Array | undefined {
  const found = BEGINNING.exec(latin1(bytes));
  return found ? bytes.subarray(found.index + found[0].length) : undefined;
}

/**
 * The same in fish 4, which says by a mark of its own that the line begins: behind the echo, which it draws twice where it was pasted. Another
 * line than `commandLine` is one of a fish that this line has started; and where rows of something else stand before it a program may have
 * printed both.
 */
export function behindOwnMark(bytes: Uint8Array, commandLine: string): Uint8Array | undefined {
  const text = latin1(bytes);
  const found = OWN_MARK.exec(text);
  if (!found || decoded(found[1] ?? '') !== commandLine.trim()) return undefined;
  const line = latin1(Buffer.from(commandLine));
  const before = text.slice(0, found.index);
  // In the row of the line it may have shown how it would go on; no program prints there.
  const isEcho = !before.includes('\n') || before.split(CONTROLS).every(piece => line.includes(piece.trim()));
  return isEcho ? bytes.subarray(found.index + found[0].length) : undefined;
}

function decoded(url: string): string | undefined {
  try {
    return decodeURIComponent(url).trim();
  } catch {
    // Bytes that are no UTF-8.
    return undefined;
  }
}

function latin1(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
}

const COLOURS = String.raw`(?:\x1b\[[\d;]*m|\x1b\(B)+`;
/** Title and colours, from the first column on. */
const TITLE = String.raw`\x1b\]0;[^\x07\x1b]*\x07${COLOURS}\r`;
/** As fish 3 writes it: the end of the line, and colours as they were. */
const BEGINNING = new RegExp(String.raw`\r\n${COLOURS}${TITLE}`);
/** As fish 4 does, which may leave its modes off and the title behind the mark. */
const OWN_MARK = new RegExp(
  String.raw`\r\n${COLOURS}\x1b\]133;C;cmdline_url=([^\x07\x1b]*)\x07(?:(?:\x1b\[[?>=][\d;]*[a-z]|\x1b>)*${TITLE})?`,
);
/** What stands between the pieces in which a line is drawn. */
const CONTROLS = /(?:\x1b(?:\[[0-?]*[ -/]*[@-~]|\(B|[=>])|[\0-\x1f])+/;
