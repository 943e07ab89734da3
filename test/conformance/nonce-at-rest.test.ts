import {readdirSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import {describe, expect} from 'vitest';
import {logCursor} from '../../src/core/index.ts';
import {toAsciicast} from '../../src/log/index.ts';
import {hardCase} from './hard-case.ts';
import {aWhile} from './programs.ts';
import {stealProof} from './stolen-proof.ts';
import {completed, fullShells, type ShellName, stillHere, TestTerminal, terminals} from './test-terminal.ts';

/** Ways to make each shell print all it knows. */
const telling: Readonly<Record<string, readonly string[]>> = {
  bash: [
    'set',
    'declare -p; declare -f; typeset; export -p',
    'set -x; true; set +x',
    'history; fc -l; trap; bind -p',
    String.raw`printf '\033]0;%s\007' "$__cotty_nonce"; echo "$PS1 $PS0"`,
    'shopt -u promptvars',
    'declare -p PS1 PS0 __cotty_literal',
    'shopt -s promptvars',
    'eval "echo \\"$__cotty_nonce\\" | cat"',
  ],
  zsh: [
    'set; typeset; typeset -p; export -p; functions',
    'setopt xtrace; true; unsetopt xtrace',
    'fc -l 1; typeset -m "*"',
    String.raw`printf '\033]0;%s\007' "$__cotty_nonce"; echo $__cotty_nonce | cat`,
  ],
  fish: [
    'set; set --show; functions __cotty_emit',
    'set -g fish_trace 1; true; set -e fish_trace',
    'history | cat',
    String.raw`printf '\033]0;%s\007' (functions __cotty_emit | string match -r '\\S{24}')`,
  ],
};

/** The same into files, where it would stay. Nothing of it may hold the nonce. */
const leaving: Readonly<Record<string, readonly string[]>> = {
  bash: ['env', 'export -p', 'history', 'cat /proc/$$/environ /proc/$$/cmdline', 'alias; trap; bind -p'],
  zsh: [
    'env',
    'set',
    'typeset',
    'typeset -p',
    'export -p',
    'fc -l 1',
    'cat /proc/$$/environ /proc/$$/cmdline',
    'alias',
  ],
  fish: ['env', 'set', 'set --show', 'history', 'cat /proc/$fish_pid/environ /proc/$fish_pid/cmdline'],
};

describe.each(terminals(fullShells))('$backend, $shell: the nonce at rest', ({backend, shell}) => {
  hardCase('E14', 'whatever prints it shows asterisks: in the log, in answers, events and recordings', async () => {
    await using terminal = await TestTerminal.open(backend, shell, {outlivesEngine: true});
    const answers: unknown[] = [];
    for (const command of telling[shell] ?? []) answers.push(await terminal.run(command));
    answers.push(await terminal.call('get_context', {}));
    answers.push(await terminal.call('read_screen', {}));
    answers.push(await terminal.call('read_output', {cursor: 0, max_output_bytes: 900_000}));
    answers.push(await terminal.call('wait_for_events', {after: 0, timeout: 0.1}));
    const {nonce} = await stealProof(terminal, shell);
    expect(await terminal.outcome(`echo ${nonce}`)).toEqual(completed('*'.repeat(24)));
    await terminal.call('send_text', {text: `: ${nonce}`, submit: true});
    await terminal.run('true');
    for await (const line of toAsciicast(terminal.session.log, {tellsInput: true})) answers.push(line);
    const {bytes} = await terminal.session.log.readOutput(logCursor(0), terminal.session.log.end);
    answers.push(Buffer.from(bytes).toString('latin1'));
    expect(JSON.stringify(answers)).toContain('*'.repeat(24));
    for (const part of [nonce, nonce.slice(0, 12)]) {
      expect(JSON.stringify(answers)).not.toContain(part);
      expect(terminal.driver.everythingWritten(terminal.cottyHome)).not.toContain(part);
    }
    expect(await terminal.proof()).toEqual(stillHere);
  });

  hardCase('E14', 'no list that the shell writes into a file, and no environment, holds it', async () => {
    await using terminal = await TestTerminal.open(backend, shell);
    for (const state of exporting(shell)) {
      await terminal.run(state);
      for (const [index, command] of (leaving[shell] ?? []).entries())
        await terminal.run(`${command} >>${terminal.file(`list-${index}`)} 2>&1`);
    }
    const {nonce} = await stealProof(terminal, shell);
    const lists = readdirSync(terminal.home).filter(name => name.startsWith('list-'));
    expect(lists).toHaveLength(leaving[shell]?.length ?? 0);
    for (const name of lists) {
      const text = readFileSync(join(terminal.home, name), 'latin1');
      expect(text).not.toBe('');
      expect(text).not.toContain(nonce);
    }
    expect(await terminal.proof()).toEqual(stillHere);
  });

  hardCase('E14', 'errors that go into a file take no mark along', async () => {
    await using terminal = await TestTerminal.open(backend, shell);
    const file = terminal.file('errors');
    await terminal.run(shell === 'fish' ? `begin; echo one >&2; end 2>${file}` : `exec 2>${file}`);
    // Without its prompts nobody says when a line is over.
    await terminal.run('ls /nowhere', {timeout: aWhile});
    await terminal.run('true', {timeout: aWhile});
    if (shell !== 'fish') await terminal.run('exec 2>/dev/tty');
    const {nonce} = await stealProof(terminal, shell);
    expect(readFileSync(file, 'latin1')).not.toBe('');
    expect(readFileSync(file, 'latin1')).not.toContain(nonce);
    expect(await terminal.proof()).toEqual(stillHere);
  });
});

/** States in which a shell exports more than usual. */
function exporting(shell: ShellName): readonly string[] {
  if (shell === 'fish') return ['true'];
  return shell === 'zsh'
    ? ['true', 'setopt allexport', 'PS1=new']
    : ['true', 'set -a', 'shopt -u promptvars', 'PS1=new'];
}
