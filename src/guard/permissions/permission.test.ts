import {expect, test} from 'vitest';
import {defaultPolicy, Policy} from '../policy/policy.ts';
import {type Act, isAbout, type Permission} from './permission.ts';

const act: Act = {agent: 'claude-code', session: ['pty:k3f9', 'prod'], tool: 'manage_session:close', reads: false};

test.each<[Permission, boolean]>([
  [{}, true],
  [{agent: 'claude-code', session: 'prod', tools: 'manage_session'}, true],
  [{agent: 'claude*'}, true],
  [{agent: '*-code'}, true],
  [{agent: 'c*d*e'}, true],
  [{agent: 'c*x*e'}, false],
  [{agent: 'claude-codeclaude-code*'}, false],
  [{agent: ['codex', 'claude-code']}, true],
  [{agent: '!claude-code'}, false],
  [{agent: '!codex'}, true],
  [{agent: ['*', '!claude*']}, false],
  [{session: 'pty:*'}, true],
  [{session: ['!pty:k3f9']}, false],
  [{session: 'pro'}, false],
  [{tools: 'manage_session:close'}, true],
  [{tools: 'manage_session:create'}, false],
  [{tools: ['*', '!manage_session']}, false],
  [{tools: 'send_*'}, false],
])('%j is about it: %s', (permission, expected) => {
  expect(isAbout(permission, act)).toBe(expected);
});

test('what only looks is meant where it is named, and what is done in no session where none is', () => {
  const looks: Act = {...act, tool: 'read_screen', reads: true, session: null};
  expect(
    [{}, {tools: 'read_*'}, {tools: 'read_*', session: '*'}].map(permission => isAbout(permission, looks)),
  ).toEqual([false, true, false]);
});

test('deny wins over ask, and the strictest of the named modes holds, also where it is laxer than the usual one', () => {
  const decide = (permissions: Permission[], line: string): string => {
    const policy = new Policy({...defaultPolicy, permissions});
    const {decision, asks} = policy.checkAs({...act, tool: 'run_command'}, line);
    return asks === null ? decision : `${decision} ${asks}`;
  };
  expect(decide([], 'ls')).toBe('allow');
  expect(decide([{decision: 'ask'}], 'ls')).toBe('ask person');
  expect(decide([{decision: 'ask'}, {decision: 'deny'}], 'ls')).toBe('deny');
  expect(decide([{decision: 'ask'}], 'sudo ls')).toBe('deny');
  expect(decide([{mode: 'permissive'}], 'rm x')).toBe('allow');
  expect(decide([{mode: 'permissive'}], 'rm -rf /')).toBe('deny');
  expect(decide([{mode: 'permissive'}, {mode: 'strict'}], 'ls')).toBe('ask person');
  expect(decide([{mode: 'strict', agent: 'codex'}], 'ls')).toBe('allow');
});
