/** What a program prints is bounded work for its own screen, and nothing to anybody else. */
import {describe, expect} from 'vitest';
import {hardCase} from './hard-case.ts';
import {isPartLeftOut} from './not-applicable.ts';
import {fullShells, stillHere, TestTerminal, terminals} from './test-terminal.ts';

const finals = Array.from({length: 0x7f - 0x40}, (_, index) => String.fromCharCode(0x40 + index));
const largest = '2147483647';
const counts = ['', '0', '1', '80', largest, '4294967296', `1${'0'.repeat(30)}`, `${largest};${largest};${largest}`];
/** What stands before and after the count. */
const frames: readonly (readonly [string, string])[] = [
  ['', ''],
  ['?', ''],
  ['>', ''],
  ['', ' '],
  ['', "'"],
  ['', '!'],
  ['?', '$'],
  ['1:', `:${largest}`],
];

/** All sequences of one kind, and a reset of the terminal. */
function allOf([before, after]: readonly [string, string]): string {
  return `${counts.flatMap(count => finals.map(final => `x\x1b[${before}${count}${after}${final}`)).join('')}\x1bc`;
}

describe.each(terminals(fullShells))('$backend, $shell: output that is meant to hurt', ({backend, shell}) => {
  hardCase(
    'E13',
    'every control sequence with every kind of count leaves verdict, screen and session whole',
    async () => {
      await using terminal = await TestTerminal.open(backend, shell);
      const {session_id} = await terminal.call('manage_session', {action: 'create', shell});
      await terminal.run('echo beside', {session_id});
      for (const frame of frames) {
        terminal.write('sequences', allOf(frame));
        expect(await terminal.run('cat sequences; echo over')).toMatchObject({
          state: 'completed',
          exit_code: 0,
          via: 'mark',
        });
        const screen = await terminal.call('read_screen', {});
        const [first = ''] = String(screen.text).split('\n');
        if (isPartLeftOut(backend, 'E13', 'no answer on the screen')) expect(first).toMatch(/over$/);
        else expect(first).toBe('over');
        expect(screen).not.toHaveProperty('skipped_bytes');
        expect(await terminal.call('read_screen', {session_id})).toMatchObject({
          text: expect.stringContaining('beside'),
        });
      }
      expect(await terminal.proof()).toEqual(stillHere);
    },
  );

  hardCase('E13', 'fifteen bytes stop no screen', async () => {
    await using terminal = await TestTerminal.open(backend, shell);
    for (const final of 'STLMZb@PXI') {
      const ran = await terminal.run(`printf 'x\\033[${largest}${final}'`);
      expect(ran).toMatchObject({state: 'completed', exit_code: 0});
      await terminal.run(`printf '\\r\\033[Kafter ${final}\\n'`);
      expect(await terminal.call('read_screen', {})).toMatchObject({text: expect.stringContaining(`after ${final}`)});
    }
  });

  hardCase(
    'E13',
    'megabytes of costly sequences cost their own session alone, and the screen says what it left out',
    async () => {
      await using terminal = await TestTerminal.open(backend, shell);
      const {session_id} = await terminal.call('manage_session', {action: 'create', shell});
      await terminal.run('echo beside', {session_id});
      await terminal.call('read_screen', {session_id});
      terminal.write('flood', `${'\x1b[500S'.repeat(700_000)}\r\n`);
      expect(await terminal.run('cat flood; echo over')).toMatchObject({state: 'completed', exit_code: 0});
      const order: string[] = [];
      const screen = terminal.call('read_screen', {}).finally(() => order.push('flooded'));
      for (let time = 0; time < 3; time++) {
        const {text} = await terminal.call('read_screen', {session_id});
        order.push(String(text).includes('beside') ? 'other' : String(text));
      }
      const flooded = {text: expect.stringContaining('over'), skipped_bytes: expect.any(Number)};
      expect(await screen).toMatchObject(flooded);
      expect(order.slice(0, 3)).toEqual(['other', 'other', 'other']);
      await terminal.run("printf '\\033[H\\033[2J\\033[3J'");
      expect(await terminal.call('read_screen', {scrollback: true})).not.toHaveProperty('skipped_bytes');
    },
  );

  hardCase('E13', 'the last cell of the screen is no trap', async () => {
    await using terminal = await TestTerminal.open(backend, shell);
    const {session_id} = await terminal.call('manage_session', {action: 'create', shell});
    await terminal.run('echo beside', {session_id});
    await terminal.run("printf '\\033[999;999H\\033[1J\\033[Hafter\\n'");
    expect(await terminal.call('read_screen', {})).toMatchObject({text: expect.stringMatching(/^after/)});
    expect(await terminal.call('read_screen', {session_id})).toMatchObject({text: expect.stringContaining('beside')});
  });
});
