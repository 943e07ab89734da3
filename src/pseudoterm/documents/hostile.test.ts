import {describe, expect, test} from 'vitest';
import {documentNames, readDocument} from '../../../test/documents/expectation.ts';
import {isPseudoError} from '../pseudo-error.ts';
import {detectFormat} from './detect-format.ts';
import {type Extraction, extractDocument} from './extract-document.ts';
import type {DocumentFormat} from './format.ts';
import {docxParts, packedBlanks, zipBytes} from './testing/zip-bytes.ts';

const gigabyte = 1024 ** 3;

describe('zip bombs are refused before they unfold', () => {
  test('a document of a gigabyte of blanks', async () => {
    const [types, rels, main] = docxParts('');
    if (!types || !rels || !main) throw new Error('no parts');
    const bomb = {...main, packed: packedBlanks(gigabyte), declaredBytes: gigabyte};
    const before = process.memoryUsage().rss;
    expect(await failure(zipBytes([types, rels, bomb]), 'docx')).toMatchObject({code: 'LimitExceeded'});
    expect(process.memoryUsage().rss - before).toBeLessThan(100 * 1024 * 1024);
  });

  test('the same with a directory that lies about its size', async () => {
    const [types, rels, main] = docxParts('');
    if (!types || !rels || !main) throw new Error('no parts');
    const bomb = {...main, packed: packedBlanks(gigabyte), declaredBytes: 5000};
    const before = process.memoryUsage().rss;
    expect(await failure(zipBytes([types, rels, bomb]), 'docx')).toMatchObject({code: 'LimitExceeded'});
    expect(process.memoryUsage().rss - before).toBeLessThan(100 * 1024 * 1024);
  });

  test('more files than a document can have', async () => {
    const many = Array.from({length: 10_001}, (_, index) => ({name: `f${index}`, content: ''}));
    expect(await failure(zipBytes([...docxParts(''), ...many]), 'docx')).toMatchObject({code: 'LimitExceeded'});
  });

  test('files that share one piece of data', async () => {
    const shared = Array.from({length: 50}, (_, index) => ({name: `f${index}`, content: 'x'.repeat(1000), offset: 0}));
    expect(await failure(zipBytes([...docxParts(''), ...shared]), 'docx')).toMatchObject({code: 'CommandFailed'});
  });
});

describe('XML can do nothing but be read', () => {
  test('external entities name no file', async () => {
    const prolog = '<!DOCTYPE w:document [<!ENTITY file SYSTEM "file:///etc/passwd">]>';
    const {text} = await extractDocument(
      zipBytes(docxParts('<w:p><w:r><w:t>before &file; after</w:t></w:r></w:p>', prolog)),
      {
        format: 'docx',
        mode: 'text',
      },
    );
    expect(text).toContain('before');
    expect(text).not.toContain('root:');
  });

  test('declared entities do not multiply', async () => {
    const levels = Array.from({length: 9}, (_, at) => `<!ENTITY e${at + 1} "${`&e${at};`.repeat(10)}">`).join('');
    const prolog = `<!DOCTYPE w:document [<!ENTITY e0 "lol">${levels}]>`;
    const {text} = await extractDocument(zipBytes(docxParts('<w:p><w:r><w:t>&e9;</w:t></w:r></w:p>', prolog)), {
      format: 'docx',
      mode: 'text',
    });
    expect(text.length).toBeLessThan(100);
  });

  test.each<[DocumentFormat, Uint8Array]>([
    ['docx', zipBytes(docxParts('<w:p>'.repeat(100_000)))],
    ['html', bytesOf('<div>'.repeat(100_000))],
    ['rtf', bytesOf(`{\\rtf1${'{'.repeat(100_000)}`)],
  ])('deep nesting in %s is a limit, not a crash', async (format, bytes) => {
    expect(await failure(bytes, format)).toMatchObject({code: 'LimitExceeded'});
  });
});

describe('what is locked or of another kind is said to be so', () => {
  test('a PDF with a password', async () => {
    expect(await failure(readDocument('locked.pdf'), 'pdf')).toMatchObject({
      code: 'NotSupported',
      details: {platform: 'any', format: 'pdf'},
    });
  });

  test('an encrypted zip entry', async () => {
    const parts = docxParts('').map(part => ({...part, isEncrypted: true}));
    expect(await failure(zipBytes(parts), 'docx')).toMatchObject({code: 'NotSupported'});
  });

  test('an encrypted OpenDocument', async () => {
    const manifest =
      '<manifest:manifest><manifest:file-entry><manifest:encryption-data/></manifest:file-entry></manifest:manifest>';
    const parts = [
      {name: 'mimetype', content: 'application/vnd.oasis.opendocument.text'},
      {name: 'META-INF/manifest.xml', content: manifest},
      {name: 'content.xml', content: 'scrambled'},
    ];
    expect(await failure(zipBytes(parts), 'odt')).toMatchObject({code: 'NotSupported'});
  });

  test.each([
    ['doc', 'WordDocument'],
    ['xls', 'Workbook'],
    ['ppt', 'PowerPoint Document'],
    ['office', 'EncryptedPackage'],
  ])('an old or encrypted office file (%s)', (format, stream) => {
    const bytes = Buffer.concat([
      Buffer.from([0xd0, 0xcf, 0x11, 0xe0]),
      Buffer.alloc(600),
      Buffer.from(stream, 'utf16le'),
      Buffer.alloc(600),
    ]);
    expect(() => detectFormat(bytes, 'x')).toThrowError(
      expect.objectContaining({code: 'NotSupported', details: {platform: 'any', format}}),
    );
  });

  test('a picture points to recognition', () => {
    const png = Buffer.from('\x89PNG\r\n\x1a\n'.padEnd(60, '\0'), 'latin1');
    expect(() => detectFormat(png, 'x.png')).toThrowError(/doc ocr/);
  });
});

