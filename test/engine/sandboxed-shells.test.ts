/** What agents rely on holds in a sandbox too: marks, exact results, job control, size, and a server that is replaced. */
import {describe, expect, test} from 'vitest';
import {completed, fullShells, type ShellName, stillHere} from '../conformance/test-terminal.ts';
import {openSandboxed, processesWith} from '../support/sandboxed-terminal.ts';

const jobs: Readonly<Record<ShellName, string>> = {
  bash: 'Stopped',
  zsh: 'suspended',
  fish: 'stopped',
  dash: '',
  tcsh: '',
};

describe.each(fullShells)('%s in a sandbox', shell => {
  test('commands give their own output and exit code, by marks, however they are written', async () => {
    await using inside = await openSandboxed({shell});
    const {terminal} = inside;
    expect(await terminal.outcome('echo one; echo two')).toEqual(completed('one\ntwo'));
    expect(await terminal.outcome('false')).toEqual(completed('', 1));
    expect(await terminal.outcome("echo 'a\nb'")).toEqual(completed('a\nb'));
    expect(await terminal.outcome(`echo "it's ünïcode"; sh -c 'exit 7'`)).toEqual(completed("it's ünïcode", 7));
    const long = 'x'.repeat(20_000);
    expect(await terminal.outcome(`echo ${long} | wc -c`)).toEqual(completed('20001'));
  });

  test('it is known where it stands, also outside of its project', async () => {
    await using inside = await openSandboxed({shell});
    const {terminal} = inside;
    expect(await terminal.run('mkdir -p "a b"; cd "a b"')).toMatchObject({cwd: `${inside.project}/a b`});
    expect(await terminal.run('cd /usr/share')).toMatchObject({cwd: '/usr/share'});
    expect(await terminal.run('cd /tmp')).toMatchObject({cwd: '/tmp'});
  });

  test('a job is stopped, brought back, put into the background and ended', async () => {
    await using inside = await openSandboxed({shell});
    const {terminal} = inside;
    const {command_id} = await terminal.run('sleep 1000', {wait_for_completion: false});
    await terminal.until(({tracker}) => tracker.current?.commandLine === 'sleep 1000');
    await terminal.call('send_control', {character: 'Z', timeout: 40});
    expect(await terminal.call('read_output', {command_id, wait_ms: 40_000})).toMatchObject({state: 'completed'});
    expect(await inside.said('jobs')).toMatch(new RegExp(jobs[shell], 'i'));
    await terminal.run('fg', {wait_for_completion: false});
    await terminal.until(({tracker}) => tracker.current?.commandLine === 'fg');
    await terminal.call('send_control', {character: 'Z', timeout: 40});
    await terminal.run('bg');
    expect(await inside.said('jobs')).toMatch(/running|&/i);
    // Waited for: fish says that a job has ended among what the next command prints.
    expect(await inside.exit('kill %1; wait; true')).toBe(0);
    expect(await terminal.proof()).toEqual(stillHere);
  });

  test('Ctrl-C ends what runs, and a question is known for one', async () => {
    await using inside = await openSandboxed({shell});
    const {terminal} = inside;
    const {command_id} = await terminal.run('sleep 1000', {wait_for_completion: false});
    await terminal.until(({tracker}) => tracker.current?.commandLine === 'sleep 1000');
    await terminal.call('send_control', {character: 'C', timeout: 40});
    expect(await terminal.call('read_output', {command_id, wait_ms: 40_000})).toMatchObject({exit_code: 130});
    const asked = await terminal.run(`sh -c 'printf "Name? "; read name; echo "hi $name"'`);
    expect(asked).toMatchObject({state: 'awaiting_input'});
    const told = await terminal.call('send_text', {text: 'Ada', submit: true, timeout: 40});
    expect(told).toMatchObject({state: 'completed', exit_code: 0});
  });

  test('programs inside are told a new size', async () => {
    await using inside = await openSandboxed({shell, cols: 80, rows: 24});
    const {terminal} = inside;
    await terminal.call('manage_session', {action: 'resize', cols: 101, rows: 31});
    expect(await inside.said('stty size')).toBe('31 101');
  });

  test('a server that is killed is followed by one that knows all of it, and the result of what ran meanwhile', async () => {
    const first = await openSandboxed({shell, outlivesEngine: true});
    const {command_id} = await first.terminal.run(`sh -c 'printf "Go? "; read word; echo "went $word"; exit 4'`);
    await first.terminal.engine[Symbol.asyncDispose]();
    await using second = await first.terminal.adoptedByNext();
    await second.call('send_text', {text: 'on', submit: true});
    const ended = await second.call('read_output', {command_id, wait_ms: 40_000});
    expect(ended).toMatchObject({state: 'completed', exit_code: 4});
    const {sessions} = await second.call('manage_session', {action: 'list'});
    expect(sessions).toMatchObject([{session_id: second.sessionId, sandbox: 'offline'}]);
    expect(await second.run('touch /usr/x')).toMatchObject({exit_code: 1, via: 'mark'});
  });

  test('closing it ends all that ran inside, also what a hang-up does not reach', async () => {
    await using inside = await openSandboxed({shell});
    const {terminal} = inside;
    const seconds = `1000.${process.pid}${Date.now()}`;
    await terminal.run(`nohup setsid sleep ${seconds} >/dev/null 2>&1 &`);
    await expect.poll(() => processesWith(seconds)).toHaveLength(1);
    await terminal.session.close();
    await expect.poll(() => processesWith(seconds)).toHaveLength(0);
  });
});
