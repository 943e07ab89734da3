/** What is special to panes of tmux: a person is at them too, and tmux may move them, or end. */
import {fork} from 'node:child_process';
import {once} from 'node:events';
import {existsSync} from 'node:fs';
import {join} from 'node:path';
import {describe, expect} from 'vitest';
import {dropUnreadInput, readUnreadInput} from '../../../src/backends/system/libc.ts';
import {holdsProgramsUp} from '../../support/tested-tmux.ts';
import {askTmux, socketOf} from '../drivers/tmux-driver.ts';
import {Gate} from '../gate.ts';
import {hardCase} from '../hard-case.ts';
import {begin, finished, settled} from '../programs.ts';
import {rawOutput} from '../session-log.ts';
import {completed, fullShells, makeCaseFolder, stillHere, TestTerminal, terminals} from '../test-terminal.ts';

const server = join(import.meta.dirname, '../server-process.ts');
const onTmux = terminals(fullShells).filter(({backend}) => backend === 'tmux');

/** A key at which the shell's line editor tells so, and reads nothing more until the gate is opened. */
const waitingKey = {
  '.bashrc': `bind -x '"\\C-t": "echo >~/told; read -r _ <~/gate"'`,
  '.zshrc': "at_gate() { echo >~/told; read -r _ <~/gate }\nzle -N at_gate\nbindkey '^T' at_gate",
  '.config/fish/config.fish': "bind \\ct 'echo >~/told; read -l _ <~/gate'",
};

/** The pane of the terminal's session. */
function paneOf({cottyHome, sessionId}: TestTerminal): string {
  const rows = askTmux(cottyHome, 'list-panes', '-a', '-F', '#{pane_id} #{@cotty}').split('\n');
  return rows.find(row => row.includes(` ${sessionId} `))?.split(' ')[0] ?? '';
}

