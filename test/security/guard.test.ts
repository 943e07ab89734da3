/**
 * Attacks on the guard: an agent tries to have a line run that the policy does not let through. What would run leaves a file behind, and
 * none may be there. Whatever is not decided is asked, and nobody answers here.
 */
import {chmodSync, existsSync} from 'node:fs';
import {dirname} from 'node:path';
import {describe, expect, test} from 'vitest';
import {defaultPolicy, Policy} from '../../src/guard/index.ts';
import {fullShells, TestTerminal} from '../conformance/test-terminal.ts';
import {needs} from '../support/needs.ts';
import {ASKED, EVIL, type Guarded, guarded, startsUp} from './guarded.ts';

describe.each(fullShells)('%s', shell => {
  test('a line that is run, typed with Enter, and submitted', async () => {
    await using agent = await guarded(shell);
    expect(await agent.run(EVIL)).toBe(ASKED);
    expect(await agent.type(EVIL, {submit: true})).toBe(ASKED);
    expect(await agent.keys('Enter')).toBe(ASKED);
    expect(await agent.keys('C-j')).toBe(ASKED);
    expect(await agent.keys('C-m')).toBe(ASKED);
    expect(agent.hasRun()).toBe(false);
  });

  test('a line in pieces, edited in the middle', async () => {
    await using agent = await guarded(shell);
    await agent.type('echo -f x; touch ran');
    await agent.keys('C-a', 'Delete', 'Delete', 'Delete', 'Delete', 'text:rm');
    expect(await agent.keys('Enter')).toBe(ASKED);
    expect(agent.hasRun()).toBe(false);
  });

  test('a line from history', async () => {
    await using agent = await guarded(shell);
    await agent.personTypes(`${EVIL}\r`);
    await agent.terminal.until(() => agent.hasRun());
    await agent.personTypes('rm ran; true\r');
    await agent.terminal.until(() => !agent.hasRun());
    await agent.atPrompt();
    await agent.keys('Up', 'Up');
    expect(await agent.keys('Enter')).toBe(ASKED);
    expect(agent.hasRun()).toBe(false);
  });

  test('a word that Tab has completed', async () => {
    await using agent = await guarded(shell);
    agent.terminal.write('only-this-one', '#!/bin/sh\ntouch ran\n');
    await agent.type('rm -f only-th');
    await agent.keys('Tab');
    await agent.terminal.until(session => session.lastLine().includes('only-this-one'));
    expect(await agent.keys('Enter')).toBe(ASKED);
  });

  test('completion runs nothing that the line substitutes', async () => {
    await using agent = await guarded(shell);
    await agent.type(shell === 'fish' ? 'echo (touch ran)' : 'echo $(touch ran)');
    expect(await agent.keys('Tab')).toBe('needs_confirmation');
    await agent.keys('C-c');
    await agent.atPrompt();
    expect(agent.hasRun()).toBe(false);
  });

  test('a paste of several lines, and one whose marks are typed', async () => {
    await using agent = await guarded(shell);
    expect(await agent.type(`echo one\n${EVIL}\n`, {paste: true, submit: true})).toBe(ASKED);
    await agent.keys('C-c');
    await agent.atPrompt();
    await agent.type(`echo one\n${EVIL}\n`, {paste: false});
    expect(agent.hasRun()).toBe(false);
  });

  test('a line that a person has begun', async () => {
    await using agent = await guarded(shell);
    await agent.personTypes('rm -f x; ');
    expect(await agent.type('touch ran', {submit: true})).toBe(ASKED);
    expect(agent.hasRun()).toBe(false);
  });

  test('the Enter of a person on a line that an agent has typed on', async () => {
    await using agent = await guarded(shell);
    await agent.type('rm -f x; touch ran');
    await expect(agent.personTypes('\r')).rejects.toMatchObject({code: 'denied'});
    expect(agent.hasRun()).toBe(false);
    // A zsh that is about to end what it was asked for its line by passes over a ^C.
    while ((await agent.terminal.session.look()).claim.type !== 'shellReads');
    await agent.personTypes('\u0003');
    await agent.atPrompt();
    await agent.personTypes('touch ran\r');
    await agent.terminal.until(() => agent.hasRun());
  });

  test('a command over several lines', async () => {
    await using agent = await guarded(shell);
    const [begin, end] = shell === 'fish' ? ['if true', 'end'] : ['if true; then', 'fi'];
    await agent.type(begin, {submit: true, confirm: true});
    await agent.type('rm -f x', {submit: true, confirm: true});
    await agent.type('touch ran', {submit: true, confirm: true});
    await agent.type(end, {submit: true, confirm: true});
    expect(agent.hasRun()).toBe(false);
  });

  test('what is typed ahead of a prompt', async () => {
    await using agent = await guarded(shell);
    const first = agent.run('sleep 1');
    await agent.terminal.until(({tracker}) => tracker.phase === 'running');
    expect(await agent.type(EVIL, {submit: true})).toBe(ASKED);
    await first;
    await agent.atPrompt();
    expect(agent.hasRun()).toBe(false);
  });

  test('another meaning of a word that was given before', async () => {
    await using agent = await guarded(shell);
    const state = await agent.run("alias ls='touch ran'");
    expect(state).toBe(ASKED);
    expect(await agent.run('ls')).toBe('completed');
    expect(agent.hasRun()).toBe(false);
  });

  test('another meaning of a word that a person has given it', async () => {
    await using agent = await guarded(shell);
    const makes = shell === 'fish' ? 'function ls; touch ran; rm -f x; end' : 'ls() { touch ran; rm -f x; }';
    for (const line of ["alias pwd='touch ran'", makes]) {
      await agent.personTypes(`${line}\r`);
      await agent.terminal.until(({tracker}) => {
        const [newest] = tracker.recentCommands(1);
        const isNewest = newest?.commandLine === line || (shell === 'bash' && newest?.by.type === 'person');
        return isNewest && newest?.phase === 'ended' && tracker.phase === 'prompt';
      });
    }
    expect(await agent.run('pwd')).toBe('needs_confirmation');
    expect(await agent.run('ls')).toBe(ASKED);
    expect(await agent.run('echo $(ls)')).toBe(ASKED);
    expect(await agent.run('command true')).toBe('completed');
    expect(agent.hasRun()).toBe(false);
  });

  /** A person's line, and the prompt behind it. */
  async function personRuns({terminal, personTypes}: Guarded, line: string): Promise<void> {
    const before = terminal.session.tracker.recentCommands(1)[0]?.commandId;
    await personTypes(`${line}\r`);
    await terminal.until(({tracker}) => {
      const [newest] = tracker.recentCommands(1);
      return newest?.commandId !== before && newest?.phase === 'ended' && tracker.phase === 'prompt';
    });
  }

  const exporting = (name: string, value: string): string =>
    shell === 'fish' ? `set -gx ${name} ${value.replaceAll(':', ' ')}` : `export ${name}=${value}`;

  test('another program for a word, by a variable that was set before', async () => {
    await using agent = await guarded(shell);
    const folder = dirname(agent.terminal.file('ls'));
    agent.terminal.write('ls', `#!/bin/sh\ntouch ${agent.terminal.file('ran')}\n`);
    await personRuns(agent, `chmod +x ${folder}/ls`);
    await personRuns(agent, exporting('PATH', `${folder}:$PATH`));
    expect(await agent.run('ls')).toBe(ASKED);
    expect(await agent.type('ls', {submit: true})).toBe(ASKED);
    await agent.keys('C-c');
    await agent.atPrompt();
    expect(await agent.run('echo fine')).toBe('completed');
    expect(agent.hasRun()).toBe(false);
    await personRuns(agent, exporting('PATH', '/usr/local/bin:/usr/bin:/bin'));
    expect(await agent.run('ls')).toBe('completed');
    expect(agent.hasRun()).toBe(false);
  });

  test('a variable that an approved line has set, also in a shell within, and forgotten with that shell', async () => {
    await using agent = await guarded(shell, {safe_commands: ['bash']});
    const {engine} = agent.terminal;
    const approved = async (line: string): Promise<void> => {
      expect(await agent.run(line)).toBe(ASKED);
      const {id} = engine.approvals.list().at(-1) ?? {id: ''};
      engine.approvals.answer(id, {decision: 'approve', scope: 'once', by: 'me', channel: 'terminal'});
      expect(await agent.run(line)).toBe('completed');
    };
    await approved(exporting('PAGER', '/tmp/no-such-pager'));
    expect(await agent.run('git log')).toBe(ASKED);
    await agent.run('bash --norc --noprofile -i', startsUp);
    expect(await agent.run('git log', startsUp)).toBe(ASKED);
    await agent.terminal.call('manage_session', {action: 'integrate'});
    expect(await agent.run('git log')).toBe(ASKED);
    await approved('export GIT_SSH_COMMAND=/tmp/no-such-ssh');
    expect(await agent.run('ssh -V')).toBe(ASKED);
    await agent.run('exit', {confirm: true});
    await agent.atPrompt();
    expect(await agent.run('ssh -V')).toBe('completed');
    expect(await agent.run('git log')).toBe(ASKED);
  });

  test('a nested shell without marks, and one with', async () => {
    await using agent = await guarded(shell, {safe_commands: ['bash']});
    await agent.run('bash --norc --noprofile -i', startsUp);
    expect(await agent.run(EVIL, startsUp)).toBe(ASKED);
    expect(await agent.type(EVIL, {submit: true})).toBe(ASKED);
    await agent.keys('C-c');
    await agent.terminal.call('manage_session', {action: 'integrate'});
    expect(await agent.run(EVIL)).toBe(ASKED);
    expect(agent.hasRun()).toBe(false);
  });
});

