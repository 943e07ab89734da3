import {expect, test} from 'vitest';
import type {SocketRole} from './header.ts';
import {identityOf} from './peer-identity.ts';

const who = (role: SocketRole, fields: Readonly<Record<string, string>>): string => {
  const {type, name, via} = identityOf({version: '1', role, fields}, null);
  return `${type} ${name} by ${via}`;
};

test.each<[string, SocketRole, Record<string, string>, string]>([
  ['says nothing', 'rpc', {}, 'agent unknown by commandLine'],
  ['attaches and says nothing', 'attach', {}, 'agent unknown by attach'],
  ['has a name', 'rpc', {name: 'anna'}, 'agent anna by commandLine'],
  ['says something unknown', 'rpc', {name: 'anna', actor: 'human'}, 'agent anna by commandLine'],
  ['is declared a person by a verb', 'rpc', {name: 'anna', actor: 'person'}, 'person anna by commandLine'],
  ['is declared a person at a terminal', 'attach', {name: 'anna', actor: 'person'}, 'person anna by attach'],
  ['runs inside a session', 'rpc', {name: 'anna', actor: 'person', inside: 'pty:1'}, 'agent anna by commandLine'],
  [
    'attaches from inside a session',
    'attach',
    {name: 'anna', actor: 'person', inside: 'pty:1'},
    'agent anna by attach',
  ],
  ['has named itself as an agent', 'rpc', {name: 'anna', actor: 'person', agent: 'a7'}, 'agent a7 by commandLine'],
  ['speaks MCP', 'mcp', {name: 'anna', actor: 'person'}, 'agent anna by mcp'],
])('who %s is told by the socket', (_, role, fields, told) => {
  expect(who(role, fields)).toBe(told);
});

test('the process that connected vouches for a caller; where it is not known, its user does', () => {
  const credentials = (pid: number | null) =>
    identityOf({version: '1', role: 'rpc', fields: {}}, pid === null ? null : {uid: 7, pid}).credentials;
  expect(credentials(4242)).toEqual({type: 'peer', uid: 7, pid: 4242});
  expect(credentials(null)).toEqual({type: 'peer', uid: process.geteuid?.(), pid: null});
});
