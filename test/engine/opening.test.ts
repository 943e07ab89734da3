/** What becomes of a terminal that was opened and cannot become a session, and of the limit when many are opened at once. */
import {rmSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {createPtyBackend, Host} from '../../src/backends/index.ts';
import {type Backend, CottyError, type TerminalLink} from '../../src/core/index.ts';
import {Engine} from '../../src/engine/index.ts';
import {makeCaseFolder, TestTerminal} from '../conformance/test-terminal.ts';
import {RecordedProcess} from '../support/processes.ts';

test('a terminal that was opened and cannot be followed is closed: nothing lives on of which nobody knows', async () => {
  await using place = new Place();
  const opened: RecordedProcess[] = [];
  const {open} = place.backend;
  place.backend.open = async (...all) => {
    const link = await open.apply(place.backend, all);
    opened.push(RecordedProcess.of(link.facts.pid));
    return unreadable(link);
  };
  await using engine = new Engine({backends: [place.backend], defaults: {maxSessions: 1}});
  await engine.start();
  await expect(engine.open({shell: 'sh'})).rejects.toThrow('The disk is slow.');
  await Promise.all(opened.map(shell => shell.ended()));
  expect(engine.sessions()).toEqual([]);
  expect(await place.backend.resume()).toEqual([]);
  place.backend.open = open;
  expect((await engine.open({shell: 'sh'})).isClosed).toBe(false);
  expect(opened).toHaveLength(1);
});

test('of sessions that are opened at once no more come to be than may live', async () => {
  await using terminal = await TestTerminal.open('pty', 'bash', {maxSessions: 3});
  const {engine} = terminal;
  const outcomes = await Promise.allSettled(Array.from({length: 5}, () => engine.open({shell: 'sh'})));
  const refusals = outcomes.flatMap(outcome => (outcome.status === 'rejected' ? [outcome.reason] : []));
  expect(refusals).toEqual(Array.from({length: 3}, () => expect.objectContaining({code: 'pty_exhausted'})));
  expect(engine.sessions()).toHaveLength(3);
});

test('what could not be opened takes no room from what can', async () => {
  await using terminal = await TestTerminal.open('pty', 'bash', {maxSessions: 2});
  const {engine} = terminal;
  const failed = await Promise.allSettled([engine.open({shell: '/nowhere/sh'})]);
  expect(failed).toMatchObject([{status: 'rejected', reason: {code: expect.not.stringMatching('pty_exhausted')}}]);
  expect((await engine.open({shell: 'sh'})).isClosed).toBe(false);
});

/** Terminals of a host in this process. */
class Place implements AsyncDisposable {
  readonly #folder = makeCaseFolder();
  readonly backend: Backend;

  constructor() {
    const home = join(this.#folder, 'cotty');
    this.backend = createPtyBackend({home, host: new Host({home, env: process.env})});
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.backend[Symbol.asyncDispose]();
    rmSync(this.#folder, {recursive: true, force: true, maxRetries: 5});
  }
}

/** A terminal whose log nobody can read. */
function unreadable(link: TerminalLink): TerminalLink {
  link.log.events = () => {
    throw new CottyError('internal', 'The disk is slow.', 'Wait.');
  };
  return link;
}