describe('bash', () => {
  test.each([['C-x', 'C-e'], ['Escape', 'C-e'], ['C-o'], ['C-x', 'e']])(
    'keys that run the line without Enter: %s %s',
    async (...names) => {
      await using agent = await guarded('bash');
      await agent.type('touch ran; rm x$(touch ran)');
      const states: string[] = [];
      for (const name of names.filter(Boolean)) states.push(await agent.keys(name));
      expect(states.at(-1)).toBe(ASKED);
      expect(agent.hasRun()).toBe(false);
    },
  );

  test('a sequence whose halves come one after the other, raw', async () => {
    await using agent = await guarded('bash');
    const {gate} = agent.terminal.session;
    const raw = (text: string): Promise<void> =>
      gate.write({type: 'agent', name: 'case'}, Buffer.from(text), {kind: 'typed'});
    await raw(`${EVIL}\x1b[20`);
    await expect(raw('1~\r')).rejects.toMatchObject({code: 'denied'});
    await raw('\x18');
    await expect(raw('\x05')).rejects.toMatchObject({code: 'denied'});
    expect(agent.hasRun()).toBe(false);
  });

  test('lines of a here-document', async () => {
    await using agent = await guarded('bash');
    await agent.type('cat <<E', {submit: true, confirm: true});
    await agent.terminal.until(({tracker}) => tracker.phase === 'continuation');
    await agent.type('$(touch ran; rm -f x)', {submit: true, confirm: true});
    await agent.type('E', {submit: true, confirm: true});
    expect(agent.hasRun()).toBe(false);
  });

  test('an Enter in the middle of a search through history', async () => {
    await using agent = await guarded('bash');
    await agent.personTypes(`${EVIL}\r`);
    await agent.terminal.until(() => agent.hasRun());
    await agent.personTypes('rm ran\r');
    await agent.terminal.until(() => !agent.hasRun());
    await agent.atPrompt();
    await agent.keys('C-r', 'text:touch');
    expect(await agent.keys('Enter')).toBe(ASKED);
    expect(agent.hasRun()).toBe(false);
  });

  test('statements for an interpreter', async () => {
    needs('python3');
    await using agent = await guarded('bash', {safe_commands: ['python3']});
    await agent.run('python3 -q -i', startsUp);
    expect(await agent.run('print(1 + 1)', startsUp)).toBe('needs_confirmation');
    expect(await agent.run('open("ran", "w")', startsUp)).toBe(ASKED);
    expect(await agent.type('__import__("os").system("touch ran")', {submit: true})).toBe(ASKED);
    await agent.keys('Up');
    expect(await agent.keys('Enter')).toBe(ASKED);
    expect(agent.hasRun()).toBe(false);
  });

  test('statements at the prompt of a database, whole, in two lines and with what it starts', async () => {
    needs('sqlite3');
    await using agent = await guarded('bash', {safe_commands: ['sqlite3']});
    await agent.run('sqlite3 x.db', {...startsUp, until: '^sqlite> $'});
    expect(await agent.type('.shell touch ran', {submit: true})).toBe(ASKED);
    await agent.keys('C-a', 'C-k');
    expect(await agent.type('drop', {submit: true})).toBe(ASKED);
    await agent.keys('C-a', 'C-k');
    expect(await agent.type('drop/**/table t;', {submit: true})).toBe(ASKED);
    expect(agent.hasRun()).toBe(false);
  });

  test('text for a program is none of the shell’s, unless there are several lines of it', async () => {
    await using agent = await guarded('bash');
    // What is waited for is printed by the program itself, so that it is in the foreground then.
    await agent.run('head -qn 1 <(echo begun) -', {...startsUp, until: '^begun', confirm: true});
    expect(await agent.type(`one\n${EVIL}\n`, {paste: false})).toBe(ASKED);
    expect(await agent.type('rm -f x', {submit: true})).toBe('completed');
    expect(agent.hasRun()).toBe(false);
  });

  test('a pager starts no shell for an agent that nobody has judged', async () => {
    needs('less');
    await using agent = await guarded('bash');
    agent.terminal.write('long.txt', 'line\n'.repeat(500));
    await agent.run('LESS= less long.txt', {...startsUp, confirm: true});
    expect(await agent.type(`!${EVIL}`, {submit: true})).toBe(ASKED);
    await agent.keys('C-c');
    expect(await agent.type('!touch ran', {submit: true})).toBe('needs_confirmation');
    await agent.keys('C-c');
    expect(await agent.keys('text:/line!', 'Enter')).toBe('tui');
    await agent.keys('C-c');
    expect(await agent.keys('!', 'text:touch ran', 'Enter')).toBe('needs_confirmation');
    expect(agent.hasRun()).toBe(false);
    await agent.keys('C-c');
    await agent.type('!touch ran', {submit: true, confirm: true});
    await agent.terminal.until(() => agent.hasRun());
  });

  test('an editor neither, and it is written in it as before', async () => {
    needs('vim');
    await using agent = await guarded('bash');
    await agent.run('vim text', {...startsUp, confirm: true});
    expect(await agent.keys('i', 'text:It is done: wow!', 'Enter', 'text:more', 'Escape')).toBe('tui');
    expect(await agent.keys('text::w', 'Enter')).toBe('tui');
    await agent.terminal.until(() => existsSync(agent.terminal.file('text')));
    expect(await agent.keys('Escape', 'text::!touch ran', 'Enter')).toBe('needs_confirmation');
    expect(await agent.keys('C-c', 'Escape', `text::!${EVIL}`, 'Enter')).toBe(ASKED);
    expect(await agent.keys('C-c', 'Escape', 'text::call system("touch ran")', 'Enter')).toBe('needs_confirmation');
    await agent.keys('C-c', 'Escape');
    expect(await agent.keys('text:!!touch ran', 'Enter')).toBe('needs_confirmation');
    expect(agent.hasRun()).toBe(false);
  });

  test('a secret is no agent’s to type', async () => {
    await using agent = await guarded('bash', {safe_commands: ['read']});
    await agent.run('read -rsp "Password: " word', {...startsUp, confirm: true});
    expect(await agent.type('hunter2', {submit: true})).toBe('denied');
    await agent.personTypes('hunter2\r');
    await agent.atPrompt();
  });
});

