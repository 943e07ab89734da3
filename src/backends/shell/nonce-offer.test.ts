import {execFile, spawn} from 'node:child_process';
import {once} from 'node:events';
import {existsSync, mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {promisify} from 'node:util';
import {afterEach, beforeEach, expect, test} from 'vitest';
import {NonceOffer} from './nonce-offer.ts';

let folder: string;
let path: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'cotty-offer-'));
  path = join(folder, 'nonce');
});

afterEach(() => {
  rmSync(folder, {recursive: true});
});

test('a nonce that somebody has read before the shell is offered again, and the shell starts', async () => {
  using _offer = new NonceOffer(path, 'abc');
  const read = async (): Promise<string> => (await promisify(execFile)('head', ['-n', '1', path])).stdout;
  expect(await read()).toBe('abc\n');
  expect(await read()).toBe('abc\n');
});

test('a nonce that waits is not offered twice, and one whose pipe is gone not again', async () => {
  const offer = new NonceOffer(path, 'abc');
  const reader = spawn('sh', [
    '-c',
    `exec <"$0"; sleep 2.2; read -r line; rm "$0"; sleep 1.2; echo "$line"; cat`,
    path,
  ]);
  let said = '';
  reader.stdout.on('data', (bytes: Buffer) => {
    said += String(bytes);
    if (said.includes('\n')) offer[Symbol.dispose]();
  });
  await once(reader, 'close');
  expect(said).toBe('abc\n');
  expect(existsSync(path)).toBe(false);
});
