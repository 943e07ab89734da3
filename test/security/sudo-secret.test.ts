/** `sudo` itself asks for a password: a person approves it, types the secret, and it is nowhere afterwards. */
import {spawn, spawnSync} from 'node:child_process';
import {mkdirSync} from 'node:fs';
import {join, resolve} from 'node:path';
import {expect, test} from 'vitest';
import {field, textField} from '../../src/core/index.ts';
import {type Finished, finish} from '../support/cotty-process.ts';
import {needs, skipUnless} from '../support/needs.ts';
import {asOther, giveAway, needsOtherUser, publicPlace} from '../support/other-user.ts';

const cotty = resolve(import.meta.dirname, '../../bin/cotty');
const SECRET = 'canary-Zq83kdW02ls';

test('what a person types at the password prompt of sudo is in no file and in no answer', async () => {
  needsOtherUser();
  needs('sudo', 'script');
  const isReadable = spawnSync(asOther[0], [...asOther.slice(1), 'test', '-r', cotty]).status === 0;
  skipUnless(isReadable, 'the other user cannot read this checkout');
  using place = publicPlace();
  const home = join(place.path, 'home');
  mkdirSync(home);
  giveAway(home);
  // Root is asked for no password; this user is, and no password is right.
  const env = {
    PATH: process.env['PATH'],
    ...{HOME: home, USER: 'nobody', SHELL: '/bin/bash', TERM: 'xterm'},
    ...{COTTY_HOME: join(home, '.cotty'), COTTY_SECURITY_MODE: 'normal', COTTY_SECURITY_ALLOW_SUDO: 'true'},
  };
  const said: string[] = [];
  const start = (words: readonly string[]) => spawn(asOther[0], [...asOther.slice(1), ...words], {env, cwd: home});
  const ended = async (child: ReturnType<typeof start>): Promise<Finished> => {
    const finished = await finish(child);
    said.push(finished.stdout, finished.stderr);
    return finished;
  };
  const agent = (...words: string[]): Promise<Finished> => {
    const child = start([cotty, ...words]);
    child.stdin.end();
    return ended(child);
  };
  const onTerminal = (...words: string[]): ReturnType<typeof start> =>
    start(['script', '-qec', [cotty, ...words].map(word => `'${word}'`).join(' '), '/dev/null']);
  const json = async (...words: string[]): Promise<unknown> => JSON.parse((await agent(...words, '--json')).stdout);
  try {
    await agent('new', 'asking');
    expect(await agent('run', '-s', 'asking', '--', 'sudo -k true')).toMatchObject({exitCode: 126});
    const approvals = field(await json('approvals'), 'approvals');
    const id = textField(Array.isArray(approvals) ? approvals.at(-1) : undefined, 'approval_id');
    expect((await ended(onTerminal('approve', id))).stdout).toContain('approved: sudo -k true');
    const asked = await json('run-command', '--session-id', 'asking', '--command', 'sudo -k true');
    expect(asked).toMatchObject({state: 'secret_wanted'});
    expect(await agent('keys', 'asking', `text:${SECRET.slice(0, 6)}`, 'Enter')).toMatchObject({exitCode: 126});
    const typing = onTerminal('secret', 'asking');
    typing.stdout.once('data', () => typing.stdin.write(`${SECRET}\r`));
    expect(await ended(typing)).toMatchObject({exitCode: 0});
    await expect
      .poll(async () => (await agent('read', 'asking')).stdout, {timeout: 30_000})
      .toContain('Sorry, try again');
    for (const words of [
      ['read', 'asking', '--screen'],
      ['audit', '--json'],
      ['export', 'asking', '--cast', '-'],
    ])
      await agent(...words);
  } finally {
    await agent('server', 'stop', '--sessions');
  }
  expect(said.join('\n')).not.toContain(SECRET);
  const found = await finish(spawn('grep', ['-rlaF', SECRET, home]));
  expect(found.stdout).toBe('');
});