describe('size alone does no harm', () => {
  test('sixty megabytes of blanks give an empty text', async () => {
    const {text} = await extractDocument(new Uint8Array(60 * 1024 * 1024).fill(0x20), {format: 'txt', mode: 'md'});
    expect(text).toBe('');
  });

  test('a file above the input limit is refused', async () => {
    expect(await failure(new Uint8Array(65 * 1024 * 1024), 'txt')).toMatchObject({code: 'LimitExceeded'});
  });

  test('a sheet that repeats a row a milliard times ends at the limit of cells', async () => {
    const row =
      '<table:table-row table:number-rows-repeated="1000000000"><table:table-cell office:value-type="string" table:number-columns-repeated="1000"><text:p>x</text:p></table:table-cell></table:table-row>';
    const content = `<office:document-content xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0" xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0"><office:body><office:spreadsheet><table:table table:name="S">${row}</table:table></office:spreadsheet></office:body></office:document-content>`;
    const parts = [
      {name: 'mimetype', content: 'application/vnd.oasis.opendocument.spreadsheet'},
      {name: 'content.xml', content},
    ];
    expect(await failure(zipBytes(parts), 'ods')).toMatchObject({code: 'LimitExceeded'});
  });

  test('spans of a table are bounded', async () => {
    const html = `<table><tr>${'<td colspan="1000" rowspan="1000">x</td>'.repeat(40)}</tr>${'<tr><td>y</td></tr>'.repeat(2000)}</table>`;
    expect(await failure(bytesOf(html), 'html', {cells: 1_000_000})).toMatchObject({code: 'LimitExceeded'});
  });

  test('an abort ends the work', async () => {
    const controller = new AbortController();
    controller.abort(new Error('enough'));
    const work = extractDocument(readDocument('debmake-doc.en.pdf'), {
      format: 'pdf',
      mode: 'md',
      signal: controller.signal,
    });
    await expect(work).rejects.toThrow('enough');
  });
});

describe('damaged files end with a clear message', () => {
  test.each(documentNames().filter(name => name.startsWith('report') || /^(kickoff|sales|orders)\.\w+$/.test(name)))(
    '%s, cut off and overwritten at many places',
    async name => {
      const whole = readDocument(name);
      const format = detectFormat(whole, name);
      const random = randomNumbers(whole.byteLength);
      for (let round = 0; round < 12; round++) {
        const damaged = damage(whole, round, random);
        const outcome = await attempt(damaged, format);
        if (outcome instanceof Error) expect(isPseudoError(outcome), `round ${round}: ${outcome.stack}`).toBe(true);
      }
    },
  );

  test.each<DocumentFormat>(['pdf', 'docx', 'pptx', 'xlsx', 'odt', 'ods', 'odp', 'epub', 'rtf'])(
    'an empty or random file is no %s',
    async format => {
      const random = randomNumbers(7);
      const noise = Uint8Array.from({length: 5000}, () => random(256));
      for (const bytes of [new Uint8Array(0), noise])
        expect(await failure(bytes, format)).toMatchObject({code: 'CommandFailed'});
    },
  );
});

function bytesOf(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

async function attempt(bytes: Uint8Array, format: DocumentFormat, limits = {}): Promise<Extraction | Error> {
  try {
    return await extractDocument(bytes, {format, mode: 'md', limits});
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}

async function failure(bytes: Uint8Array, format: DocumentFormat, limits = {}): Promise<Error> {
  const outcome = await attempt(bytes, format, limits);
  if (outcome instanceof Error) return outcome;
  throw new Error(`It gave ${outcome.text.length} characters.`);
}

function damage(whole: Uint8Array, round: number, random: (below: number) => number): Uint8Array {
  if (round < 4) return whole.slice(0, random(whole.byteLength));
  const copy = whole.slice();
  for (let count = 0; count < 1 + round; count++) copy[random(copy.byteLength)] = random(256);
  return copy;
}

/** The same numbers in every run (a linear congruential generator). */
function randomNumbers(seed: number): (below: number) => number {
  let state = seed >>> 0;
  return below => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}
