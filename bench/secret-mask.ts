/** What masking secrets costs: `npm run bench:secrets`. Milliseconds per megabyte of text, and microseconds of a short reply. */
import {readFileSync} from 'node:fs';
import {MaskedStream, SecretMask} from '../src/guard/index.ts';

const MEGABYTE = 1024 * 1024;
const mask = new SecretMask({
  A_TOKEN: 'plain-looking-words',
  B_SECRET: 'some-other-words-2',
  C_PASSWORD: 'third-9-words',
});

const texts: Readonly<Record<string, string>> = {
  'source code': readFileSync(new URL('../src/engine/engine.ts', import.meta.url), 'utf8'),
  'a lock file': readFileSync(new URL('../package-lock.json', import.meta.url), 'utf8'),
  'a log of requests': '2026-01-01T00:00:00Z GET /api/v1/things?page=3 200 12ms authorization=- id=8f14e45f\n',
  'a build in colours':
    '\x1b[1;32m✓\x1b[0m src/engine/engine.ts \x1b[2m(12 tests)\x1b[22m \x1b[33m1204\x1b[2mms\x1b[22m\x1b[39m\r\n',
  'tokens throughout': 'password: Zx81kd93JdkLq0vN2sYtW5hB TOKEN=abcdefgh ghp_Zx81kd93JdkLq0vN2sYtW5hB\n',
};

for (const [name, text] of Object.entries(texts)) {
  const megabyte = text.repeat(Math.ceil(MEGABYTE / text.length)).slice(0, MEGABYTE);
  const bytes = Buffer.from(megabyte, 'latin1');
  console.log(
    `${name}: ${median(() => mask.mask(megabyte)).toFixed(1)} ms/MB as text, ${median(() => mask.maskBytes(bytes)).toFixed(1)} as bytes, ${median(() => streamed(bytes, 64 * 1024)).toFixed(1)} as a stream`,
  );
}
const reply = ['completed', 'mark', 'pty:k3f9a8b7c6', 'cmd-8f14e45fceea', '/home/me/project', '', 'bash', 'true'];
const round = (): void => {
  for (let n = 0; n < 1000; n++) for (const part of reply) mask.mask(part);
};
console.log(`the reply of run_command "true": ${median(round).toFixed(2)} µs`);

const keys = Buffer.from('git commit -m "what is typed"'.repeat(35).slice(0, 1000));
console.log(`a key that is echoed in a stream: ${(median(() => streamed(keys, 1)) / keys.length).toFixed(3)} ms`);

/** In pieces of so many bytes. */
function streamed(bytes: Uint8Array, size: number): void {
  const stream = new MaskedStream(mask, Buffer.alloc(4096, 'a line before\r\n'));
  for (let at = 0; at < bytes.length; at += size) stream.push(bytes.subarray(at, at + size));
  stream.end();
}

/** Of 15 rounds, in milliseconds. */
function median(act: () => unknown): number {
  const times = Array.from({length: 15}, () => {
    const began = performance.now();
    act();
    return performance.now() - began;
  });
  return times.toSorted((a, b) => a - b)[7] ?? Number.NaN;
}
