/** The pieces of RTF (specification 1.9.1): groups, control words, bytes of text. */
export type RtfToken =
  | {readonly type: 'open'}
  | {readonly type: 'close'}
  | {readonly type: 'word'; readonly name: string; readonly value: number | undefined}
  /** A byte in the code page of the present font. */
  | {readonly type: 'byte'; readonly value: number};

/** Binary data after `\bin` is passed over. */
export function* rtfTokens(bytes: Uint8Array): Generator<RtfToken, void, undefined> {
  for (let at = 0; at < bytes.byteLength; ) {
    const byte = bytes[at++] ?? 0;
    if (byte === openBrace) yield {type: 'open'};
    else if (byte === closeBrace) yield {type: 'close'};
    else if (byte === backslash) {
      const [token, next] = control(bytes, at);
      at = next;
      if (token.type === 'word' && token.name === 'bin') at += Math.max(0, token.value ?? 0);
      else yield token;
    } else if (byte >= 32 || byte === 9) yield {type: 'byte', value: byte};
  }
}

const openBrace = 0x7b;
const closeBrace = 0x7d;
const backslash = 0x5c;

function control(bytes: Uint8Array, start: number): [RtfToken, number] {
  const first = bytes[start] ?? 0;
  if (first === 0x27) {
    const value = Number.parseInt(String.fromCharCode(bytes[start + 1] ?? 48, bytes[start + 2] ?? 48), 16);
    return [{type: 'byte', value: Number.isNaN(value) ? 63 : value}, start + 3];
  }
  if (!isLetter(first)) return [symbol(first), start + 1];
  let at = start;
  while (isLetter(bytes[at] ?? 0) && at - start < longestWord) at++;
  const name = text(bytes, start, at);
  const numberStart = at;
  if (bytes[at] === 0x2d) at++;
  while (isDigit(bytes[at] ?? 0) && at - numberStart < longestWord) at++;
  const value = at > numberStart ? Number(text(bytes, numberStart, at)) : undefined;
  if (bytes[at] === 0x20) at++;
  return [{type: 'word', name, value: value !== undefined && Number.isNaN(value) ? undefined : value}, at];
}

/** Symbols mean a character, or are words of one sign. */
function symbol(code: number): RtfToken {
  if (code === backslash || code === openBrace || code === closeBrace) return {type: 'byte', value: code};
  if (code === 10 || code === 13) return {type: 'word', name: 'par', value: undefined};
  return {type: 'word', name: String.fromCharCode(code), value: undefined};
}

const longestWord = 32;

function isLetter(code: number): boolean {
  return (code >= 97 && code <= 122) || (code >= 65 && code <= 90);
}

function isDigit(code: number): boolean {
  return code >= 48 && code <= 57;
}

function text(bytes: Uint8Array, start: number, end: number): string {
  return String.fromCharCode(...bytes.subarray(start, end));
}
