import {expect, test} from 'vitest';
import {extractDocument} from '../extract-document.ts';
import {docxParts, zipBytes} from '../testing/zip-bytes.ts';

const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

test('an item without a mark to see is a further paragraph of the one before', async () => {
  const level = (mark: string) => `<w:lvl w:ilvl="0"><w:numFmt w:val="bullet"/><w:lvlText w:val="${mark}"/></w:lvl>`;
  const list = (id: number, mark: string) =>
    `<w:abstractNum w:abstractNumId="${id}">${level(mark)}</w:abstractNum><w:num w:numId="${id}"><w:abstractNumId w:val="${id}"/></w:num>`;
  const numbering = `<w:numbering xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main">${list(1, '•')}${list(2, ' ')}</w:numbering>`;
  const paragraph = (id: number, text: string) =>
    `<w:p><w:pPr><w:numPr><w:ilvl w:val="0"/><w:numId w:val="${id}"/></w:numPr></w:pPr><w:r><w:t>${text}</w:t></w:r></w:p>`;
  const file = zipBytes([
    ...docxParts(paragraph(1, 'item') + paragraph(2, 'more of it')),
    {name: 'word/numbering.xml', content: numbering},
    {
      name: 'word/_rels/document.xml.rels',
      content: `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="${OFFICE}/numbering" Target="numbering.xml"/></Relationships>`,
    },
  ]);
  expect((await extractDocument(file, {format: 'docx', mode: 'md'})).text).toBe('- item\n\n  more of it\n');
});

test('what describes a picture is one line', async () => {
  const drawing =
    '<w:drawing><wp:docPr xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing" descr="a chart&#10;of sales"/></w:drawing>';
  const file = zipBytes(docxParts(`<w:p><w:r>${drawing}</w:r></w:p>`));
  expect((await extractDocument(file, {format: 'docx', mode: 'text'})).text).toBe('[image: a chart of sales]\n');
});

test('the built-in list styles of Word are as deep as their names say', async () => {
  const main = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"';
  const style = (id: string, name: string, list: number) =>
    `<w:style w:styleId="${id}"><w:name w:val="${name}"/><w:pPr><w:numPr><w:numId w:val="${list}"/></w:numPr></w:pPr></w:style>`;
  const list = (id: number) =>
    `<w:abstractNum w:abstractNumId="${id}"><w:lvl w:ilvl="0"><w:numFmt w:val="bullet"/><w:lvlText w:val="•"/></w:lvl></w:abstractNum><w:num w:numId="${id}"><w:abstractNumId w:val="${id}"/></w:num>`;
  const paragraph = (id: string) => `<w:p><w:pPr><w:pStyle w:val="${id}"/></w:pPr><w:r><w:t>${id}</w:t></w:r></w:p>`;
  const related = (type: string) => `<Relationship Id="${type}" Type="${OFFICE}/${type}" Target="${type}.xml"/>`;
  const file = zipBytes([
    ...docxParts(paragraph('LB') + paragraph('LB2')),
    {
      name: 'word/styles.xml',
      content: `<w:styles ${main}>${style('LB', 'List Bullet', 1)}${style('LB2', 'List Bullet 2', 2)}</w:styles>`,
    },
    {name: 'word/numbering.xml', content: `<w:numbering ${main}>${list(1)}${list(2)}</w:numbering>`},
    {
      name: 'word/_rels/document.xml.rels',
      content: `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${related('styles')}${related('numbering')}</Relationships>`,
    },
  ]);
  expect((await extractDocument(file, {format: 'docx', mode: 'md'})).text).toBe('- LB\n  - LB2\n');
});
