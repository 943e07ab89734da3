import {writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {makeZip} from './make-zip.ts';

/** The files that the shipped skills speak of. */
export function fillSampleWorkspace(folder: string): void {
  const files: Record<string, string | Uint8Array> = {
    'notes.txt': 'First line  \n\n\n\nSecond line\twith a tab\n',
    'data.json': JSON.stringify({
      items: [
        {name: 'pen', price: 2},
        {name: 'desk', price: 120},
      ],
    }),
    'schema.json': JSON.stringify({type: 'object', required: ['items']}),
    'sales.csv': 'region,amount\nnorth,12\nsouth,7\nnorth,30\n',
    'page.html':
      '<html><body><h1>Prices</h1><table><tr><th>thing</th><th>price</th></tr><tr><td>pen</td><td>2</td></tr></table></body></html>',
    'bundle.zip': makeZip([
      {name: 'a.txt', text: 'hello'},
      {name: 'folder/b.txt', text: '中文'},
    ]),
    'letter.docx': makeDocx(['A letter', 'Dear reader,', '你好，世界']),
    'book.xlsx': makeXlsx('Sales', [
      ['region', 'amount'],
      ['north', 12],
      ['south', 7],
      ['north', 30],
    ]),
    'report.pdf': makePdf([['Annual report', 'The deadline is in May.'], ['Second page']]),
  };
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content);
}

const OFFICE = 'http://schemas.openxmlformats.org';

function makeDocx([title = '', ...paragraphs]: readonly string[]): Uint8Array {
  const heading = `<w:p><w:pPr><w:pStyle w:val="Heading1"/></w:pPr><w:r><w:t>${title}</w:t></w:r></w:p>`;
  const body = paragraphs.map(text => `<w:p><w:r><w:t>${text}</w:t></w:r></w:p>`).join('');
  return makePackage('word/document.xml', 'wordprocessingml.document', [
    {
      name: 'word/document.xml',
      text: `<w:document xmlns:w="${OFFICE}/wordprocessingml/2006/main"><w:body>${heading}${body}</w:body></w:document>`,
    },
  ]);
}

function makeXlsx(sheet: string, rows: readonly (readonly (string | number)[])[]): Uint8Array {
  const main = `${OFFICE}/spreadsheetml/2006/main`;
  const cell = (value: string | number) =>
    typeof value === 'number' ? `<c><v>${value}</v></c>` : `<c t="inlineStr"><is><t>${value}</t></is></c>`;
  const data = rows.map(row => `<row>${row.map(cell).join('')}</row>`).join('');
  const relationship = `<Relationship Id="rId1" Type="${OFFICE}/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet1.xml"/>`;
  return makePackage('xl/workbook.xml', 'spreadsheetml.sheet', [
    {
      name: 'xl/workbook.xml',
      text: `<workbook xmlns="${main}" xmlns:r="${OFFICE}/officeDocument/2006/relationships"><sheets><sheet name="${sheet}" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    },
    {name: 'xl/_rels/workbook.xml.rels', text: relationships(relationship)},
    {name: 'xl/worksheets/sheet1.xml', text: `<worksheet xmlns="${main}"><sheetData>${data}</sheetData></worksheet>`},
  ]);
}

function makePackage(
  part: string,
  kind: string,
  parts: readonly {readonly name: string; readonly text: string}[],
): Uint8Array {
  const type = `application/vnd.openxmlformats-officedocument.${kind}.main+xml`;
  return makeZip([
    {
      name: '[Content_Types].xml',
      text: `<Types xmlns="${OFFICE}/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/${part}" ContentType="${type}"/></Types>`,
    },
    {
      name: '_rels/.rels',
      text: relationships(
        `<Relationship Id="rId1" Type="${OFFICE}/officeDocument/2006/relationships/officeDocument" Target="${part}"/>`,
      ),
    },
    ...parts,
  ]);
}

function relationships(inner: string): string {
  return `<Relationships xmlns="${OFFICE}/package/2006/relationships">${inner}</Relationships>`;
}

/** Objects 1 catalog, 2 pages, 3 font, then page and content of each page (ISO 32000-1, 7.5). */
function makePdf(pages: readonly (readonly string[])[]): Uint8Array {
  const kids = pages.map((_, i) => `${4 + 2 * i} 0 R`).join(' ');
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${kids}] /Count ${pages.length} >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    ...pages.flatMap((lines, i) => {
      const text = lines.map((line, n) => `BT /F1 12 Tf 72 ${720 - 20 * n} Td (${line}) Tj ET`).join('\n');
      return [
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Resources << /Font << /F1 3 0 R >> >> /Contents ${5 + 2 * i} 0 R >>`,
        `<< /Length ${text.length} >>\nstream\n${text}\nendstream`,
      ];
    }),
  ];
  let pdf = '%PDF-1.4\n';
  const offsets = objects.map((object, i) => {
    const offset = pdf.length;
    pdf += `${i + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const table = offsets.map(offset => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const size = objects.length + 1;
  pdf += `xref\n0 ${size}\n0000000000 65535 f \n${table}trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${pdf.length}\n%%EOF\n`;
  return new TextEncoder().encode(pdf);
}
