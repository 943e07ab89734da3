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
  return fileOf(objects);
}

/** Left end, baseline from the bottom, size of the letters, the text: in Helvetica, on a page of 600 × 800 points. */
export type PlacedText = readonly [x: number, y: number, size: number, text: string];

/** A link over left, bottom, right, top. */
export type PlacedLink = readonly [rect: readonly [number, number, number, number], address: string];

export interface LaidOutPage {
  readonly texts: readonly PlacedText[];
  readonly links?: readonly PlacedLink[];
}

/** A PDF without tags, whose texts stand where they are put. ASCII without parentheses only. */
export function laidOutPdf(pages: readonly LaidOutPage[]): Uint8Array {
  const objects = ['<</Type/Catalog/Pages 2 0 R>>', '', '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>'];
  const kids = pages.map(({texts, links = []}) => {
    const shown = texts.map(([x, y, size, text]) => `/F ${size} Tf 1 0 0 1 ${x} ${y} Tm (${text}) Tj`);
    const content = `BT ${shown.join(' ')} ET`;
    const annotations = links.map(
      ([rect, uri]) => `<</Type/Annot/Subtype/Link/Rect[${rect.join(' ')}]/A<</S/URI/URI(${uri})>>>>`,
    );
    objects.push(`<</Length ${content.length}>>stream\n${content}\nendstream`);
    objects.push(
      `<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]/Resources<</Font<</F 3 0 R>>>>/Contents ${objects.length} 0 R/Annots[${annotations.join('')}]>>`,
    );
    return `${objects.length} 0 R`;
  });
  objects[1] = `<</Type/Pages/Kids[${kids.join(' ')}]/Count ${kids.length}>>`;
  return fileOf(objects);
}

function fileOf(objects: readonly string[]): Uint8Array {
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
