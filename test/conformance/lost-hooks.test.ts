/** A shell from which all of our functions, variables or keys are taken away: graded and usable, and exact again once it is asked for. */
import {describe, expect} from 'vitest';
import {type Actor, isCottyError} from '../../src/core/index.ts';
import {hardCase} from './hard-case.ts';
import {completed, fullShells, type ShellName, TestTerminal, terminals, type Value} from './test-terminal.ts';

const anna: Actor = {type: 'person', name: 'anna'};

/** Taken away so that no mark says anything any more. */
const takenAway: Readonly<Record<'bash' | 'zsh' | 'fish', readonly string[]>> = {
  bash: [
    'unset -f $(compgen -A function)',
    'unset -v $(compgen -v __cotty)',
    'set -u; unset -v $(compgen -v __cotty)',
    'set -u; unset -v __cotty_n __cotty_hooked',
    'unset -v __cotty_nonce',
    "unset -f $(compgen -A function __cotty); PS1='$ '; PS0=; PS2='> '; unset PROMPT_COMMAND",
    'eval "$(compgen -A function | sed "s/.*/&() { :; }/")"',
  ],
  zsh: [
    "unfunction -m '*'",
    "unset -m '*cotty*'",
    'unset __cotty_nonce',
    "unfunction -m '*cotty*'; precmd_functions=() preexec_functions=(); bindkey -d",
    'precmd_functions=(); preexec_functions=(); unfunction precmd; zle -D zle-line-init; bindkey -d',
  ],
  fish: [
    "functions -e (functions -a -n | string match '*cotty*')",
    'functions -e (functions -a -n)',
    "set -e (set -n | string match '*cotty*')",
    "functions -e (functions -a -n | string match '*cotty*'); bind -e --all",
  ],
};

/** A key, or what it calls, is taken away: lines come to the shell another way. */
const keysTaken: Readonly<Record<'bash' | 'zsh' | 'fish', readonly string[]>> = {
  bash: ['unset -f __cotty_line', 'unset -f __cotty_line __cotty_restore'],
  zsh: ['unfunction __cotty_line', 'unfunction __cotty_take_line'],
  fish: ['bind -e --all; functions -e __cotty_prompt'],
};

/** Other hooks are gone: what is left says all the same what became of a line. */
const hookTaken: Readonly<Record<'bash' | 'zsh' | 'fish', readonly string[]>> = {
  bash: ['unset -f __cotty_last', 'trap - DEBUG'],
  zsh: ['unfunction __cotty_last', 'zle -D zle-line-init __cotty_line', 'bindkey -A .safe main'],
  fish: ['functions -e __cotty_preexec', 'set -e __cotty_dir', 'functions -e __cotty_user_prompt fish_prompt'],
};

/** Each line is said to have run as it did, or that nobody knows what became of it; none has the code of another. */
async function isUsable(terminal: TestTerminal): Promise<void> {
  for (let round = 0; round < 2; round++) {
    for (const [line, output, exitCode] of lines) {
      const ran = await terminal.run(line);
      const told = {line, state: ran['state'], output: ran['output'], code: ran['exit_code']};
      expect(told).toEqual({
        line,
        state: 'completed',
        output: expect.stringContaining(output),
        code: expect.toSatisfy(code => code === null || code === exitCode),
      });
    }
    if (round === 0) await terminal.call('send_control', {character: 'C'});
  }
}

const lines: readonly [string, string, number][] = [
  ['false', '', 1],
  ['echo one', 'one', 0],
  ["echo two; sh -c 'exit 7'", 'two', 7],
];

/** Without marks a line tells nothing of its end but that the shell reads again. */
async function becomesExact(terminal: TestTerminal): Promise<void> {
  expect(await terminal.call('manage_session', {action: 'integrate'})).toMatchObject({shell_integration: 'full'});
  expect(await terminal.outcome("echo three; sh -c 'exit 5'")).toEqual(completed('three', 5));
  expect(await terminal.outcome('echo four')).toEqual(completed('four'));
}

async function typeLine(terminal: TestTerminal, line: string): Promise<void> {
  await terminal.session.gate.write(anna, Buffer.from(`${line}\r`), {kind: 'typed'});
  terminal.session.gate.lease.release(anna);
}

function isFull(shell: ShellName): shell is 'bash' | 'zsh' | 'fish' {
  return fullShells.includes(shell);
}

