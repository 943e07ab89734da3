/** Kinds of pictures that the recogniser reads. */
export type ImageKind = 'png' | 'jpeg' | 'bmp' | 'gif' | 'webp' | 'pnm';

export interface ImageFacts {
  readonly kind: ImageKind;
  readonly width: number;
  readonly height: number;
}

/** Kind and size by the header alone, before anything is unpacked. Undefined for what is no picture known here. */
export function imageFacts(bytes: Uint8Array): ImageFacts | undefined {
  if (bytes.byteLength < 30) return undefined;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const head = String.fromCharCode(...bytes.subarray(0, 12));
  if (head.startsWith('\x89PNG')) return {kind: 'png', width: view.getUint32(16), height: view.getUint32(20)};
  if (head.startsWith('GIF8')) return {kind: 'gif', width: view.getUint16(6, true), height: view.getUint16(8, true)};
  if (head.startsWith('BM'))
    return {kind: 'bmp', width: Math.abs(view.getInt32(18, true)), height: Math.abs(view.getInt32(22, true))};
  if (head.startsWith('\xff\xd8\xff')) return jpegFacts(view);
  if (head.startsWith('RIFF') && head.slice(8) === 'WEBP') return webpFacts(view, bytes);
  const pnm = /^P[4-6]\s+(\d{1,7})\s+(\d{1,7})\s/.exec(String.fromCharCode(...bytes.subarray(0, 30)));
  return pnm ? {kind: 'pnm', width: Number(pnm[1]), height: Number(pnm[2])} : undefined;
}

/** The first start-of-frame segment (ITU T.81, B.2.2). */
function jpegFacts(view: DataView): ImageFacts | undefined {
  for (let at = 2; at + 9 < view.byteLength; ) {
    if (view.getUint8(at) !== 0xff) return undefined;
    const marker = view.getUint8(at + 1);
    if (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker))
      return {kind: 'jpeg', height: view.getUint16(at + 5), width: view.getUint16(at + 7)};
    at += marker === 0xff ? 1 : 2 + view.getUint16(at + 2);
  }
  return undefined;
}

function webpFacts(view: DataView, bytes: Uint8Array): ImageFacts | undefined {
  const chunk = String.fromCharCode(...bytes.subarray(12, 16));
  if (chunk === 'VP8 ')
    return {kind: 'webp', width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff};
  if (chunk === 'VP8L') {
    const bits = view.getUint32(21, true);
    return {kind: 'webp', width: (bits & 0x3fff) + 1, height: ((bits >> 14) & 0x3fff) + 1};
  }
  if (chunk !== 'VP8X') return undefined;
  const three = (at: number): number => view.getUint16(at, true) | (view.getUint8(at + 2) << 16);
  return {kind: 'webp', width: three(24) + 1, height: three(27) + 1};
}
