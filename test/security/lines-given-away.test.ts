/** A line goes without Enter where Ctrl+D gives it away, and where what was typed is not seen: it is judged all the same. */
import {rmSync} from 'node:fs';
import {describe, expect, test} from 'vitest';
import {needs} from '../support/needs.ts';
import {ASKED, EVIL, type Guarded, guarded, startsUp} from './guarded.ts';

const sure = {submit: true, confirm: true};

async function inside(program: string, until: string): Promise<Guarded> {
  needs(program.split(' ')[0] ?? '');
  const agent = await guarded('bash', {safe_commands: [program.split(' ')[0] ?? '']});
  await agent.run(program, {...startsUp, until, confirm: true});
  return agent;
}

describe('Ctrl+D gives no line away unasked', () => {
  test.each([
    ['dash', '^[#$] $', EVIL],
    ['bash --norc --noediting', '[#$] $', EVIL],
    ['tclsh', '^% $', 'exec touch ran'],
  ])('at the prompt of %s', async (program, prompt, line) => {
    await using agent = await inside(program, prompt);
    await agent.type(line);
    expect(await agent.keys('C-d')).toBe(ASKED);
    // The same in one write.
    expect(await agent.keys('text:;', 'C-d', 'C-d')).toBe(ASKED);
    expect(agent.hasRun()).toBe(false);
  });

  test('in the editor of Node.js', async () => {
    await using agent = await inside('node', '^> $');
    await agent.type('.editor', {...sure, timeout: 300});
    await agent.type('require("child_process").execSync("touch ran")');
    expect(await agent.keys('C-d')).toBe(ASKED);
    expect(agent.hasRun()).toBe(false);
  });

  test('to an interpreter that reads a script', async () => {
    needs('perl');
    await using agent = await inside('printf "go\\n"; perl', '^go$');
    await agent.type('system("touch ran")');
    expect(await agent.keys('C-d')).toBe(ASKED);
    expect(agent.hasRun()).toBe(false);
  });

  test('but ends an input that has nothing left, and goes on where it was let through', async () => {
    await using agent = await inside('dash', '^[#$] $');
    await agent.type('mkdir made; exit 3');
    expect(await agent.keys('C-d')).toBe('needs_confirmation');
    await agent.terminal.call('send_keys', {keys: ['C-d'], confirm: true});
    // It takes what it has when it is told that there is no more.
    await agent.keys('C-d');
    await agent.atPrompt();
    expect(await agent.run('test -d made')).toBe('completed');
    await agent.run('dash', {...startsUp, until: '^[#$] $', confirm: true});
    await agent.keys('C-d');
    await agent.atPrompt();
  });

  test('to a bash with the keys of vi, which takes it as at Enter', async () => {
    await using agent = await guarded('bash');
    await agent.run('set -o vi');
    await agent.atPrompt();
    await agent.type(EVIL);
    expect(await agent.keys('C-d')).toBe(ASKED);
    expect(agent.hasRun()).toBe(false);
  });

  test.each([['v'], ['l', 'v'], ['3', 'h', 'v'], ['text:fcv'], ['text:0dw', 'v']])(
    'nor does %s behind Escape, with the keys of vi: bash has an editor open it, and runs what that leaves',
    async (...keys) => {
      await using agent = await guarded('bash');
      await agent.run('set -o vi');
      await agent.atPrompt();
      await agent.type(`echo; ${EVIL}`);
      expect(await agent.keys('Escape', ...keys)).toBe(ASKED);
      expect(agent.hasRun()).toBe(false);
    },
  );

  test.each([
    ['zsh', 'bindkey -v', ['#']],
    ['zsh', 'bindkey -v; setopt interactive_comments', ['#']],
    ['bash', 'set -o vi', ['1', '#']],
  ] as const)(
    'nor does # behind Escape, with the keys of vi, which makes a comment a line again: %s, %s',
    async (shell, keys, pressed) => {
      await using agent = await guarded(shell);
      await agent.run(keys);
      await agent.atPrompt();
      await agent.type(`#${EVIL}`);
      expect(await agent.keys('Escape', ...pressed)).toBe(ASKED);
      expect(agent.hasRun()).toBe(false);
    },
  );

  test('and makes zsh list nothing that the line substitutes', async () => {
    await using agent = await guarded('zsh');
    await agent.type('ls $(touch ran)/');
    expect(await agent.keys('C-d')).toBe('needs_confirmation');
    expect(await agent.keys('C-M-d')).toBe('needs_confirmation');
    expect(agent.hasRun()).toBe(false);
  });
});

