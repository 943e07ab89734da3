import {expect, test} from 'vitest';
import {OPEN_FILES} from '../runner/pinned-path.ts';
import {runnerCommand} from './runner-command.ts';

function grants(workspace: string, artifacts: string) {
  const command = runnerCommand(
    {workspace, artifacts, closed: [], packages: '/home/ocr'},
    {entry: '/code/runner.js', readable: ['/code']},
  );
  const flags = command.filter(flag => /^--allow-fs-write=|^--allow-fs-read=\/(code|our)/.test(flag));
  return flags.filter(flag => flag !== `--allow-fs-write=${OPEN_FILES}`);
}

test('workspace and artifacts may be written, the code only read', () => {
  expect(grants('/our-w', '/home/artifacts')).toEqual([
    '--allow-fs-read=/code',
    '--allow-fs-read=/our-w',
    '--allow-fs-write=/our-w',
    '--allow-fs-write=/home/artifacts',
  ]);
});

test('what lies in a granted folder is not granted again', () => {
  expect(grants('/our-w', '/our-w/home/artifacts')).toEqual([
    '--allow-fs-read=/code',
    '--allow-fs-read=/our-w',
    '--allow-fs-write=/our-w',
  ]);
  expect(grants('/', '/our-w/artifacts')).toEqual(['--allow-fs-write=/']);
});

test('a workspace is refused whose flag would be read as another folder', () => {
  const refusal = expect.objectContaining({code: 'invalid_argument'});
  expect(() => grants('/our-w*', '/a')).toThrow(refusal);
  expect(() => grants('/our-w', '/our-w2/artifacts')).toThrow(refusal);
  expect(grants('/our-w2', '/our-w/artifacts')).toContain('--allow-fs-write=/our-w2');
});