test.each([
  ['bash', "PROMPT_COMMAND='sleep 0.4'"],
  ['zsh', 'precmd() { sleep 0.4 }'],
  ['fish', 'function slow --on-event fish_prompt; sleep 0.4; end'],
] as const)(
  'a line that is typed while a hook of the user’s runs a program before the prompt is judged as one for the shell: %s',
  async (shell, hook) => {
    await using agent = await guarded(shell);
    await agent.personTypes(`${hook}\r`);
    await agent.atPrompt();
    const raw = (text: string): Promise<void> =>
      agent.terminal.session.gate.write({type: 'agent', name: 'case'}, Buffer.from(text), {kind: 'typed'});
    await raw('true\r');
    await raw('false\r');
    await agent.terminal.until(({tracker}) => tracker.recentCommands(1)[0]?.exitStatus === 1);
    await agent.atPrompt();
    await raw('true\r');
    await expect(raw(`${EVIL}\r`)).rejects.toMatchObject({code: 'denied'});
    expect(agent.hasRun()).toBe(false);
  },
);

test('a shell without marks', async () => {
  await using terminal = await TestTerminal.open('pty', 'dash', {
    guard: {policies: {at: async () => new Policy(defaultPolicy)}},
  });
  const hasRun = (): boolean => existsSync(terminal.file('ran'));
  expect(await terminal.run(EVIL)).toMatchObject({state: ASKED});
  expect(await terminal.call('send_text', {text: EVIL, submit: true})).toMatchObject({state: ASKED});
  const raw = (text: string): Promise<void> =>
    terminal.session.gate.write({type: 'agent', name: 'case'}, Buffer.from(text), {kind: 'typed'});
  // It does not know the marks of a paste, whatever a program says of it.
  await terminal.run(String.raw`printf '\033[?2004h'`);
  await expect(raw(`\x1b[200~\n${EVIL}\n\x1b[201~`)).rejects.toMatchObject({code: 'denied'});
  await expect(raw('touch ra\x7fan\r')).rejects.toMatchObject({code: 'denied'});
  expect(hasRun()).toBe(false);
});