// What readline and zle wait for more behind takes the mark of a paste: its line ends would be Enter.
describe.each(['bash', 'zsh'] as const)('a paste in %s behind a key that may take its mark', shell => {
  test.each(['C-v', 'C-x', 'Escape', 'C-]', 'M-b'])('is not typed: %s', async key => {
    await using agent = await guarded(shell);
    await agent.keys(key);
    await expect(agent.type(`x\n${EVIL}\necho`)).rejects.toMatchObject({code: 'input_held'});
    expect(agent.hasRun()).toBe(false);
    await agent.keys('C-c');
    await agent.atPrompt();
    await agent.type(`x\n${EVIL}\necho`);
    expect(await agent.keys('Enter')).toBe(ASKED);
    expect(agent.hasRun()).toBe(false);
  });
});

describe('a key in whose course a shell runs what the line substitutes is judged', () => {
  test.each([
    ['fish', 'true', 'echo (touch ran)', ['M-o']],
    ['zsh', 'bindkey -v', 'ls `touch ran`', ['C-g']],
    ['zsh', 'bindkey -v', 'ls `touch ran`/', ['Escape', '$', '=']],
    ['bash', 'set -o vi', 'ls `touch ran`/', ['Escape', '$', '=']],
    ['bash', 'set -o vi', 'ls `touch ran`/', ['C-n']],
    ['bash', 'true', 'ls `touch ran`/', ['M-/']],
  ] as const)('%s with %s: %s and %j', async (shell, keys, line, pressed) => {
    await using agent = await guarded(shell);
    await agent.run(keys);
    await agent.atPrompt();
    await agent.type(line);
    const states: string[] = [];
    for (const key of pressed) states.push(await agent.keys(key));
    expect(states.at(-1)).toMatch(/^needs_/);
    expect(agent.hasRun()).toBe(false);
  });

  test('and in the locale C no character of a text is such a key in bash', async () => {
    await using agent = await guarded('bash', {}, {LC_ALL: 'C'});
    for (const locale of ['C', 'C.UTF-8', 'POSIX']) {
      await agent.run(`LC_ALL=${locale}`, {confirm: true});
      // At its next prompt readline learns of the other locale; what is set by then stays.
      await agent.run('true');
      await agent.atPrompt();
      await agent.type('echo `touch ran` ', {paste: false});
      await agent.type('\u0085Å', {paste: false});
      expect(await agent.keys('Enter')).toBe('denied');
      expect(agent.hasRun()).toBe(false);
      await agent.keys('C-c');
      await agent.atPrompt();
    }
  });

  test('as it is in zsh where ^X ^V leads to the commands of vi', async () => {
    await using agent = await guarded('zsh');
    await agent.type(`#${EVIL}`);
    await agent.keys('C-x', 'C-v');
    expect(await agent.keys('#')).toBe(ASKED);
    expect(agent.hasRun()).toBe(false);
  });
});

describe('what was typed and is not seen is judged with the line', () => {
  test('where it is not echoed', async () => {
    await using agent = await inside('dash', '^[#$] $');
    await agent.type("stty -echo; printf '%s$ ' at; sleep 600; stty echo", {...sure, timeout: 0.1});
    await agent.terminal.until(session => session.lastLine() === 'at$');
    await agent.type(EVIL);
    expect(await agent.keys('Enter')).toBe(ASKED);
    expect(await agent.run(':', {confirm: true, timeout: 0.1}).catch(String)).not.toBe('completed');
    await agent.keys('C-c');
    expect(agent.hasRun()).toBe(false);
  });

  test('where it is painted over', async () => {
    await using agent = await inside('dash', '^[#$] $');
    agent.terminal.write('paint', '');
    await agent.type("(while test -f paint; do sleep 0.1; done; printf '\\r\\033[Kat# ') &", sure);
    await agent.type(EVIL);
    rmSync(agent.terminal.file('paint'));
    await agent.terminal.until(session => session.lastLine() === 'at#');
    expect(await agent.keys('Enter')).toBe(ASKED);
    expect(agent.hasRun()).toBe(false);
  });
});
