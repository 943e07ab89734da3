/**
 * What a line has printed in a fish that tells neither by marks nor by its mode for pastes when it begins one (`--no-config`), in bytes that begin with
 * its echo: behind the echo, which it draws in pieces, and anew where it reaches the edge of the screen, it sets the title. Undefined where
 * none is seen there.
 */
export function behindTitle(bytes: Uint8Array): Uint8Array | undefined {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
  const found = BEGINNING.exec(text);
  return found ? bytes.subarray(found.index + found[0].length) : undefined;
}

/** As fish 3 writes it: the end of the line, colours as they were, the title, and once more the colours, from the first column on. */
const BEGINNING = /\r\n(?:\x1b\[[\d;]*m|\x1b\(B)+\x1b\]0;[^\x07\x1b]*\x07(?:\x1b\[[\d;]*m|\x1b\(B)+\r/;
