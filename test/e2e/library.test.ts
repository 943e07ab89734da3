import {mkdtempSync, readdirSync} from 'node:fs';
import {writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {expect, onTestFinished, test, vi} from 'vitest';
import {isCottyError, open} from '../../src/library/index.ts';
import {needs} from '../support/needs.ts';
import {RecordedProcess} from '../support/processes.ts';

test.each(['bash', 'zsh', 'fish', 'sh'])('a command in %s that exits non-zero is reported, not thrown', async shell => {
  needs(shell);
  await using session = await open({shell});
  expect(await session.run('false')).toMatchObject({exit_code: 1, state: 'completed', output: ''});
  expect(await session.run('echo fine')).toMatchObject({exit_code: 0, state: 'completed', output: 'fine'});
});

test('a command that takes too long ends the wait only', async () => {
  await using session = await open({shell: 'bash'});
  const gate = join(mkdtempSync(join(tmpdir(), 'cotty-gate-')), 'gate');
  await session.run(`mkfifo '${gate}'`);
  const late = await session.run(`read -r word <'${gate}'; echo woke`, {timeout: 0.3});
  expect(late).toMatchObject({state: 'running', exit_code: null, timed_out: true});
  await writeFile(gate, '\n');
  expect(await session.watch('woke', {cursor: late.cursor})).toMatchObject({matched: true, lines: ['woke']});
});

test('typing, keys and the screen drive a program', async () => {
  await using session = await open({shell: 'bash', cols: 60, rows: 10});
  // The question, not the echo of the line that asks it.
  const started = session.watch('^name\\?');
  await session.type("read -p 'name? ' name; echo hello $name", {submit: true});
  await started;
  await session.type('world');
  await session.press('Enter');
  await expect.poll(() => session.screen(), {timeout: 25_000}).toContain('hello world');
});

test('a result has the fields and values that every other surface gives, and what is misspelt is refused', async () => {
  await using session = await open({shell: 'bash', cwd: tmpdir()});
  const result = await session.run('echo one; echo two; (exit 3)');
  expect(result).toEqual({
    command_id: expect.stringMatching(/^c-/),
    session_id: session.id,
    state: 'completed',
    via: 'mark',
    exit_code: 3,
    output: 'one\ntwo',
    output_bytes: 10,
    output_lines: 2,
    omitted: null,
    cursor: expect.any(Number),
    duration_ms: expect.any(Number),
    cwd: tmpdir(),
    completed: true,
    timed_out: false,
  });
  const misspelt = {timeout: 5, timeoutMs: 5};
  await expect(session.run('true', misspelt)).rejects.toMatchObject({code: 'invalid_argument'});
});

test('what a command prints after the wait has ended can be waited for and read', async () => {
  await using session = await open({shell: 'bash'});
  const gate = join(mkdtempSync(join(tmpdir(), 'cotty-gate-')), 'gate');
  await session.run(`mkfifo '${gate}'`);
  const line = `echo early; read -r word <'${gate}'; echo late`;
  const {command_id, cursor} = await session.run(line, {wait_for_completion: false});
  const reading = session.read({command_id, wait_ms: 10_000});
  await writeFile(gate, '\n');
  const whole = await reading;
  expect(whole).toMatchObject({state: 'completed', exit_code: 0, text: 'early\nlate'});
  expect((await session.read({cursor, grep: '^late'})).text).toBe('late');
});

test('a signal ends a wait as cancelled, and a closed session says so', async () => {
  const session = await open({shell: 'bash'});
  const giveUp = new AbortController();
  const begun = session.watch('^begun');
  const waiting = session.run('echo begun; sleep 300', {signal: giveUp.signal}).catch((error: unknown) => error);
  await begun;
  giveUp.abort();
  expect(isCottyError(await waiting, 'cancelled')).toBe(true);
  await session.close();
  await expect(session.run('true')).rejects.toMatchObject({code: 'session_closed'});
  await expect(session.screen()).rejects.toMatchObject({code: 'session_closed'});
  await session.close();
});

test('nothing is left behind', async () => {
  // Others open terminals meanwhile.
  vi.stubEnv('TMPDIR', mkdtempSync(join(tmpdir(), 'own-')));
  onTestFinished(() => void vi.unstubAllEnvs());
  const before = leftovers();
  {
    await using session = await open({shell: 'bash'});
    await session.run('true');
    expect(leftovers().length).toBeGreaterThan(before.length);
  }
  expect(leftovers()).toEqual(before);
});

test.each(['bash', 'zsh', 'fish'])('no job of %s is left behind, nor one that no hang-up reaches', async shell => {
  needs(shell);
  const jobs: RecordedProcess[] = [];
  for (const ending of ['exit', 'true']) {
    await using session = await open({shell});
    const {output} = await session.run(`sh -c 'sleep 300 & echo $!; trap "" HUP; sleep 300 & echo $!'`);
    jobs.push(...output.split('\n').map(RecordedProcess.of));
    await session.run(ending);
  }
  expect(jobs).toHaveLength(4);
  await Promise.all(jobs.map(job => job.ended()));
});

test('with its guard each line is judged as that of an agent, by the configuration, however it comes', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'cotty-guarded-'));
  vi.stubEnv('COTTY_HOME', folder);
  vi.stubEnv('COTTY_SECURITY_MODE', 'normal');
  onTestFinished(() => void vi.unstubAllEnvs());
  await using session = await open({shell: 'bash', cwd: folder, guard: true});
  expect(await session.run('echo safe')).toMatchObject({state: 'completed', output: 'safe'});
  expect(await session.run('touch made')).toMatchObject({state: 'needs_confirmation'});
  expect(await session.run('rm -rf made', {confirm: true})).toMatchObject({state: 'needs_approval'});
  expect(await session.run('sudo true', {confirm: true})).toMatchObject({state: 'denied'});
  await expect(session.type('touch typed', {submit: true})).rejects.toMatchObject({code: 'denied'});
  expect(readdirSync(folder).filter(name => name === 'made' || name === 'typed')).toEqual([]);
  expect(await session.run('touch made', {confirm: true})).toMatchObject({state: 'completed', exit_code: 0});
  expect(readdirSync(folder)).toContain('made');
});

test('a shell that is not there is an error with a hint', async () => {
  const failure = await open({shell: 'no-such-shell'}).catch((error: unknown) => error);
  expect(isCottyError(failure, 'shell_missing')).toBe(true);
});

function leftovers(): string[] {
  return readdirSync(tmpdir()).filter(name => /^cotty-\w{6}$/.test(name));
}
