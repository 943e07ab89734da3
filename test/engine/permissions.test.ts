/** Everything that an agent can do, where the policy permits nothing: each list names all there is of its kind. */
import {existsSync} from 'node:fs';
import {describe, expect, onTestFinished, test} from 'vitest';
import {version} from '../../src/app/index.ts';
import {type CottyError, isCottyError, toolNames} from '../../src/core/index.ts';
import {servicesOf} from '../../src/engine/index.ts';
import {defaultPolicy, type Permission, Policy} from '../../src/guard/index.ts';
import {findTool, selectTools} from '../../src/tools/index.ts';
import {attachClient, connectSocket, createSocketServer} from '../../src/transports/index.ts';
import {TestTerminal} from '../conformance/test-terminal.ts';

interface Permitting {
  readonly terminal: TestTerminal;
  permit(...permissions: readonly Permission[]): void;
  /** `done`, or the code of the error, or the state of a line. */
  tries(tool: string, input: Record<string, unknown>): Promise<string>;
}

const tools = selectTools(['all']);

async function permitting(): Promise<Permitting> {
  let policy = new Policy(defaultPolicy);
  const terminal = await TestTerminal.open('pty', 'bash', {guard: {policies: {at: async () => policy}}});
  onTestFinished(() => terminal[Symbol.asyncDispose]());
  await terminal.until(({tracker}) => tracker.phase === 'prompt');
  return {
    terminal,
    permit: (...permissions) => {
      policy = new Policy({...defaultPolicy, permissions});
    },
    async tries(tool, input) {
      const call = {
        services: servicesOf(terminal.engine),
        caller: terminal.caller,
        signal: new AbortController().signal,
      };
      try {
        const {value} = await findTool(tools, tool).call(input, call);
        return value.state === 'denied' || value.state === 'needs_approval' ? value.state : 'done';
      } catch (error) {
        return told(error);
      }
    },
  };
}

function told(error: unknown): string {
  if (!isCottyError(error)) throw error;
  const {code, hint}: CottyError = error;
  return hint.includes('cotty approve') ? 'needs_approval' : code;
}

/** What does more than look, with arguments that would do it. */
const acting: Readonly<Record<string, readonly Readonly<Record<string, unknown>>[]>> = {
  edit_file: [{path: 'x', old_text: 'a', new_text: 'b'}],
  make_directory: [{path: 'x'}],
  manage_session: [
    {action: 'create'},
    {action: 'split'},
    {action: 'close'},
    {action: 'focus'},
    {action: 'rename', name: 'other'},
    {action: 'resize', cols: 90},
    {action: 'integrate'},
    {action: 'recover', session_id: 'pty:x'},
    {action: 'adopt', session_id: 'x'},
    {action: 'release'},
  ],
  run_command: [{command: 'touch ran'}],
  send_control: [{character: 'C'}, {character: 'C', drop_pending: true}, {character: 'M'}],
  send_keys: [{keys: ['text:x']}, {keys: ['Enter']}],
  send_text: [{text: 'x'}, {text: 'touch ran', submit: true}],
  terminal_exec: [{command: 'help'}],
  write_file: [{path: 'x', content: 'y'}],
};

test('all tools are named for permissions, and all that act are tried here', () => {
  expect(toolNames.filter(name => name !== 'attach')).toEqual(tools.map(({name}) => name));
  expect(Object.keys(acting)).toEqual(tools.filter(({effect}) => effect !== 'read').map(({name}) => name));
});

const calls = Object.entries(acting).flatMap(([tool, inputs]) => inputs.map(input => [tool, input] as const));

describe.each(calls)('%s %j', (tool, input) => {
  test('does nothing where it is denied, and asks a person where that is wanted', async () => {
    const {terminal, permit, tries} = await permitting();
    permit({decision: 'deny'});
    const before = terminal.session.log.end;
    expect(await tries(tool, input)).toBe('denied');
    permit({tools: tool, agent: '!somebody', decision: 'deny'});
    expect(await tries(tool, input)).toBe('denied');
    expect([terminal.session.log.end, terminal.session.isClosed]).toEqual([before, false]);
    if (tool.startsWith('send_') || tool === 'run_command') return;
    permit({tools: tool, decision: 'ask'});
    expect(await tries(tool, input)).toBe('needs_approval');
    expect(terminal.engine.approvals.list()).toMatchObject([{state: 'pending', agent: 'agent case'}]);
  });
});

