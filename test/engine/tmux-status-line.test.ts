/** What tmux's own status line says of panes of cotty's, where a person has asked for it: looked at by a client that is attached. */
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {createPtyBackend, Host} from '../../src/backends/index.ts';
import {TmuxOnTest} from '../../src/backends/tmux/testing/tmux-on-test.ts';
import {Engine, servicesOf} from '../../src/engine/index.ts';
import {findTool, selectTools} from '../../src/tools/index.ts';
import {needs} from '../support/needs.ts';
import {questionOf} from '../support/question.ts';

const MINE = 'mine #(true) %%';

/** cotty over tmux as an agent calls it, and a person who is attached to the same server by a terminal of their own. */
class Shared implements AsyncDisposable {
  readonly tmux = new TmuxOnTest();
  readonly #persons = join(this.tmux.folder, 'person');
  readonly #person = new Engine({
    backends: [createPtyBackend({home: this.#persons, host: new Host({home: this.#persons, env: this.tmux.env})})],
  });
  readonly engine: Engine;
  #screen = '';

  constructor(showsState = true) {
    this.engine = new Engine({backends: [this.tmux.backend({showsState})]});
  }

  /** The person has a pane of their own, and is attached; `status` is what they have in their status line. */
  async begin(status = MINE): Promise<void> {
    needs('tmux');
    this.tmux.start('sleep', '300');
    this.tmux.tmux('set-option', '-g', 'status-right', status);
    await Promise.all([this.engine.start(), this.#person.start()]);
    const argv = ['tmux', '-S', this.tmux.socket, 'attach'];
    const {id} = await this.#person.open({argv, cols: 120, rows: 30, env: {TERM: 'xterm-256color'}});
    this.#screen = id;
  }

  /** The person looks at another window. */
  goTo(target: string): void {
    const clients = this.tmux.tmux('list-clients', '-F', '#{client_control_mode} #{client_name}').split('\n');
    const [, name = ''] = clients.find(line => line.startsWith('0 '))?.split(' ') ?? [];
    this.tmux.tmux('switch-client', '-c', name, '-t', target);
  }

  /** The last line that the person sees. */
  async line(): Promise<string> {
    const {text} = await callTool(this.#person, 'read_screen', {session_id: this.#screen}, this.tmux.env);
    return String(text).trimEnd().split('\n').at(-1) ?? '';
  }

  call(tool: string, input: Record<string, unknown>) {
    return callTool(this.engine, tool, input, this.tmux.env);
  }

  /** All that tmux keeps of cotty's where it is not of a pane, and what the person has chosen. */
  options(): readonly string[] {
    const kept = ['show-options -g', 'show-hooks -g'].flatMap(words => this.tmux.tmux(...words.split(' ')).split('\n'));
    return kept.filter(line => /status-right|@cotty|client-detached/.test(line));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.engine[Symbol.asyncDispose]();
    await this.tmux[Symbol.asyncDispose]();
    await this.#person[Symbol.asyncDispose]();
  }
}

async function callTool(engine: Engine, tool: string, input: Record<string, unknown>, env: NodeJS.ProcessEnv) {
  const caller = engine.caller('test', {type: 'agent', name: 'agent'});
  caller.env = env;
  const context = {services: servicesOf(engine), caller, signal: new AbortController().signal};
  return (await findTool(selectTools(['terminal']), tool).call(input, context)).value;
}

test('it says behind what the person has there what the agent does in the pane, and nothing in other panes', async () => {
  await using shared = new Shared();
  await shared.begin();
  const look = () => shared.line();
  await expect.poll(look).toMatch(/mine {2}%$/);
  const {session_id} = await shared.call('manage_session', {action: 'adopt', session_id: '%0'});
  await shared.call('manage_session', {action: 'release', session_id});
  const own = await shared.call('manage_session', {action: 'create', shell: 'bash'});
  shared.goTo('cotty');
  await expect.poll(look).toMatch(/mine {2}% Agent: Ready$/);
  const command = 'echo "#[fg=red]" "#(date)" "##"; read -r _';
  // The person has just come to the pane by a key, and may type there: the line is waited for.
  await shared.call('run_command', {session_id: own.session_id, command, wait_for_completion: false});
  await expect.poll(look).toContain('mine  % Agent: running echo "#[fg=red]" "#(date)" "##"; ');
  await shared.call('send_text', {session_id: own.session_id, text: 'x', submit: true});
  await expect.poll(look).toMatch(/mine {2}% Agent: Ready$/);
  shared.goTo('0');
  await expect.poll(look).toMatch(/mine {2}%$/);
});

test('that an agent needs the person is seen in every window of the tmux session', async () => {
  await using shared = new Shared();
  await shared.begin();
  const look = () => shared.line();
  await expect.poll(look).toMatch(/mine {2}%$/);
  const {session_id} = await shared.call('manage_session', {action: 'create', shell: 'bash', name: 'build'});
  shared.tmux.tmux('new-window', '-t', 'cotty:', '-n', 'elsewhere', '--', 'sleep', '300');
  shared.goTo('cotty:elsewhere');
  await expect.poll(look).toMatch(/mine {2}%$/);
  const {id} = shared.engine.approvals.ask(questionOf({sessionId: shared.engine.session(String(session_id)).id}));
  await expect.poll(look).toMatch(/mine {2}% Agent: needs you in build$/);
  shared.engine.approvals.answer(id, {decision: 'deny', scope: 'once', by: 'me', channel: 'terminal'});
  await expect.poll(look).toMatch(/mine {2}%$/);
});

test('what the person has is as it was when the pane is let go of, when it ends, and when cotty ends', async () => {
  await using shared = new Shared();
  await shared.begin();
  const before = shared.options();
  expect(before).toContain(`status-right "${MINE}"`);
  const adopt = () => shared.call('manage_session', {action: 'adopt', session_id: '%0'});
  const {session_id} = await adopt();
  await expect.poll(() => shared.options().join('\n')).toContain('@cotty_status_before');
  await shared.call('manage_session', {action: 'release', session_id});
  expect(shared.options()).toEqual(before);
  expect(shared.tmux.tmux('show-options', '-p', '-t', '%0')).toBe('');
  const created = await shared.call('manage_session', {action: 'create', shell: 'bash'});
  await expect.poll(() => shared.options().join('\n')).toContain('@cotty_status_before');
  await shared.call('manage_session', {action: 'close', session_id: created.session_id});
  await expect.poll(() => shared.options()).toEqual(before);
  // With its last window the session of cotty's own client ends, which is on its way back.
  await expect.poll(() => adopt().then(() => 'adopted', String)).toBe('adopted');
  await expect.poll(() => shared.options().join('\n')).toContain('@cotty_status_before');
  await shared.engine[Symbol.asyncDispose]();
  expect(shared.options()).toEqual(before);
});

test('what the person changes meanwhile stays, and one tmux session may have a status line of its own', async () => {
  await using shared = new Shared();
  await shared.begin();
  shared.tmux.tmux('set-option', '-t', '0', 'status-right', 'of this one');
  const {session_id} = await shared.call('manage_session', {action: 'adopt', session_id: '%0'});
  const look = () => shared.line();
  await expect.poll(look).toMatch(/of this one Agent: Ready$/);
  expect(shared.options()).toContain(`status-right "${MINE}"`);
  const right = () => shared.tmux.tmux('show-options', '-v', '-t', '0', 'status-right').trim();
  shared.tmux.tmux('set-option', '-t', '0', 'status-right', `new ${right()} mine`);
  await expect.poll(look).toMatch(/new of this one Agent: Ready mine$/);
  await shared.call('manage_session', {action: 'release', session_id});
  expect(right()).toBe('new of this one mine');
});

test('a person who has the option in their status line has it where they want it, and nothing else is changed', async () => {
  await using shared = new Shared();
  await shared.begin('[#{@cotty_status}] mine');
  const {session_id} = await shared.call('manage_session', {action: 'adopt', session_id: '%0'});
  const look = () => shared.line();
  await expect.poll(look).toMatch(/\[Agent: Ready\] mine$/);
  expect(shared.options().filter(line => line.startsWith('status-right '))).toEqual([
    'status-right "[#{@cotty_status}] mine"',
  ]);
  await shared.call('manage_session', {action: 'release', session_id});
  await expect.poll(look).toMatch(/\[\] mine$/);
});

test('nothing is shown or kept where nobody has asked for it', async () => {
  await using shared = new Shared(false);
  await shared.begin();
  const before = shared.options();
  const {session_id} = await shared.call('manage_session', {action: 'create', shell: 'bash'});
  expect(await shared.call('run_command', {session_id, command: 'true'})).toMatchObject({exit_code: 0});
  expect(shared.options()).toEqual(before);
});
