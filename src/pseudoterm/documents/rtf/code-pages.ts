import {decodeBytes} from '../../decode-bytes.ts';

/** Bytes of a Windows code page to text; unknown pages are read as 1252. */
export function decodeCodePage(bytes: readonly number[], page: number): string {
  const label = labels.get(page) ?? 'windows-1252';
  return decodeBytes(Uint8Array.from(bytes), label);
}

const labels: ReadonlyMap<number, string> = new Map([
  [874, 'windows-874'],
  [932, 'shift_jis'],
  [936, 'gb18030'],
  [949, 'euc-kr'],
  [950, 'big5'],
  [65001, 'utf-8'],
  [10000, 'macintosh'],
  [866, 'ibm866'],
  ...[1250, 1251, 1252, 1253, 1254, 1255, 1256, 1257, 1258].map(page => [page, `windows-${page}`] as const),
]);

/** `\fcharset` of a font to its code page; undefined for the document's own. */
export const pageOfCharset: ReadonlyMap<number, number> = new Map([
  [0, 1252],
  [77, 10000],
  [128, 932],
  [129, 949],
  [134, 936],
  [136, 950],
  [161, 1253],
  [162, 1254],
  [163, 1258],
  [177, 1255],
  [178, 1256],
  [186, 1257],
  [204, 1251],
  [222, 874],
  [238, 1250],
]);
