/** `cotty replay` in a person's terminal. */
import {afterAll, beforeAll, expect as check, test} from 'vitest';
import {expect, launch, type Tui} from '../../src/library/tui-test.ts';
import {TestHome} from '../support/cotty-process.ts';

const PATIENCE = {timeoutMs: 40_000};

let home: TestHome;
let last = '';

beforeAll(async () => {
  home = await TestHome.make();
  await home.verb('new', '--name', 'film', '--shell', 'bash');
  await home.verb('run', '--session', 'film', '--', 'echo first-$((1+1))');
  await home.verb('run', '--session', 'film', '--', 'for i in 1 2 3; do echo step $i; sleep 0.3; done; (exit 3)');
  last = String((await home.json('run', '--session', 'film', '--', 'echo the-last-one')).command_id);
});

afterAll(async () => {
  await home[Symbol.asyncDispose]();
});

/** A shell on whose screen something stands already. */
async function replay(...argv: string[]): Promise<Tui> {
  const line = `printf 'before\\nwhat stood here'; ${home.commandLine('replay', 'film', ...argv)}; echo; echo "left $?"; stty -a | grep -o ' icanon'; read -r rest`;
  return launch(line, {cols: 90, rows: 20, env: {COTTY_HOME: home.path}});
}

test('it plays to the end, and leaves the terminal as it was', async () => {
  await using app = await replay('--speed', '16');
  await expect(app).toShow('the-last-one', PATIENCE);
  await expect(app).toShow(/❚❚ 16× cut {2}0:0\d \/ 0:0\d/, PATIENCE);
  await expect(app).not.toShow('what stood here', PATIENCE);
  await app.press('q');
  await expect(app).toShow('icanon', PATIENCE);
  check((await app.screen()).split('\n').slice(0, 4)).toEqual(['before', 'what stood here', 'left 0', ' icanon']);
  check((await app.cursor()).visible).toBe(true);
});

test('one goes from command to command, each with its line, exit code, duration and who gave it', async () => {
  await using app = await replay('--paused');
  await expect(app).toShow('❚❚ 1× cut  0:00', PATIENCE);
  await app.press('n', 'n');
  await expect(app).toShow(/for i in 1.*… · exit 3 · \d\.\d s · agent /, PATIENCE);
  await expect(app).toShow('first-2', PATIENCE);
  await expect(app).not.toShow(/^step 1/, PATIENCE);
  await app.press('n');
  await expect(app).toShow(/echo the-last-one · exit 0/, PATIENCE);
  await expect(app).toShow(/^step 3/, PATIENCE);
  await app.press('p');
  await expect(app).toShow(/· exit 3 ·/, PATIENCE);
  await expect(app).not.toShow(/^step 1/, PATIENCE);
});

test('one jumps to what was looked for, and on to the next place', async () => {
  await using app = await replay('--paused');
  await expect(app).toShow('0:00 /', PATIENCE);
  await app.press('/');
  await app.type('step');
  await expect(app).toShow('/step', PATIENCE);
  await app.press('Enter');
  await expect(app).toShow(/1 of \d: .*step/, PATIENCE);
  for (let at = 2; at <= 4; at++) {
    await app.press('>');
    await expect(app).toShow(new RegExp(`${at} of \\d: `), PATIENCE);
  }
  await expect(app).toShow(/^step 3/, PATIENCE);
  await expect(app).not.toShow('the-last-one', PATIENCE);
});

test('it begins with a command, is painted for a terminal that becomes smaller, and a session that has ended plays too', async () => {
  await home.verb('kill', 'film');
  await using app = await replay('--paused', '--from', last);
  await expect(app).toShow(/echo the-last-one · exit 0/, PATIENCE);
  await app.resize(60, 8);
  await expect(app).toShow(/❚❚ 1× cut .*\? keys$/, PATIENCE);
  check((await app.screen()).split('\n').length).toBe(8);
  await app.press('?');
  await expect(app).toShow('five seconds back', PATIENCE);
  await app.press('C-c');
  await expect(app).toShow('left 0', PATIENCE);
});

test.for([
  [['--speed', '3'], 1, /--speed is one of 1, 2, 4, 8, 16, not 3/],
  [['--paused'], 1, /Playing a recording needs a terminal on stdin and stdout\.\n.*cotty export SESSION --cast FILE/],
] as const)('without a terminal, or with %s, it says what to do', async ([options, exitCode, words]) => {
  const refused = await home.run('replay', 'film', ...options);
  check([refused.exitCode, refused.stderr]).toEqual([exitCode, check.stringMatching(words)]);
});
