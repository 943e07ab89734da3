/**
 * Text for HTML and SVG. Characters that nobody sees are written as numbers: they arrive as they are, and no reader of the file takes
 * them for its own.
 */
export function escapeMarkup(text: string): string {
  return text.replaceAll(/[&<>"'\p{C}\p{Default_Ignorable_Code_Point}\u2028\u2029]/gu, character => {
    const codePoint = character.codePointAt(0) ?? 0;
    return isForbidden(codePoint) ? '\ufffd' : `&#x${codePoint.toString(16)};`;
  });
}

/** https://www.w3.org/TR/xml/#charsets */
function isForbidden(codePoint: number): boolean {
  const isControl = codePoint < 0x20 && codePoint !== 9 && codePoint !== 10 && codePoint !== 13;
  const isSurrogate = codePoint >= 0xd800 && codePoint <= 0xdfff;
  return isControl || isSurrogate || codePoint === 0xfffe || codePoint === 0xffff;
}
