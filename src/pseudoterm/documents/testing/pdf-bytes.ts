/** A PDF of one page with one line for each given string of bytes, in a font that is not embedded. */
export function pdfBytes(
  lines: readonly {readonly encoding: string; readonly ordering: string; readonly bytes: Uint8Array}[],
): Uint8Array {
  const fonts = lines.flatMap(({encoding, ordering}) => [
    `<</Type/Font/Subtype/Type0/BaseFont/Song/Encoding/${encoding}/DescendantFonts[<</Type/Font/Subtype/CIDFontType0/BaseFont/Song/CIDSystemInfo<</Registry(Adobe)/Ordering(${ordering})/Supplement 2>>/DW 1000>>]>>`,
  ]);
  const names = fonts.map((_, at) => `/F${at} ${5 + at} 0 R`).join(' ');
  const shown = lines.map(
    ({bytes}, at) => `/F${at} 12 Tf 1 0 0 1 40 ${760 - at * 40} Tm <${Buffer.from(bytes).toString('hex')}> Tj`,
  );
  const content = `BT ${shown.join(' ')} ET`;
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    `<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]/Resources<</Font<<${names}>>>>/Contents 4 0 R>>`,
    `<</Length ${content.length}>>stream\n${content}\nendstream`,
    ...fonts,
  ];
  let file = '%PDF-1.4\n';
  const offsets = objects.map((object, at) => {
    const offset = file.length;
    file += `${at + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const table = offsets.map(offset => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const size = objects.length + 1;
  file += `xref\n0 ${size}\n0000000000 65535 f \n${table}trailer<</Size ${size}/Root 1 0 R>>\nstartxref\n${file.length}\n%%EOF\n`;
  return new TextEncoder().encode(file);
}
