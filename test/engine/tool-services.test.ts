import {expect, test} from 'vitest';
import {Engine, type ServiceName, type Services, servicesOf} from '../../src/engine/index.ts';
import {type AnyTool, selectTools} from '../../src/tools/index.ts';
import {waitForEvents} from '../../src/tools/terminal/wait-for-events.ts';
import {TestTerminal} from '../conformance/test-terminal.ts';

const {signal} = new AbortController();

/** What the tool has asked for, and nothing else. */
function statedBy(tool: AnyTool, engine: Engine): Services {
  const all = servicesOf(engine);
  const stated: Partial<Record<ServiceName, unknown>> = Object.fromEntries(
    [...tool.needs, 'activity' as const].map(name => [name, all[name]]),
  );
  return stated as unknown as Services;
}

/** Enough arguments for each tool of a terminal to do its work; in this order, on one session. */
const calls: readonly (readonly [string, Record<string, unknown>])[] = [
  ['run_command', {command: 'echo stated'}],
  ['read_output', {wait_ms: 1}],
  ['read_screen', {}],
  ['screenshot', {format: 'text'}],
  ['get_context', {}],
  ['check_command', {command: 'ls'}],
  ['send_text', {text: ': typed', submit: true}],
  ['send_keys', {keys: ['Enter']}],
  ['send_control', {character: 'C'}],
  ['wait_for_stable_output', {}],
  ['watch_output', {pattern: 'stated', cursor: 0, timeout: 20}],
  ['watch_output', {pattern: 'later', background: true}],
  ['wait_for_events', {after: 0}],
  ['manage_session', {action: 'list', session_id: undefined}],
  ['manage_session', {action: 'close'}],
];

test('every tool of a terminal does its work with the services that it states, and no others', async () => {
  await using terminal = await TestTerminal.open('pty', 'bash');
  const tools = selectTools(['terminal']);
  for (const [name, input] of calls) {
    const tool = tools.find(candidate => candidate.name === name);
    if (!tool) throw new Error(`There is no tool ${name}.`);
    const context = {services: statedBy(tool, terminal.engine), caller: terminal.caller, signal};
    await tool.call({session_id: terminal.sessionId, ...input}, context);
  }
  expect(new Set(calls.map(([name]) => name))).toEqual(new Set(tools.map(({name}) => name)));
});

test('a tool is tried with what it needs alone', async () => {
  await using engine = new Engine({backends: []});
  const {events, sessions, activity} = servicesOf(engine);
  const after = events.last;
  const waiting = waitForEvents.call(
    {after, kinds: ['custom']},
    {services: {events, sessions, activity}, caller: engine.caller('me', {type: 'agent', name: 'me'}), signal},
  );
  events.publish('custom', null, {event: 'hello'});
  expect((await waiting).value).toMatchObject({events: [{kind: 'custom', event: 'hello'}], next: after + 1});
});
