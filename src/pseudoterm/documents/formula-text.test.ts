import {expect, test} from 'vitest';
import {extractDocument} from './extract-document.ts';
import {docxParts, zipBytes} from './testing/zip-bytes.ts';

const NAMESPACE = 'xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math"';

test.each([
  [
    '<msup><mi>x</mi><mn>2</mn></msup><mo>+</mo><msub><mi>a</mi><mrow><mi>i</mi><mo>+</mo><mn>1</mn></mrow></msub>',
    'x^2 + a_(i + 1)',
  ],
  ['<mfrac><mrow><mi>a</mi><mo>-</mo><mi>b</mi></mrow><mi>c</mi></mfrac>', '(a - b)/c'],
  ['<msqrt><mi>x</mi></msqrt><mo>=</mo><mroot><mi>y</mi><mn>3</mn></mroot>', '√(x) = ^3√(y)'],
  ['<semantics><mi>E</mi><annotation encoding="application/x-tex">E</annotation></semantics>', 'E'],
])('MathML %s', async (math, text) => {
  const page = new TextEncoder().encode(`<p><math>${math}</math></p>`);
  expect((await extractDocument(page, {format: 'html', mode: 'text'})).text).toBe(`${text}\n`);
});

const run = (text: string) => `<m:r><m:t>${text}</m:t></m:r>`;

// The two was on the line with the letter before: x2.
test.each([
  [`<m:sSup><m:e>${run('x')}</m:e><m:sup>${run('2')}</m:sup></m:sSup>`, 'x^2'],
  [`<m:f><m:num>${run('a+b')}</m:num><m:den>${run('2')}</m:den></m:f>`, '(a+b)/2'],
  [
    `<m:nary><m:naryPr><m:chr m:val="∑"/></m:naryPr><m:sub>${run('i=1')}</m:sub><m:sup>${run('n')}</m:sup><m:e>${run('i')}</m:e></m:nary>`,
    '∑_(i=1)^n i',
  ],
  [`<m:d><m:e>${run('x')}</m:e></m:d>`, '(x)'],
])('a formula of Office %s', async (formula, text) => {
  const file = zipBytes(docxParts(`<w:p><m:oMath ${NAMESPACE}>${formula}</m:oMath></w:p>`));
  expect((await extractDocument(file, {format: 'docx', mode: 'text'})).text).toBe(`${text}\n`);
});
