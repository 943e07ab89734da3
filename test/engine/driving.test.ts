/** Full-screen programs driven as a test or an agent drives them: wait, find, click, wait until it rests. */
import {expect, test} from 'vitest';
import {TestTerminal} from '../conformance/test-terminal.ts';
import {needs} from '../support/needs.ts';

/** Shows two buttons and says which places the mouse was pressed at, in the encoding that it asked for. */
const buttons = `
printf '\\033[?1049h\\033[2J\\033[?1000h'
[ "$1" = sgr ] && printf '\\033[?1006h'
printf '\\033[3;5H[ Save ]   [ Quit ]\\033[6;1H'
stty -echo -icanon
if [ "$1" = sgr ]; then
  IFS= read -rsd M press; IFS= read -rsd m release
  printf '%s' "\${press#*<}" >>pressed
else
  LC_ALL=C; IFS= read -rsn 6 press; IFS= read -rsn 6 release
  printf '%s' "$press" | od -An -tu1 | tr -s ' ' >>pressed
fi
printf '\\033[?1000;1006l\\033[?1049l'
`;

test.for([
  ['sgr', '0;8;3'],
  ['x10', ' 27 91 77 32 40 35\n'],
] as const)('a click on a text goes to the middle of it, in the encoding %s', async ([encoding, pressed]) => {
  await using terminal = await TestTerminal.open('pty', 'bash', {home: {'buttons.sh': buttons}});
  await terminal.call('send_keys', {keys: [`text:bash buttons.sh ${encoding}`, 'Enter']});
  expect(await terminal.call('read_screen', {find: '[ Quit ]', timeout: 40})).toMatchObject({
    satisfied: true,
    matches: [{row: 2, col: 15, length: 8, style: ''}],
  });
  await terminal.call('send_keys', {keys: ['click:text=Save'], timeout: 0});
  await terminal.until(({tracker}) => tracker.phase === 'prompt');
  expect(terminal.read('pressed')).toBe(pressed);
});

test('a click on what is not there, or there twice, is not made, and says why', async () => {
  await using terminal = await TestTerminal.open('pty', 'bash');
  await terminal.run("printf 'twice twice\\n'");
  await expect(terminal.call('send_keys', {keys: ['click:text=nowhere']})).rejects.toMatchObject({
    code: 'invalid_argument',
    message: 'There is no "nowhere" on the screen.',
  });
  await expect(terminal.call('send_keys', {keys: ['click:text=twice ']})).rejects.toMatchObject({
    code: 'invalid_argument',
    hint: expect.stringMatching(/click:\d+,\d+ click:\d+,\d+/),
  });
});

test.for([
  ['a pattern', {wait_for: '^made-[0-9]+$'}],
  ['a text', {find: 'made-42'}],
  ['the cursor', {cursor_at: {x: 7, y: 9}}],
  ['all of them', {wait_for: '^made', find: 'made-42', cursor_at: {x: 7, y: 9}}],
] as const)('read_screen waits for %s, and answers when it is there', async ([, wanted]) => {
  await using terminal = await TestTerminal.open('pty', 'bash');
  expect(await terminal.call('read_screen', {...wanted, timeout: 0})).toMatchObject({satisfied: false});
  const waiting = terminal.call('read_screen', {...wanted, timeout: 50});
  await terminal.run("printf '\\033[2J\\033[10;1Hma''de-42'; read -rsn 1", {wait_for_completion: false});
  const screen = await waiting;
  expect(screen).toMatchObject({satisfied: true, text: expect.stringMatching(/^made-42$/m)});
});

test('read_screen waits until the screen is another one than that of a hash', async () => {
  await using terminal = await TestTerminal.open('pty', 'bash');
  await terminal.run("printf '\\033[2J\\033[Hresting'; read -rsn1", {wait_for_completion: false});
  const {screen_hash} = await terminal.call('read_screen', {wait_for: '^resting$', timeout: 40});
  expect(await terminal.call('read_screen', {changed_from: screen_hash, timeout: 0})).toMatchObject({satisfied: false});
  const waiting = terminal.call('read_screen', {changed_from: screen_hash, timeout: 50});
  await terminal.call('send_keys', {keys: ['x'], timeout: 0});
  expect(await waiting).toMatchObject({satisfied: true, screen_hash: expect.not.stringMatching(`^${screen_hash}$`)});
});

test('a spinner never rests, unless its place is left out', async () => {
  await using terminal = await TestTerminal.open('pty', 'bash', {cols: 40, rows: 10});
  const spinner = "while sleep 0.02; do printf '\\0337\\033[1;38H%s\\0338' $((i++ % 10)); done";
  await terminal.run(`clear; echo resting; ${spinner}`, {until: 'resting'});
  await terminal.call('read_screen', {wait_for: '[0-9]$', timeout: 40});
  const ignore = [{top: 0, left: 37, bottom: 0, right: 39}];
  expect(await terminal.call('wait_for_stable_output', {timeout_seconds: 1})).toMatchObject({status: 'timeout'});
  expect(await terminal.call('wait_for_stable_output', {timeout_seconds: 40, ignore})).toMatchObject({
    status: 'stable',
    text: expect.stringContaining('resting'),
  });
});

test('dialog boxes are answered by clicks on their words', async () => {
  needs('dialog');
  await using terminal = await TestTerminal.open('pty', 'bash');
  await terminal.call('send_keys', {keys: ['text:dialog --yesno "Really go on?" 8 40', 'Enter']});
  await terminal.call('read_screen', {find: 'Really go on?', timeout: 40});
  await terminal.call('wait_for_stable_output', {timeout_seconds: 40});
  await terminal.call('send_keys', {keys: ['click:text=No '], timeout: 0});
  await terminal.until(({tracker}) => tracker.phase === 'prompt');
  expect(await terminal.run('echo "said $?"')).toMatchObject({output: 'said 1'});
});

test('escalate tells no signal that found nobody but the shell, and leaves the shell alone', async () => {
  await using terminal = await TestTerminal.open('pty', 'bash');
  // The shell itself reads.
  const {command_id} = await terminal.run("trap '' INT; echo go; read -r line", {until: '^go$'});
  const refused = await terminal.call('send_control', {character: 'C', escalate: true});
  expect(refused).toMatchObject({ended: false});
  expect(refused).not.toHaveProperty('escalated_to');
  await terminal.call('send_text', {text: 'x', submit: true});
  expect(await terminal.call('read_output', {command_id, wait_ms: 40_000})).toMatchObject({
    state: 'completed',
    exit_code: 0,
  });
});
