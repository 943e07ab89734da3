import {expect, test} from 'vitest';
import {extractDocument} from '../extract-document.ts';
import {zipBytes} from '../testing/zip-bytes.ts';

const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';

function workbook(rows: string): Uint8Array {
  const relationship = (type: string, target: string) =>
    `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="${OFFICE}/${type}" Target="${target}"/></Relationships>`;
  return zipBytes([
    {name: '[Content_Types].xml', content: '<Types/>'},
    {name: '_rels/.rels', content: relationship('officeDocument', 'xl/workbook.xml')},
    {name: 'xl/_rels/workbook.xml.rels', content: relationship('worksheet', 'worksheets/sheet1.xml')},
    {
      name: 'xl/workbook.xml',
      content: `<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets><sheet name="S" r:id="r1"/></sheets></workbook>`,
    },
    {
      name: 'xl/worksheets/sheet1.xml',
      content: `<worksheet xmlns="${MAIN}"><sheetData>${rows}</sheetData></worksheet>`,
    },
  ]);
}

// Such cells came out empty, and nobody was told.
test('a formula without its result is shown as it is, with a warning', async () => {
  const cells =
    '<c r="A1"><v>2</v></c><c r="B1"><f>A1+1</f><v/></c><c r="C1"><f>A1+2</f><v>4</v></c><c r="D1" t="str"><f>T("")</f><v/></c>';
  const {text, warnings} = await extractDocument(workbook(`<row r="1">${cells}</row>`), {format: 'xlsx', mode: 'text'});
  expect(text).toContain('2\t=A1+1\t4\n');
  expect(warnings).toEqual([expect.stringContaining('no result')]);
});
