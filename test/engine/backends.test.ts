/** Several sources of terminals, of which some are not there. */
import {mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterEach, beforeEach, expect, test} from 'vitest';
import {createPtyBackend, Host, startHost} from '../../src/backends/index.ts';
import {type BackendSource, CottyError} from '../../src/core/index.ts';
import {Engine, servicesOf} from '../../src/engine/index.ts';
import {findTool, selectTools} from '../../src/tools/index.ts';

let home: string;

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'cotty-backends-'));
});

afterEach(() => rmSync(home, {recursive: true, force: true, maxRetries: 5}));

const inThisProcess = (): BackendSource => ({
  kind: 'pty',
  start: async () => createPtyBackend({home, host: new Host({home})}),
});

/** There is no tmux backend: this says so as one would whose program is not installed. */
const notInstalled: BackendSource = {
  kind: 'tmux',
  start: async () => {
    throw new CottyError('not_supported', 'tmux is not installed.', 'Install tmux 3.0 or newer.');
  },
};

function callList(engine: Engine) {
  const caller = engine.caller('case', {type: 'agent', name: 'case'});
  const context = {services: servicesOf(engine), caller, signal: new AbortController().signal};
  return findTool(selectTools(['terminal']), 'manage_session').call({action: 'list'}, context);
}

test('a backend that cannot be started leaves the others as they are, and says why when it is asked for', async () => {
  const told: string[] = [];
  await using engine = new Engine({
    backends: [notInstalled, inThisProcess()],
    onBackendFailed: (kind, error) => told.push(`${kind}: ${error.message}`),
  });
  await engine.start();
  const session = await engine.open({shell: 'sh'});
  expect(session.facts.backend).toBe('pty');
  await expect(engine.open({shell: 'sh', backend: 'tmux'})).rejects.toMatchObject({
    code: 'not_supported',
    message: 'tmux is not installed.',
    hint: 'Install tmux 3.0 or newer.',
  });
  await expect(engine.meant.of(engine.caller('a', {type: 'agent', name: 'a'}), 'tmux:x')).rejects.toMatchObject({
    message: 'tmux is not installed.',
  });
  expect(told).toEqual(['tmux: tmux is not installed.']);
  const outcome = await callList(engine);
  expect(outcome.value).toMatchObject({
    sessions: [{session_id: session.id}],
    unavailable: [{backend: 'tmux', code: 'not_supported', message: 'tmux is not installed.'}],
  });
  await session.close();
});

test('what could not be started is tried again by whoever needs it next, and what lives on it is taken over', async () => {
  const first = await startHost({home, env: process.env, idleMs: 500});
  const {sessionId} = (await first.open({shell: 'sh'}, () => undefined)).state.facts;
  await first[Symbol.asyncDispose]();
  let isThere = false;
  let nowMs = 0;
  await using engine = new Engine({
    clock: {monotonicMs: () => nowMs, wallMs: () => Date.now()},
    backends: [
      {
        kind: 'pty',
        start: async () => {
          if (!isThere) throw new CottyError('server_unavailable', 'It is busy starting.', 'Wait.');
          return createPtyBackend({home, host: await startHost({home, env: process.env, idleMs: 500})});
        },
      },
    ],
  });
  await engine.start();
  expect(engine.backends).toMatchObject([{kind: 'pty', failure: {code: 'server_unavailable'}}]);
  const caller = engine.caller('case', {type: 'agent', name: 'case'});
  await expect(engine.meant.of(caller, sessionId)).rejects.toMatchObject({
    message: expect.stringMatching('It is busy starting'),
  });
  isThere = true;
  nowMs += 5000;
  const {session} = await engine.meant.of(caller, sessionId);
  expect(session.id).toBe(sessionId);
  expect(engine.backends).toEqual([{kind: 'pty', failure: null}]);
  await session.close();
});
