import {spawn} from 'node:child_process';
import {once} from 'node:events';
import {rmSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {createInterface} from 'node:readline';
import {expect, test} from 'vitest';
import {needs, skipUnless} from '../../../test/support/needs.ts';
import {ClientRecords} from './client-records.ts';
import {endOrphanedClients} from './orphaned-clients.ts';
import {TmuxOnTest} from './testing/tmux-on-test.ts';

/** Attaches as a server of cotty's does, says so with its process id, and listens. */
const LISTENING = `
const {TmuxProgram} = await import(${JSON.stringify(join(import.meta.dirname, 'tmux-program.ts'))});
const [, socket, home, version] = process.argv;
const listener = {wants: () => true, onOutput() {}, onNotification() {}};
const client = new TmuxProgram(process.env, {home}).attach(socket, '$0', {version, listener, onEnd() {}});
await client.attached();
console.log(process.pid);
`;

/** Runs what it is given, and takes over its children when it has ended (PR_SET_CHILD_SUBREAPER in prctl(2)). */
const REAPER = `
import ctypes, subprocess, sys
ctypes.CDLL(None).prctl(36, 1, 0, 0, 0)
child = subprocess.Popen(sys.argv[1:], stdin=subprocess.DEVNULL)
child.wait()
print('over', flush=True)
sys.stdin.read()
`;

const reapers = [
  {who: 'the first process of the machine', around: []},
  {who: 'another process than the first one of the machine', around: ['python3', '-c', REAPER]},
];

test.each(reapers)(
  'a client whose cotty was killed in the midst of a flood is gone when the next one begins, and no living one is, where $who takes it over',
  async ({around}) => {
    needs('tmux');
    if (around.length > 0) {
      needs('python3');
      skipUnless(process.platform === 'linux', 'only Linux has other processes that take over children');
    }
    await using tmux = new TmuxOnTest();
    const printing = join(tmux.folder, 'printing');
    writeFileSync(printing, '');
    tmux.start('sh', '-c', `while [ -e ${printing} ]; do seq 100; done; sleep 300`);
    const version = await tmux.program.version();
    const listener = {wants: () => false, onOutput() {}, onNotification() {}};
    using living = tmux.program.attach(tmux.socket, '$0', {version, listener, onEnd() {}});
    await living.attached();
    const argv = [...around, process.execPath, '--input-type=module', '-e', LISTENING, tmux.socket, tmux.home, version];
    const [command = '', ...args] = argv;
    const started = spawn(command, args, {env: tmux.env, stdio: ['pipe', 'pipe', 'inherit']});
    const lines = createInterface(started.stdout)[Symbol.asyncIterator]();
    const listening = Number((await lines.next()).value);
    process.kill(listening, 'SIGKILL');
    if (around.length === 0) await once(started, 'exit');
    else expect((await lines.next()).value).toBe('over');
    rmSync(printing);
    const runner = {
      run: (...words: readonly (string | Uint8Array)[]) => tmux.program.run(tmux.socket, words.map(String)),
    };
    await endOrphanedClients(runner, new ClientRecords(tmux.home));
    const clients = () => tmux.tmux('list-clients', '-F', '#{client_name}').trim();
    await expect.poll(clients).toBe(living.name);
    started.stdin.end();
  },
);