describe.each(onTmux)('$backend, $shell: panes', ({backend, shell}) => {
  /** Somebody reads back in the pane; says where they are. */
  async function readBack(terminal: TestTerminal): Promise<() => string> {
    await terminal.run('seq 100');
    const pane = paneOf(terminal);
    askTmux(terminal.cottyHome, 'copy-mode', '-t', pane);
    askTmux(terminal.cottyHome, 'send-keys', '-t', pane, '-X', 'history-top');
    const place = () =>
      askTmux(terminal.cottyHome, 'display-message', '-p', '-t', pane, '#{pane_in_mode} #{scroll_position}');
    expect(place()).toMatch(/^1 [1-9]/);
    return place;
  }

  if (holdsProgramsUp)
    hardCase(
      'D72',
      'where tmux holds the program up while somebody reads back, a command is refused until then',
      async () => {
        await using terminal = await TestTerminal.open(backend, shell);
        const place = await readBack(terminal);
        const before = place();
        await expect(terminal.run('echo early')).rejects.toMatchObject({code: 'input_held'});
        expect(place()).toBe(before);
        askTmux(terminal.cottyHome, 'send-keys', '-t', paneOf(terminal), '-X', 'cancel');
        expect(await terminal.proof()).toEqual(stillHere);
        expect(await terminal.outcome('echo then; false')).toEqual(completed('then', 1));
      },
    );
  else
    hardCase('D72', 'a person who reads back is left there, and the command runs', async () => {
      await using terminal = await TestTerminal.open(backend, shell);
      const place = await readBack(terminal);
      expect(await terminal.proof()).toEqual(stillHere);
      expect(await terminal.outcome('echo "#{pane_id}"; false')).toEqual(completed('#{pane_id}', 1));
      expect(place()).toMatch(/^1 /);
    });

  hardCase('D75', 'what tmux has a meaning for arrives as it is', async () => {
    await using terminal = await TestTerminal.open(backend, shell);
    const lines = ['-l', '-- -t', 'a;', 'b\\;', '#{pane_id}', '##', '~', '$HOME', '"', "'", '{ }', '%1', '%end 1 1 1'];
    const reading = await begin(terminal, 'echo go; cat >got');
    for (const line of lines) await terminal.call('send_text', {text: line, submit: true});
    await terminal.call('send_control', {character: 'D'});
    expect(await finished(terminal, reading)).toEqual(completed(['go', ...lines].join('\n')));
    expect(terminal.read('got')).toBe(`${lines.join('\n')}\n`);
    expect(await terminal.proof()).toEqual(stillHere);
  });

  hardCase(
    'D83',
    'kill -9 of the server: what ended meanwhile is told without a code, and then all is exact',
    async () => {
      const folder = makeCaseFolder();
      using gate = new Gate({home: join(folder, 'home')});
      const line = `sh -c 'echo go; ${gate.wait}; exit 7'`;
      const process = fork(server, [backend, shell, folder, line], {stdio: ['ignore', 'inherit', 'inherit', 'ipc']});
      const [told] = (await once(process, 'message')) as [Record<'sessionId' | 'commandId', string>];
      process.kill('SIGKILL');
      await once(process, 'exit');
      gate.open();
      await using terminal = await TestTerminal.adopt(backend, shell, folder, told.sessionId);
      expect(await terminal.proof()).toEqual(stillHere);
      expect(await terminal.outcome('echo again; false')).toEqual(completed('again', 1));
      const ended = await terminal.call('read_output', {command_id: told.commandId});
      expect(ended).toMatchObject({exit_code: null});
    },
  );

  hardCase.for([
    ['has taken', true],
    ['has not got', false],
  ] as const)(
    'D83',
    'a line that the shell %s while no server was there is told so, and then all is exact',
    async ([, isTaken]) => {
      await using before = await TestTerminal.open(backend, shell, {home: waitingKey});
      await before.run('true');
      using told = new Gate(before, 'told');
      using gate = new Gate(before);
      const tty = String(before.session.facts.tty);
      await before.until(({tracker}) => tracker.phase === 'prompt');
      askTmux(before.cottyHome, 'send-keys', '-t', paneOf(before), 'C-t');
      await told.line();
      const given = await before.run('echo ran >>ran', {wait_for_completion: false});
      await expect.poll(() => readUnreadInput(tty)).toBeGreaterThan(0);
      await before.engine[Symbol.asyncDispose]();
      if (!isTaken) dropUnreadInput(tty);
      gate.open();
      await expect.poll(() => existsSync(before.file('ran'))).toBe(isTaken);
      await using terminal = await before.adoptedByNext();
      const state = isTaken ? 'completed' : 'lost';
      expect(await settled(terminal, given['command_id'])).toMatchObject({state});
      expect(await terminal.proof()).toEqual(stillHere);
      expect(existsSync(before.file('ran'))).toBe(isTaken);
    },
  );

  hardCase(
    'D83',
    'a command that reads by the line editor is not over for a server that has not heard it',
    async () => {
      const lines = {bash: 'read -e x', zsh: 'vared -c x', fish: 'read x', dash: '', tcsh: ''};
      await using before = await TestTerminal.open(backend, shell);
      const reading = await before.run(`${lines[shell]}; echo "got $x"`);
      expect(reading['state']).toBe('awaiting_input');
      await before.engine[Symbol.asyncDispose]();
      await using terminal = await before.adoptedByNext();
      expect(await settled(terminal, reading['command_id'])).toMatchObject({state: 'awaiting_input', exit_code: null});
      await expect(terminal.run('echo mine')).rejects.toMatchObject({code: 'session_busy'});
      await terminal.call('send_text', {text: 'it', submit: true});
      expect(await finished(terminal, reading['command_id'])).toMatchObject({state: 'completed', exit_code: 0});
      expect(await rawOutput(terminal).then(String)).toContain('got it\r\n');
      expect(await terminal.proof()).toEqual(stillHere);
    },
  );

  hardCase(
    'E08',
    'a Ctrl+C of a person, whom only tmux knows, takes the line that is on its way, and no later one',
    async () => {
      await using terminal = await TestTerminal.open(backend, shell, {home: waitingKey});
      await terminal.run('true');
      using told = new Gate(terminal, 'told');
      using gate = new Gate(terminal);
      const pane = paneOf(terminal);
      const tty = String(terminal.session.facts.tty);
      await terminal.until(({tracker}) => tracker.phase === 'prompt');
      askTmux(terminal.cottyHome, 'send-keys', '-t', pane, 'C-t');
      await told.line();
      const given = await terminal.run('echo ran >>ran', {wait_for_completion: false});
      await expect.poll(() => readUnreadInput(tty)).toBeGreaterThan(0);
      askTmux(terminal.cottyHome, 'send-keys', '-t', pane, 'C-c');
      await expect.poll(() => readUnreadInput(tty)).toBe(0);
      gate.open();
      expect(await settled(terminal, given['command_id'])).toMatchObject({state: 'lost', exit_code: null});
      expect(existsSync(terminal.file('ran'))).toBe(false);
      // By the key it is whole whatever stands on the line by then.
      askTmux(terminal.cottyHome, 'send-keys', '-l', '-t', pane, 'half a line');
      expect(await terminal.proof()).toEqual(stillHere);
      expect(terminal.session.tracker.takesKey).toBe(true);
    },
  );

  hardCase('D84', 'a tmux server that is killed is told at once, and not asked again', async () => {
    await using terminal = await TestTerminal.open(backend, shell);
    using gate = new Gate(terminal);
    const running = terminal.run(`sh -c 'echo go; ${gate.wait}'`);
    await terminal.until(session => session.tracker.phase === 'running');
    terminal.driver.carrier(terminal.cottyHome).signal('SIGKILL');
    expect(await running).toMatchObject({state: 'lost', exit_code: null});
    await expect(terminal.run('echo more')).rejects.toMatchObject({code: 'session_closed'});
    const {session_id} = await terminal.call('manage_session', {action: 'create', shell});
    expect(await terminal.outcome('echo new server', {session_id})).toEqual(completed('new server'));
  });

  hardCase('D84', 'a pane that a person closes is told with the command that ran in it', async () => {
    await using terminal = await TestTerminal.open(backend, shell);
    await terminal.call('manage_session', {action: 'create', shell});
    const running = terminal.run('sleep 300');
    await terminal.until(session => session.tracker.phase === 'running');
    askTmux(terminal.cottyHome, 'kill-pane', '-t', paneOf(terminal));
    expect(await running).toMatchObject({state: 'shell_exited', exit_code: null});
  });

  hardCase('D86', 'a pane that a person moves, splits, renames and renumbers is the same session', async () => {
    await using terminal = await TestTerminal.open(backend, shell);
    const {cottyHome} = terminal;
    const pane = paneOf(terminal);
    askTmux(cottyHome, 'rename-window', '-t', pane, 'renamed');
    askTmux(cottyHome, 'split-window', '-d', '-h', '-t', pane, '--', 'sleep', '300');
    await terminal.until(session => session.tracker.cols === 40);
    askTmux(cottyHome, 'move-window', '-s', pane, '-t', ':7');
    expect(await terminal.proof()).toEqual(stillHere);
    askTmux(cottyHome, 'break-pane', '-d', '-s', pane);
    askTmux(cottyHome, 'new-session', '-d', '-s', 'other', '--', 'sleep', '300');
    askTmux(cottyHome, 'move-pane', '-d', '-s', pane, '-t', 'other:');
    // What it prints on its way is heard by nobody, and told as a gap.
    await terminal.until(session => session.tracker.integration === 'none');
    expect(await terminal.outcome('echo moved; false')).toEqual(completed('moved', 1));
    expect(await terminal.proof()).toEqual(stillHere);
  });

  hardCase('D87', 'a pane that is respawned is another one: the old session has ended', async () => {
    await using terminal = await TestTerminal.open(backend, shell);
    await terminal.run('true');
    askTmux(terminal.cottyHome, 'respawn-pane', '-k', '-t', paneOf(terminal), '--', 'sleep', '300');
    await terminal.until(session => session.isClosed);
    await expect(terminal.run('echo wrong place')).rejects.toMatchObject({code: 'session_closed'});
  });

  hardCase('D77', 'a person who types in the pane holds its line, and gets it back behind a command', async () => {
    await using terminal = await TestTerminal.open(backend, shell);
    await terminal.run('true');
    const pane = paneOf(terminal);
    // The person is at a terminal of their own, attached to the same tmux server.
    await using person = await TestTerminal.open('pty', 'bash', {cols: 100, rows: 40});
    const attach = `tmux -S '${socketOf(terminal.cottyHome)}' attach -t '${pane}'`;
    // tmux throws away what its terminal has not read when it starts (tcflush), so that is read first.
    await begin(person, `echo go; read -r _; ${attach}`);
    await person.call('send_keys', {keys: ['Enter']});
    await person.until(({tracker}) => tracker.mode('alternateScreen') > 0);
    await person.call('send_text', {text: 'echo by hand', submit: false});
    await terminal.until(({gate}) => gate.lease.facts().holder?.startsWith('person ') === true);
    expect(await terminal.outcome('echo by agent; false')).toEqual(completed('by agent', 1));
    // bash gives the line back when cotty asks for it, behind the prompt.
    await expect
      .poll(async () => String((await terminal.call('read_screen', {}))['text']).trimEnd())
      .toMatch(/echo by hand$/);
    await person.call('send_keys', {keys: ['Enter']});
    await terminal.until(
      ({tracker}) => tracker.recentCommands(1)[0]?.commandLine !== 'echo by agent; false' && !tracker.current,
    );
    // fish tells the terminal its title first, and has it print in its usual colours.
    const told = /C;[^\x07]*\x07(?:\x1b\]0;[^\x07]*\x07)?(?:\x1b\[\d*m|[\x0f\r])*by hand\r/;
    expect(await rawOutput(terminal).then(String)).toMatch(told);
    expect(await terminal.proof()).toEqual(stillHere);
  });
});
