/** Pictures of what a terminal shows, now and at any earlier moment. */
import {expect, test} from 'vitest';
import {servicesOf} from '../../src/engine/index.ts';
import {findTool, selectTools, type ToolImage} from '../../src/tools/index.ts';
import {TestTerminal} from '../conformance/test-terminal.ts';
import {needs} from '../support/needs.ts';

test('a full-screen program is seen as it is, while it runs and long after the session is over', async () => {
  needs('vim');
  const first = await TestTerminal.open('pty', 'bash', {
    cols: 40,
    rows: 10,
    outlivesEngine: true,
    home: {'poem.txt': 'roses are red\n'},
  });
  await first.call('send_keys', {keys: ['text:vim -u NONE poem.txt', 'Enter'], wait_for: '14 bytes|14B'});
  const seen = await first.call('screenshot', {format: 'text'});
  expect(seen).toMatchObject({
    text: expect.stringMatching(/^roses are red\n~/),
    grid_size: {cols: 40, rows: 10},
    at: expect.any(Number),
  });
  const picture = await take(first, {});
  await first.call('send_keys', {keys: ['text:dd'], wait_for: 'No lines'});
  const changed = await first.call('screenshot', {compare_to: seen.at});
  expect(changed.changed_rows).toContainEqual({row: 0, before: 'roses are red', after: ''});
  await first.session.close();
  await first.engine[Symbol.asyncDispose]();
  await using second = await first.adoptedByNext();
  expect(await take(second, {at: seen.at})).toEqual(picture);
  expect(await second.call('screenshot', {format: 'text', at: seen.at})).toMatchObject({text: seen.text});
});

test('a moment that never was is no picture, and says which there are', async () => {
  await using terminal = await TestTerminal.open('pty', 'bash');
  await expect(terminal.call('screenshot', {at: 10_000_000})).rejects.toMatchObject({
    code: 'invalid_argument',
    message: expect.stringMatching(/kept from 0 to \d+/),
  });
});

test('the characters that no font has are named', async () => {
  await using terminal = await TestTerminal.open('pty', 'bash');
  await terminal.run("printf '\\U1fbfe\\n'");
  expect(await terminal.call('screenshot', {})).toMatchObject({missing_glyphs: ['U+1FBFE']});
});

/** The bytes of the PNG. */
async function take(terminal: TestTerminal, input: Record<string, unknown>): Promise<Uint8Array | undefined> {
  const images: ToolImage[] = [];
  const tool = findTool(selectTools(['terminal']), 'screenshot');
  await tool.call(
    {session_id: terminal.sessionId, ...input},
    {
      services: servicesOf(terminal.engine),
      caller: terminal.caller,
      signal: new AbortController().signal,
      onImage: image => images.push(image),
    },
  );
  return images[0]?.bytes;
}
