import {execFileSync} from 'node:child_process';
import {readFileSync} from 'node:fs';
import {join, resolve} from 'node:path';
import {expect, test} from 'vitest';
import {noticeProblems} from '../../script/notice.ts';
import {thirdParties} from '../../script/third-party.ts';

const root = resolve(import.meta.dirname, '../..');
const packages = join(root, 'node_modules');
const names = (...files: string[]) => thirdParties(files.map(file => join(packages, file))).map(({name}) => name);

test('the package carries NOTICE, with each dependency of ours that is bundled', () => {
  const [packed] = JSON.parse(
    execFileSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], {cwd: root, encoding: 'utf8'}),
  );
  const files = packed.files.map(({path}: {path: string}) => path);
  expect(files).toEqual(expect.arrayContaining(['LICENSE', 'NOTICE', 'dist/jbig2.wasm', 'dist/openjpeg.wasm']));
  const notice = readFileSync(join(root, 'NOTICE'), 'utf8');
  for (const name of ['zod', 'pdfjs-dist', 're2js', 'smol-toml', '@xterm/headless', '@modelcontextprotocol/server'])
    expect(notice).toMatch(new RegExp(`^${name} \\d+\\.\\d+\\.\\d+$`, 'm'));
});

test('what a bundled package has in it is found too', () => {
  expect(names('pdfjs-dist/legacy/build/pdf.worker.mjs', 'pdfjs-dist/wasm/openjpeg.wasm')).toEqual(
    expect.arrayContaining(['brotli', 'core-js', 'jbig2', 'openjpeg', 'pdfjs-dist', 'qcms']),
  );
  expect(names('@xterm/headless/lib-headless/xterm-headless.js')).toEqual(['@xterm/headless', 'vscode']);
  expect(names('@xterm/addon-unicode-graphemes/lib/addon-unicode-graphemes.js')).toEqual(
    expect.arrayContaining(['tiny-inflate', 'unicode-properties', 'unicode-trie']),
  );
});

test('every part has a licence text', () => {
  const parts = thirdParties([join(packages, 'pdfjs-dist/legacy/build/pdf.worker.mjs')]);
  for (const {name, licence} of parts)
    expect([name, licence]).toEqual([name, expect.stringMatching(/copyright|licen/i)]);
});

test('a part without a licence is an error, and so is a notice that is stale or missing', () => {
  const part = {name: 'some', version: '1.0.0', from: 'some', licence: 'Copyright (c) Somebody'};
  expect(noticeProblems([{...part, licence: undefined}], '')).toEqual([
    'some (bundled with some) has no licence text; put it into script/licences/',
  ]);
  for (const notice of [undefined, '', 'some 1.0.0'])
    expect(noticeProblems([part], notice)).toEqual(['NOTICE is not up to date; run: npm run build']);
});
