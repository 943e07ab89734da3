/** One way through one PDF: `node one-run.ts library|extract FILE`. Prints what it cost, loading of the code included. */
import {readFileSync} from 'node:fs';

const [, , way, file = ''] = process.argv;
const start = performance.now();
const bytes = new Uint8Array(readFileSync(file));
if (way === 'library') {
  const {loadPdfjs} = await import('../../src/pseudoterm/documents/pdf/load-pdfjs.ts');
  const document = await (await loadPdfjs()).getDocument({data: bytes, verbosity: 0}).promise;
  const texts: string[] = [];
  for (let number = 1; number <= document.numPages; number++) {
    const {items} = await (await document.getPage(number)).getTextContent();
    texts.push(items.map(item => ('str' in item ? item.str : '')).join(' '));
  }
} else {
  const {extractDocument} = await import('../../src/pseudoterm/documents/index.ts');
  await extractDocument(bytes, {format: 'pdf', mode: 'md'});
}
const {userCPUTime, systemCPUTime, maxRSS} = process.resourceUsage();
console.log(
  JSON.stringify({
    wallMs: performance.now() - start,
    cpuMs: (userCPUTime + systemCPUTime) / 1000,
    peakMb: maxRSS / 1024,
  }),
);
