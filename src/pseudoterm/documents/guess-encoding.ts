/** The encoding in which nearly all double bytes are among the common characters of its language. */
export function eastAsianEncoding(bytes: Uint8Array): string | undefined {
  const head = bytes.subarray(0, 64 * 1024);
  const scored = commonRows.map(({encoding, first, last}) => {
    const text = new TextDecoder(encoding).decode(head);
    return {encoding, ...scoreOf(text, commonCharacters(encoding, first, last))};
  });
  // The same bytes may be common in several languages; a few of them say nothing.
  const isLong = scored.some(({beyond}) => beyond >= 12);
  const hasKana = scored.some(({encoding, kana}) => encoding === 'euc-jp' && kana > 0.1);
  const possible = scored.filter(({encoding}) => {
    if (encoding === 'euc-jp') return hasKana;
    return encoding !== 'euc-kr' || (isLong && !hasKana);
  });
  const best = possible.reduce((a, b) => (b.score > a.score ? b : a));
  return best.score > 0.85 ? best.encoding : undefined;
}

/**
 * Lead bytes of the rows with the common characters; of equal scores the first one wins. The Korean rows are a part of the
 * Chinese ones, and Japanese kana stand at the same places in both.
 */
const commonRows = [
  {encoding: 'euc-jp', first: 0xb0, last: 0xcf},
  {encoding: 'euc-kr', first: 0xb0, last: 0xc8},
  {encoding: 'gb18030', first: 0xb0, last: 0xd7},
  {encoding: 'shift_jis', first: 0x88, last: 0x97},
  {encoding: 'big5', first: 0xa4, last: 0xc6},
] as const;

function commonCharacters(encoding: string, first: number, last: number): Set<string> {
  const pairs: number[] = [];
  const lowest = encoding === 'shift_jis' || encoding === 'big5' ? 0x40 : 0xa1;
  for (let lead = first; lead <= last; lead++)
    for (let trail = lowest; trail <= 0xfe; trail++) if (trail !== 0x7f) pairs.push(lead, trail);
  const common = new Set(new TextDecoder(encoding).decode(Uint8Array.from(pairs)));
  common.delete('\ufffd');
  return common;
}

/** Full-width signs and kana are common in all of them. */
function scoreOf(text: string, common: ReadonlySet<string>): {score: number; kana: number; beyond: number} {
  let beyond = 0;
  let found = 0;
  let kana = 0;
  for (const character of text) {
    if (character < '\u0080') continue;
    beyond++;
    if (/[\u3040-\u30ff]/.test(character)) kana++;
    if (common.has(character) || /[\u3000-\u30ff\uff01-\uff5e“”‘’—…·]/.test(character)) found++;
  }
  return {score: beyond === 0 ? 0 : found / beyond, kana: beyond === 0 ? 0 : kana / beyond, beyond};
}

/**
 * The encoding in which most of the bytes above ASCII are letters that are frequent in Slavic languages. They must be most
 * of all letters too: accents of French would be such letters, but stand among Latin ones.
 */
export function cyrillicEncoding(bytes: Uint8Array): string | undefined {
  const head = bytes.subarray(0, 64 * 1024);
  const high = head.filter(byte => byte >= 0x80).length;
  const latin = head.filter(byte => (byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x7a).length;
  if (high < 8 || high < latin) return undefined;
  const scored = ['windows-1251', 'koi8-r', 'ibm866', 'iso-8859-5'].map(encoding => {
    const letters = Array.from(new TextDecoder(encoding).decode(head)).filter(character => character >= '\u0080');
    const frequent = letters.filter(letter => FREQUENT.has(letter)).length;
    return {encoding, score: frequent / letters.length};
  });
  const best = scored.reduce((a, b) => (b.score > a.score ? b : a));
  return best.score > 0.6 ? best.encoding : undefined;
}

const FREQUENT = new Set('оеаинтсрвлкмдпуыяьгзбчй');