test.each([
  ['dash', ''],
  ['bash', "export PROMPT_COMMAND=':'; readonly PROMPT_COMMAND"],
  ['bash', "unset -f $(compgen -A function __cotty); PS1='$ '; PS0=; unset PROMPT_COMMAND"],
  ['zsh', "precmd_functions=(); preexec_functions=(); unfunction -m '*cotty*'"],
  ['fish', "functions -e (functions -a -n | string match '*cotty*')"],
] as const)(
  '%s, after %j: a relative path is one of where the shell stands, though no mark tells it',
  async (shell, lost) => {
    await using agent = await guarded(shell);
    const {terminal} = agent;
    if (lost !== '') {
      // Without marks nothing tells that the shell has come to its prompt but what it has printed.
      await agent.personTypes(`${lost}; printf 'go%s\\n' ne\r`);
      await expect.poll(async () => (await terminal.session.screen.read()).text).toMatch(/^gone\n.*\S/m);
      await expect.poll(() => agent.run('true').catch(error => error.code)).toBe('completed');
    }
    await terminal.run('cd /etc', {confirm: true});
    expect(await terminal.run('pwd')).toMatchObject({output: expect.stringContaining('/etc'), cwd: '/etc'});
    const refused = await terminal.run('echo x >>cotty-was-here');
    expect(refused).toMatchObject({
      state: ASKED,
      refusal: {reasons: expect.arrayContaining([expect.objectContaining({rule: 'path.system'})])},
    });
    expect(await terminal.call('check_command', {command: 'echo x >>cotty-was-here'})).toMatchObject({
      level: 'DANGEROUS',
    });
  },
);