describe.each(terminals(fullShells))('$backend, $shell', ({backend, shell}) => {
  if (!isFull(shell)) return;

  hardCase.for(takenAway[shell])(
    'E06',
    'the session is graded and usable after %s, and exact again when asked',
    async line => {
      await using terminal = await TestTerminal.open(backend, shell);
      await terminal.run('true');
      await terminal.run(line);
      const lost = await terminal.run('true');
      // The one line on its way when the hooks go may be lost, and is said to be.
      if (lost['state'] !== 'completed')
        expect(lost).toMatchObject({state: 'lost', hint: expect.stringContaining('may have run')});
      await isUsable(terminal);
      expect(await terminal.run('true')).toMatchObject({hint: expect.stringContaining('action=integrate')});
      await becomesExact(terminal);
    },
  );

  hardCase('E06', 'where the prompt looks like none then, it is said what has it take lines again', async () => {
    await using terminal = await TestTerminal.open(backend, shell);
    await terminal.run('true');
    const asking = {
      bash: "unset -f $(compgen -A function); PS1='What now? '; PROMPT_COMMAND=",
      zsh: "unfunction -m '*cotty*'; PS1='What now? '",
      fish: "functions -e (functions -a -n); function fish_prompt; echo 'What now? '; end",
    }[shell];
    const told = await terminal.run(asking);
    expect(told).toMatchObject({
      state: 'awaiting_input',
      waiting_for: {unsure: true},
      hint: expect.stringContaining('send_control character=C'),
    });
    await expect(terminal.run('true')).rejects.toMatchObject({code: 'session_busy'});
    await terminal.call('send_control', {character: 'C'});
    expect(await terminal.run('echo back')).toMatchObject({output: expect.stringContaining('back')});
    await becomesExact(terminal);
  });

  hardCase.for(takenAway[shell].slice(0, 2))('E06', 'the same when a person has typed %s', async line => {
    await using terminal = await TestTerminal.open(backend, shell);
    await terminal.run('true');
    await typeLine(terminal, line);
    await isUsable(terminal);
    await becomesExact(terminal);
  });

  hardCase('E06', 'the same in a nested shell that was given marks', async () => {
    await using terminal = await TestTerminal.open(backend, shell);
    await terminal.run({bash: 'bash --norc', zsh: 'zsh -f', fish: 'fish --no-config'}[shell]);
    await terminal.call('manage_session', {action: 'integrate'});
    expect(await terminal.outcome('echo in')).toEqual(completed('in'));
    await terminal.run(takenAway[shell][0] ?? '');
    await isUsable(terminal);
    await becomesExact(terminal);
  });

  hardCase.for([false, true])(
    'E01',
    'without marks a command goes to the shell alone, and not to what somebody has typed there (nested: %s)',
    async isNested => {
      await using terminal = await TestTerminal.open(backend, shell);
      await terminal.run('true');
      if (isNested) {
        await terminal.run({bash: 'bash --norc', zsh: 'zsh -f', fish: 'fish --no-config'}[shell]);
        await terminal.call('manage_session', {action: 'integrate'});
      }
      await terminal.run(takenAway[shell][0] ?? '');
      await terminal.run('true');
      for (const [at, program] of ['cat >got', 'sleep 1000', "sh -c 'read x; exit 7'"].entries()) {
        await typeLine(terminal, `echo begun-''${at}; ${program}`);
        await terminal.call('read_screen', {wait_for: `begun-${at}`, timeout: 40});
        for (let i = 0; i < 2; i++)
          await expect(terminal.run('echo ran >>ran')).rejects.toMatchObject({code: 'session_busy'});
        await terminal.call('send_control', {character: 'C'});
        expect(await terminal.run('echo back')).toMatchObject({
          state: 'completed',
          output: expect.stringContaining('back'),
        });
      }
      expect(terminal.read('got')).toBe('');
      expect(() => terminal.read('ran')).toThrow('ENOENT');
    },
  );

  hardCase.for(keysTaken[shell])(
    'E05',
    'after %s one line is not taken and said so, and the next ones come another way',
    async line => {
      await using terminal = await TestTerminal.open(backend, shell);
      await terminal.run(line);
      const first = await terminal.run('echo first >>ran');
      if (first['state'] !== 'completed')
        expect(first).toMatchObject({state: 'lost', exit_code: null, hint: expect.any(String)});
      await isUsable(terminal);
    },
  );

  hardCase.for(hookTaken[shell])('E06', 'lines are exact after %s', async line => {
    await using terminal = await TestTerminal.open(backend, shell);
    await terminal.run(line);
    for (let i = 0; i < 2; i++) {
      expect(await terminal.run("echo one; sh -c 'exit 3'")).toMatchObject({
        output: expect.stringMatching(/^\n?one$/),
        exit_code: 3,
      });
      expect(await terminal.outcome('false')).toMatchObject({exit_code: 1, state: 'completed'});
    }
  });

  hardCase(
    'E01',
    'a question that a command asks by the line editor is no prompt, whatever stands before it',
    async () => {
      await using terminal = await TestTerminal.open(backend, shell);
      const ask = {
        bash: `read -e -p '$ ' x; echo "got <$x>"`,
        zsh: `x=; vared -p '$ ' x; echo "got <$x>"`,
        fish: `read -p 'echo "\\$ "' x; echo "got <$x>"`,
      }[shell];
      const asked = await terminal.run(ask);
      expect(asked).toMatchObject({state: 'awaiting_input', output: '$ '});
      for (let i = 0; i < 2; i++) {
        const refused = await terminal.run('false').catch((error: unknown): Value => {
          if (!isCottyError(error, 'session_busy')) throw error;
          return {refused: error.code};
        });
        expect(refused).toEqual({refused: 'session_busy'});
      }
      await terminal.call('send_text', {text: 'answer', submit: true});
      const {command_id} = asked;
      expect(await terminal.call('read_output', {command_id, wait_ms: 20_000})).toMatchObject({
        state: 'completed',
        exit_code: 0,
        text: expect.stringContaining('got <answer>'),
      });
      expect(await terminal.outcome('echo still')).toEqual(completed('still'));
    },
  );
});

describe.each(terminals(['bash'] as const))('$backend, $shell', ({backend, shell}) => {
  hardCase('E06', 'what a running line has printed is shown also where no mark says that it began', async () => {
    await using terminal = await TestTerminal.open(backend, shell);
    await terminal.run('true');
    await typeLine(terminal, 'shopt -u promptvars');
    const begun = await terminal.run('echo begun; head -1 >/dev/null; echo over; false', {timeout: 2});
    expect(begun).toMatchObject({state: 'running', output: 'begun'});
    await terminal.call('send_text', {text: '', submit: true});
    const over = await terminal.call('read_output', {command_id: begun['command_id'], wait_ms: 20_000});
    expect(over).toMatchObject({state: 'completed', exit_code: 1, text: expect.stringMatching(/^begun\s+over$/)});
    expect(await terminal.outcome('echo next')).toEqual(completed('next'));
  });
});