test('what is permitted to others, elsewhere, or of other tools, is not refused here', async () => {
  const {permit, tries} = await permitting();
  permit(
    {agent: 'somebody', decision: 'deny'},
    {session: 'elsewhere', decision: 'deny'},
    {tools: 'send_*', decision: 'deny'},
  );
  expect(await tries('run_command', {command: 'echo yes'})).toBe('done');
  expect(await tries('read_screen', {})).toBe('done');
  permit({decision: 'deny'});
  expect(await tries('read_screen', {})).toBe('done');
  expect(await tries('manage_session', {action: 'list'})).toBe('done');
  permit({tools: 'read_*', decision: 'deny'});
  expect(await tries('read_screen', {})).toBe('denied');
});

test('lines are asked about where a permission asks, by the tool that submits them', async () => {
  const {terminal, permit, tries} = await permitting();
  permit({tools: 'send_keys', decision: 'ask'});
  expect(await tries('run_command', {command: 'echo yes'})).toBe('done');
  expect(await tries('send_keys', {keys: ['text:touch ran', 'Enter']})).toBe('needs_approval');
  expect(existsSync(terminal.file('ran'))).toBe(false);
});

test('a session has the mode that a permission gives it, and the agent that makes sessions cannot name one so', async () => {
  const {terminal, permit, tries} = await permitting();
  permit({session: 'scratch', mode: 'permissive'}, {session: 'prod', tools: 'run_command', decision: 'deny'});
  expect(await tries('run_command', {command: 'rm -f x'})).toBe('needs_approval');
  expect(await tries('manage_session', {action: 'rename', name: 'scratch'})).toBe('denied');
  expect(await tries('manage_session', {action: 'create', name: 'scratch'})).toBe('denied');
  expect(await tries('manage_session', {action: 'split', name: 'scratch'})).toBe('denied');
  expect(await tries('manage_session', {action: 'rename', name: 'mine'})).toBe('done');
  await terminal.session.link.rename('scratch');
  await terminal.until(({name}) => name === 'scratch');
  expect(await tries('run_command', {command: 'rm -f x'})).toBe('done');
  await terminal.session.link.rename('prod');
  await terminal.until(({name}) => name === 'prod');
  expect(await tries('run_command', {command: 'echo x'})).toBe('denied');
  expect(await tries('manage_session', {action: 'rename', name: 'mine'})).toBe('denied');
});

test('an answer to a call counts for that call, once', async () => {
  const {terminal, permit, tries} = await permitting();
  permit({tools: 'manage_session:resize', decision: 'ask'});
  const wider = {action: 'resize', cols: 91};
  expect(await tries('manage_session', wider)).toBe('needs_approval');
  const [asked] = terminal.engine.approvals.list();
  expect(asked).toMatchObject({
    line: 'manage_session:resize {"action":"resize","cols":91}',
    foreground: 'call manage_session:resize',
  });
  terminal.engine.approvals.answer(asked?.id ?? '', {
    decision: 'approve',
    scope: 'once',
    by: 'me',
    channel: 'terminal',
  });
  expect(await tries('manage_session', {action: 'resize', cols: 92})).toBe('needs_approval');
  expect(await tries('manage_session', wider)).toBe('done');
  expect(await tries('manage_session', wider)).toBe('needs_approval');
});

test('a line that an agent has typed on is not submitted by what it may not do, and a person may do everything', async () => {
  const {terminal, permit} = await permitting();
  permit({decision: 'deny'});
  const person = {type: 'person', name: 'somebody'} as const;
  await terminal.session.gate.write(person, Buffer.from('touch ran\r'), {kind: 'typed'});
  await terminal.until(() => existsSync(terminal.file('ran')));
});

test('an agent attaches no terminal where that is denied', async () => {
  const {terminal, permit} = await permitting();
  permit({tools: 'attach', decision: 'deny'});
  const path = terminal.file('socket');
  await using _server = await createSocketServer({path, version, engine: terminal.engine, tools: []});
  const {socket} = await connectSocket({path, role: 'attach', version});
  const attaching = attachClient(socket, {
    session: terminal.sessionId,
    cols: 80,
    rows: 24,
    name: 'somebody',
    onOutput: () => undefined,
  });
  await expect(attaching).rejects.toMatchObject({code: 'denied'});
});

test('a policy that cannot be read permits nothing', async () => {
  const terminal = await TestTerminal.open('pty', 'bash');
  onTestFinished(() => terminal[Symbol.asyncDispose]());
  const broken = new Error('config.toml:1: broken');
  const {Permits} = await import('../../src/engine/guard/permits.ts');
  const permits = new Permits({
    policies: {at: () => Promise.reject(broken)},
    approvals: terminal.engine.approvals,
    log: {decided: async () => undefined},
  });
  const place = {id: null, name: null, cwd: null};
  const called = {tool: 'read_screen', reads: true, place, call: null};
  await expect(permits.require({type: 'agent', name: 'x'}, called)).rejects.toBe(broken);
});