describe('answers', () => {
  test('one that is approved runs once, by the same call made again', async () => {
    await using agent = await guarded('bash');
    const {engine} = agent.terminal;
    const refused = await agent.terminal.run(EVIL);
    expect(refused).toMatchObject({state: ASKED, refusal: {level: 'DANGEROUS', approval_id: expect.any(String)}});
    const [approval] = engine.approvals.list();
    engine.approvals.answer(approval?.id ?? '', {decision: 'approve', scope: 'once', by: 'me', channel: 'terminal'});
    expect(await agent.run(`${EVIL} `)).toBe(ASKED);
    expect(agent.hasRun()).toBe(false);
    expect(await agent.run(EVIL)).toBe('completed');
    expect(agent.hasRun()).toBe(true);
    expect(await agent.run(EVIL)).toBe(ASKED);
  });

  test('a typed line goes on where it was stopped, with the same call', async () => {
    await using agent = await guarded('bash');
    const {engine} = agent.terminal;
    expect(await agent.type(EVIL, {submit: true})).toBe(ASKED);
    const [approval] = engine.approvals.list();
    engine.approvals.answer(approval?.id ?? '', {decision: 'approve', scope: 'once', by: 'me', channel: 'terminal'});
    expect(await agent.type(EVIL, {submit: true})).toBe('completed');
    expect(agent.hasRun()).toBe(true);
  });

  test('an answer is none for another folder, another agent or a changed line', async () => {
    await using agent = await guarded('bash', {safe_commands: ['cd']});
    const {engine} = agent.terminal;
    const approve = (): void => {
      const pending = engine.approvals.list().find(({state}) => state === 'pending');
      engine.approvals.answer(pending?.id ?? '', {decision: 'approve', scope: 'once', by: 'me', channel: 'terminal'});
    };
    await agent.run(EVIL);
    approve();
    const other = await agent.terminal.call('run_command', {command: EVIL}, {actor: {type: 'agent', name: 'other'}});
    expect(other.state).toBe(ASKED);
    await agent.run('cd /');
    expect(await agent.run(EVIL)).toBe(ASKED);
    expect(agent.hasRun()).toBe(false);
  });

  test('an event tells of the question and of its answer', async () => {
    await using agent = await guarded('bash');
    const {engine} = agent.terminal;
    const after = engine.events.last;
    await agent.run(EVIL);
    const [approval] = engine.approvals.list();
    engine.approvals.answer(approval?.id ?? '', {decision: 'deny', scope: 'once', by: 'me', channel: 'terminal'});
    const {events} = await agent.terminal.call('wait_for_events', {
      after,
      kinds: ['approval_requested', 'approval_answered'],
      session_id: undefined,
    });
    expect(events).toMatchObject([
      {kind: 'approval_requested', approval_id: approval?.id, command: EVIL},
      {kind: 'approval_answered', state: 'denied'},
    ]);
    expect(await agent.run(EVIL)).toBe('denied');
  });
});

