import {readFileSync} from 'node:fs';
import {expect, test} from 'vitest';
import {recogniseDocument} from './recognise-document.ts';

const TEXT = `Annual Report of the Harbour Office
The harbour received 1,482 ships in 2023.
Repairs of the northern pier are finished.`;

// Office scanners pack pages as fax, mask or strips; nothing came out of those.
test.each(['fax', 'mask', 'jpeg2000', 'strips', 'sideways', 'outlines', 'letters'])(
  'a page that comes as %s is drawn and read',
  async name => {
    const file = new URL(`../../../../test/fixtures/documents/scans/${name}.pdf`, import.meta.url);
    const [page, ...more] = await recogniseDocument(readFileSync(file), {languages: ['eng']});
    expect({text: page?.text.replaceAll(/\n+/g, '\n'), more}).toEqual({text: TEXT, more: []});
    expect(page?.confidence).toBeGreaterThan(80);
  },
);

test('a page with nothing on it is read as nothing', async () => {
  const pdf = `%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]>>endobj
trailer<</Root 1 0 R>>`;
  const pages = await recogniseDocument(new TextEncoder().encode(pdf), {languages: ['eng']});
  expect(pages).toEqual([{page: 1, text: '', confidence: 0}]);
});
