import {once} from 'node:events';
import {readdirSync, readFileSync} from 'node:fs';
import {afterEach, beforeEach, expect, test} from 'vitest';
import {finish, TestHome} from '../support/cotty-process.ts';
import {RawClient} from '../support/mcp/raw-client.ts';
import {needs, needsLinux} from '../support/needs.ts';

/** In no environment but that of the process that was given it. */
const TOKEN = 'canary-token-9f41c2';

let home: TestHome;

beforeEach(async () => {
  home = await TestHome.make();
});

afterEach(async () => {
  await home[Symbol.asyncDispose]();
});

test.each(['bash', 'zsh', 'fish', 'dash'])(
  'E14 the token of `COTTY_TOKEN=… cotty serve` is in no environment of a session with %s, nor of any process around it',
  async shell => {
    needs(shell);
    needsLinux();
    const serving = home.startWith({COTTY_TOKEN: TOKEN}, 'serve', '--port', '0', '--json');
    const {url} = JSON.parse(String((await once(serving.stdout, 'data'))[0]));
    const ask = async (tool: string, input: object): Promise<Record<string, unknown>> => {
      const headers = {authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json'};
      const answer = await fetch(`${url}/api/v1/${tool}`, {method: 'POST', headers, body: JSON.stringify(input)});
      return (await answer.json()) as Record<string, unknown>;
    };
    const {session_id} = await ask('manage_session', {action: 'create', shell});
    // The search itself must not hold what it looks for.
    const search = `env; sh -c "env; grep -las 'canary-token-9f41c''2' /proc/[0-9]*/environ; echo over"`;
    const {output} = await ask('run_command', {session_id, command: search});
    expect(output).toMatch(/^PATH=/m);
    expect(output).toMatch(/over$/);
    expect(output).not.toMatch(/COTTY_TOKEN|canary|\/proc\/\d+\/environ/);
    expect(JSON.stringify(await ask('get_context', {session_id}))).not.toContain(TOKEN);
    expect(environments()).not.toContain(TOKEN);
    serving.kill('SIGTERM');
    await finish(serving);
  },
);

test('E14 nor in that of sessions without a server, whose parent was given it', async () => {
  needsLinux();
  await using client = new RawClient(home.startWith({COTTY_TOKEN: TOKEN}, 'mcp', '--ephemeral'));
  await client.open();
  const {value} = await client.call('run_command', {command: 'env; cat /proc/$PPID/environ; echo; echo over'});
  expect(value['output']).toMatch(/^PATH=/m);
  expect(value['output']).toMatch(/over$/);
  expect(value['output']).not.toContain(TOKEN);
  expect(environments()).not.toContain(TOKEN);
});

test('E14 a server and a host that somebody with it in the environment has started do not hand it on', async () => {
  needsLinux();
  const running = home.startWith({COTTY_TOKEN: TOKEN}, 'run', '--', 'env; cat /proc/$PPID/environ; echo; echo over');
  running.stdin.end();
  const {stdout} = await finish(running);
  expect(stdout).toMatch(/^PATH=/m);
  expect(stdout).toMatch(/over\s*$/);
  expect(stdout).not.toContain(TOKEN);
  expect(environments()).not.toContain(TOKEN);
});

/** What all processes were started with, as far as they show it. */
function environments(): string {
  const own = String(process.pid);
  const pids = readdirSync('/proc').filter(name => /^\d+$/.test(name) && name !== own);
  return pids.map(pid => textOf(`/proc/${pid}/environ`)).join('\n');
}

function textOf(path: string): string {
  try {
    return readFileSync(path, 'latin1');
  } catch {
    return '';
  }
}
