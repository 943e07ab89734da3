import {expect, test} from 'vitest';
import {extractDocument} from '../extract-document.ts';
import {pdfBytes} from '../testing/pdf-bytes.ts';

const hex = (digits: string): Uint8Array => new Uint8Array(Buffer.from(digits, 'hex'));
const utf16 = (text: string): Uint8Array => new Uint8Array(Buffer.from(text, 'utf16le').swap16());

// Such files came out empty: pdf.js has no data for these encodings.
test('text in fonts that are not embedded is read by its predefined encoding', async () => {
  const lines = [
    {encoding: 'GBK-EUC-H', ordering: 'GB1', bytes: hex('c4e3bac3cac0bde7'), text: '你好世界'},
    {encoding: 'UniGB-UCS2-H', ordering: 'GB1', bytes: utf16('文档提取'), text: '文档提取'},
    {encoding: 'ETen-B5-H', ordering: 'CNS1', bytes: hex('a741a66ea540acc9'), text: '你好世界'},
    {encoding: '90ms-RKSJ-H', ordering: 'Japan1', bytes: hex('93fa967b8cea41'), text: '日本語A'},
    {encoding: 'EUC-H', ordering: 'Japan1', bytes: hex('c6fccbdcb8ec'), text: '日本語'},
    {encoding: 'KSCms-UHC-H', ordering: 'Korea1', bytes: hex('c7d1b1b9beee'), text: '한국어'},
  ];
  const {text} = await extractDocument(pdfBytes(lines), {format: 'pdf', mode: 'text'});
  expect(text.split('\n').filter(line => line !== '' && !line.startsWith('['))).toEqual(lines.map(line => line.text));
});
