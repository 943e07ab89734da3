/** The screen as it was at any moment of a session, living or ended. */
import {expect, test} from 'vitest';
import {type LogCursor, logCursor} from '../../src/core/index.ts';
import type {Engine, ScreenReading} from '../../src/engine/index.ts';
import {TestTerminal} from '../conformance/test-terminal.ts';

test('the screen of the moment a command ended is there again, in the size the terminal had, also when the session is over', async () => {
  const first = await TestTerminal.open('pty', 'bash', {cols: 60, rows: 8, outlivesEngine: true});
  const ends: LogCursor[] = [];
  for (const command of [
    'seq 3',
    "printf '\\033[2J\\033[Hcleared\\n'",
    'seq 100',
    "printf '\\033[?1049halternate\\033[?1049l'",
  ]) {
    await first.run(command);
    if (command === 'seq 100') await first.call('manage_session', {action: 'resize', cols: 30, rows: 5});
    ends.push(first.session.tracker.recentCommands(1)[0]?.outputEnd ?? logCursor(-1));
  }
  await first.until(({tracker}) => tracker.phase === 'prompt');
  const seen = await screens(first.engine, first.sessionId, ends);
  expect(seen[0]).toMatchObject({cols: 60, rows: 8, text: expect.stringMatching(/1\n2\n3$/)});
  expect(seen[1]).toMatchObject({cols: 60, rows: 8, text: 'cleared'});
  expect(seen[2]).toMatchObject({cols: 60, rows: 8, text: expect.stringMatching(/^94\n95\n96\n97\n98\n99\n100$/)});
  expect(seen[3]).toMatchObject({cols: 30, rows: 5, screen: 'primary'});
  const last = await first.engine.screens.screenAt(first.sessionId, first.session.tracker.outputEnd);
  expect(last).toEqual(await first.session.screen.read());
  await first.session.close();
  await first.engine[Symbol.asyncDispose]();
  await using second = await first.adoptedByNext();
  expect(await screens(second.engine, first.sessionId, ends)).toEqual(seen);
  await expect(second.engine.screens.screenAt('pty:never', logCursor(0))).rejects.toMatchObject({
    code: 'unknown_session',
  });
});

test('while a program draws on, a look at the past is one at the past', async () => {
  await using terminal = await TestTerminal.open('pty', 'bash', {cols: 40, rows: 6});
  await terminal.run("printf 'before\\n'");
  const at = terminal.session.tracker.outputEnd;
  const {text} = await terminal.session.screen.screenAt(at);
  await terminal.run("while sleep 0.01; do printf 'x%s ' $((i++)); done", {until: 'x20 '});
  for (let look = 0; look < 10; look++) {
    const present = await terminal.session.screen.read();
    expect((await terminal.session.screen.screenAt(at)).text).toBe(text);
    expect(present.text).toContain('x20');
  }
});

function screens(engine: Engine, id: string, ends: readonly LogCursor[]): Promise<ScreenReading[]> {
  return Promise.all(ends.map(end => engine.screens.screenAt(id, end)));
}