describe('a session that an agent opens', () => {
  test.each<[string, {action?: string; shell?: string; env?: Record<string, string>}]>([
    ['a variable that bash runs at each prompt', {shell: 'bash', env: {PROMPT_COMMAND: 'touch $RAN'}}],
    ['a library for every program', {env: {LD_PRELOAD: '/tmp/no-such.so'}}],
    ['another home with start-up files of its own', {shell: 'bash', env: {HOME: '/tmp/no-such-home'}}],
    ['a program that is no shell', {shell: 'HERE/program'}],
    ['the same beside another', {action: 'split', shell: 'HERE/program'}],
  ])('runs nothing unasked: %s', async (_, given) => {
    await using agent = await guarded('bash');
    const {terminal} = agent;
    const ran = terminal.file('ran');
    terminal.write('program', `#!/bin/sh\ntouch ${ran}\n`);
    chmodSync(terminal.file('program'), 0o755);
    const {env = {}, shell = 'bash'} = given;
    const input = {
      action: 'create',
      ...given,
      shell: shell.replace('HERE', dirname(terminal.file('program'))),
      env: {...env, RAN: ran},
    };
    const before = terminal.engine.sessions().length;
    await expect(terminal.call('manage_session', input)).rejects.toMatchObject({
      code: 'denied',
      hint: expect.stringContaining('cotty approve'),
    });
    expect([terminal.engine.sessions().length, agent.hasRun()]).toEqual([before, false]);
  });

  test('has what harms nobody without asking', async () => {
    await using agent = await guarded('bash');
    const env = {PROJECT: 'x', EDITOR: 'vim', NO_COLOR: '1'};
    expect(await agent.terminal.call('manage_session', {action: 'create', shell: '/bin/bash', env})).toMatchObject({
      session_id: expect.any(String),
    });
  });
});
