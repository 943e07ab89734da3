/** cotty as its user has it: the built binary in a COTTY_HOME and HOME of its own. */
import {execFileSync} from 'node:child_process';
import {mkdirSync, mkdtempSync, readFileSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {fileURLToPath} from 'node:url';
import {LineClient} from './line-client.ts';

export const launcher: string = fileURLToPath(new URL('../../bin/cotty', import.meta.url));
export const peers: string = fileURLToPath(new URL('../peers/node_modules/', import.meta.url));
export const echoServer: string = fileURLToPath(new URL('./echo-server.mjs', import.meta.url));
export const rawFlood: string = fileURLToPath(new URL('./raw-flood.mjs', import.meta.url));

export class BenchHome implements Disposable {
  readonly root: string = mkdtempSync(join(tmpdir(), 'cotty-bench-'));
  readonly env: Record<string, string>;

  constructor() {
    mkdirSync(join(this.root, 'home'));
    this.env = {
      PATH: process.env.PATH ?? '/usr/bin:/bin',
      HOME: join(this.root, 'home'),
      COTTY_HOME: join(this.root, 'cotty'),
      // What is measured is not what is asked; decisions are made and written down all the same.
      COTTY_SECURITY_MODE: 'permissive',
      LANG: 'C.UTF-8',
      TERM: 'xterm-256color',
      SHELL: '/bin/bash',
    };
  }

  mcp(): LineClient {
    return new LineClient(launcher, ['mcp'], this.env);
  }

  pids(): {pid: number; host_pid: number} {
    return JSON.parse(execFileSync(launcher, ['server', 'status', '--json'], {env: this.env, encoding: 'utf8'}));
  }

  stopServer(): void {
    execFileSync(launcher, ['server', 'stop', '--sessions'], {env: this.env, stdio: 'ignore'});
  }

  [Symbol.dispose](): void {
    this.stopServer();
    rmSync(this.root, {recursive: true, force: true, maxRetries: 5});
  }
}

/** Resident memory of a process in MB; with `peak` the most it ever had. */
export function memoryMb(pid: number, peak = false): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const match = status.match(peak ? /VmHWM:\s+(\d+)/ : /VmRSS:\s+(\d+)/);
  return Number(match?.[1] ?? 0) / 1024;
}

/** Seconds that all threads of a process, by default this one, have had a processor: utime and stime of proc_pid_stat(5), in hundredths. */
export function processorSeconds(pid = process.pid): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const [utime = 0, stime = 0] = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 13)
    .map(Number);
  return (utime + stime) / 100;
}
