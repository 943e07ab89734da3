import {copyFileSync, readFileSync, writeFileSync} from 'node:fs';
import {basename, join} from 'node:path';
import {afterAll, beforeAll, describe, expect, test} from 'vitest';
import {documentsFolder} from '../../../../test/documents/expectation.ts';
import type {ExecResult} from '../../run-protocol.ts';
import {openTestHost, type TestHost} from '../../testing/test-host.ts';
import {defaultDocumentLimits} from '../limits.ts';
import {pdfPages} from '../ocr/pdf-pages.ts';
import {createReadContext} from '../read-context.ts';

// In the restricted process that users get: no child processes, threads, addons, network or code from strings.
describe('doc, in the runner', () => {
  let opened: TestHost;
  const run = (command: string): Promise<ExecResult> => opened.host.exec({command});
  const written = (name: string): string => readFileSync(join(opened.workspace, name), 'utf8');

  beforeAll(() => {
    opened = openTestHost();
    for (const name of [
      'report.docx',
      'sales.xlsx',
      'kickoff.pptx',
      'debmake-doc.en.pdf',
      'locked.pdf',
      'scan.png',
      'scan.pdf',
      'handbook.epub',
      'scans/fax.pdf',
      'scans/outlines.pdf',
    ])
      copyFileSync(join(documentsFolder, name), join(opened.workspace, basename(name)));
    writeFileSync(join(opened.workspace, 'empty.pdf'), '');
  });

  afterAll(() => opened[Symbol.asyncDispose]());

  test('extract writes Markdown to a file and says so in a line', async () => {
    const {exit_code, stdout, result} = await run('doc extract --in report.docx --out out/report.md');
    expect({exit_code, stdout}).toEqual({
      exit_code: 0,
      stdout: expect.stringMatching(/^report\.docx \(docx\): \d+ characters → out\/report\.md\n$/),
    });
    expect(result).toMatchObject({status: 'ok', format: 'docx', truncated: false, warnings: [], out: 'out/report.md'});
    const text = written('out/report.md');
    expect(text).toContain('# Quarterly report\n\nSales rose by **twelve percent** while costs *fell slightly*.');
    expect(text).toContain('| North | 1,204 | € 98,310.50 | new warehouse |');
    expect(text).toContain('[^1]: Refunds are taken off');
  });

  test('without --out the text is an artifact, and a short one is printed', async () => {
    const {stdout, artifacts} = await run('doc extract --in kickoff.pptx --pages 2-3');
    expect(artifacts).toMatchObject([{mime: 'text/markdown', path: expect.stringMatching(/kickoff\.md$/)}]);
    expect(readFileSync(artifacts[0]?.path ?? '', 'utf8')).toBe(stdout.slice(stdout.indexOf('<!-- slide 2 -->')));
    expect(stdout).toContain('> **Notes:** The second goal matters most.');
    expect(stdout).not.toContain('Project kick-off');
  });

  test('--max-chars cuts the text and says so', async () => {
    const {result} = await run('doc extract --in report.docx --max-chars 100 --out short.md');
    expect(result).toMatchObject({truncated: true, extracted_chars: 100});
    expect(written('short.md')).toHaveLength(100);
  });

  test('--mode json gives blocks that parse, also when cut', async () => {
    await run('doc extract --in handbook.epub --mode json --max-chars 600 --out cut.json');
    const {blocks} = JSON.parse(written('cut.json'));
    expect(blocks[0]).toEqual({type: 'anchor', kind: 'chapter', number: 1, name: expect.any(String)});
  });

  test('a long PDF is read with an anchor for every page', async () => {
    const {result} = await run('doc extract --in debmake-doc.en.pdf --out long.md');
    expect(result).toMatchObject({pages: expect.any(Number), metadata: {author: 'Osamu Aoki'}});
    const anchors = written('long.md').match(/^<!-- page \d+ -->$/gm);
    expect(anchors).toHaveLength(Number(result?.pages));
  });

  test('info names the parts without reading them', async () => {
    const {stdout, result} = await run('doc info --in sales.xlsx');
    expect(result).toMatchObject({
      format: 'xlsx',
      pages: 3,
      parts: [{kind: 'sheet', number: 1, name: 'Orders'}, {name: 'Gaps'}, {name: 'Links'}],
    });
    expect(stdout).toContain('sheet 2: Gaps\n');
  });

  test.each(['scan.png', 'scan.pdf'])('ocr reads two languages from %s, offline and without a worker', async name => {
    const {stdout, result} = await run(`doc ocr --in ${name} --lang chi_sim+eng`);
    expect(stdout).toContain('The quick brown fox jumps over 1234 lazy dogs.');
    expect(stdout).toContain('你好世界，文档提取测试。');
    expect(Number(result?.confidence)).toBeGreaterThan(80);
  });

  test.each(['scan.png', 'scan.pdf'])('ocr finds out by itself in which languages %s is written', async name => {
    const {stdout, result} = await run(`doc ocr --in ${name}`);
    expect(stdout).toContain('The quick brown fox jumps over 1234 lazy dogs.');
    expect(stdout).toContain('你好世界，文档提取测试。');
    expect(result).toMatchObject({warnings: []});
  });

  test('ocr in a language that does not fit names the flag', async () => {
    writeFileSync(join(opened.workspace, 'chinese.pgm'), lowerHalf(await firstPage('scan.pdf')));
    const {stdout, result} = await run('doc ocr --in chinese.pgm --lang eng');
    expect(result).toMatchObject({warnings: [expect.stringMatching(/uncertain.*another --lang than eng/)]});
    expect(stdout).toMatch(/another --lang/);
  });

  test('ocr unpacks what fax machines pack', async () => {
    const {stdout} = await run('doc ocr --in fax.pdf');
    expect(stdout).toContain('The harbour received 1,482 ships in 2023.');
  });

  test.each(['scan.pdf', 'fax.pdf', 'outlines.pdf'])('%s has no text and points to ocr', async name => {
    const {result} = await run(`doc extract --in ${name}`);
    expect(result).toMatchObject({warnings: [expect.stringContaining('doc ocr')]});
  });

  test.each([
    ['doc extract --in locked.pdf', 'NotSupported', {platform: 'any', format: 'pdf'}],
    ['doc extract --in scan.png', 'NotSupported', {platform: 'any', format: 'png'}],
    ['doc extract --in empty.pdf', 'CommandFailed', expect.anything()],
    ['doc extract --in report.docx --pages 0', 'InvalidArguments', null],
    ['doc extract --in missing.docx', 'CommandFailed', null],
    ['doc extract --in ../outside.docx', 'PathDenied', null],
    ['doc ocr --in report.docx', 'NotSupported', {platform: 'any', format: 'unknown'}],
  ])('%s ends with %s', async (command, code, details) => {
    const {exit_code, error_code, result} = await run(command);
    expect({error_code, failed: exit_code !== 0}).toEqual({error_code: code, failed: true});
    if (details !== null) expect(result).toEqual(details);
  });
});

/** A page as the recogniser sees it: a PGM picture. */
async function firstPage(name: string): Promise<Uint8Array> {
  const bytes = readFileSync(join(documentsFolder, name));
  const context = createReadContext({
    bytes,
    format: 'pdf',
    limits: defaultDocumentLimits,
    signal: undefined,
    pages: undefined,
  });
  for await (const {image} of pdfPages(context, 50_000_000)) if (image) return image;
  throw new Error(`${name} has no page with anything on it`);
}

/** Of a binary PGM picture: `P5 WIDTH HEIGHT 255` and a byte for each pixel. */
function lowerHalf(picture: Uint8Array): Uint8Array {
  const [head = '', width = '', height = ''] =
    /^P5\s+(\d+)\s+(\d+)\s+255\s/.exec(Buffer.from(picture.subarray(0, 40)).toString('latin1')) ?? [];
  const rows = Math.floor(Number(height) / 2);
  const pixels = picture.subarray(head.length + (Number(height) - rows) * Number(width));
  return Buffer.concat([Buffer.from(`P5 ${width} ${rows} 255\n`), pixels]);
}
