/** A sandboxed session on test: its project is a folder of its own, beside its HOME and COTTY_HOME. */
import {spawn, spawnSync} from 'node:child_process';
import {once} from 'node:events';
import {existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync} from 'node:fs';
import {dirname, resolve} from 'node:path';
import {lookAtSandbox} from '../../src/backends/index.ts';
import type {SandboxName} from '../../src/core/index.ts';
import {type ShellName, TestTerminal, type TestTerminalOptions} from '../conformance/test-terminal.ts';
import {skipUnless} from './needs.ts';

/** Skips the running test where no sandbox can be made, with what the system says to it. */
export async function needsSandbox(): Promise<void> {
  const reason = await lookAtSandbox().then(
    () => null,
    (error: Error) => error.message,
  );
  skipUnless(reason === null, `no sandbox: ${reason}`);
}

export interface SandboxedOptions extends TestTerminalOptions {
  readonly shell?: ShellName;
  readonly sandbox?: SandboxName;
}

export async function openSandboxed({shell = 'bash', sandbox = 'offline', ...options}: SandboxedOptions = {}) {
  await needsSandbox();
  return new Sandboxed(await TestTerminal.open('pty', shell, {sandbox, ...options}));
}

export class Sandboxed implements AsyncDisposable {
  readonly terminal: TestTerminal;

  constructor(terminal: TestTerminal) {
    this.terminal = terminal;
  }

  /** Holds HOME, COTTY_HOME and the project. */
  get folder(): string {
    return dirname(this.terminal.home);
  }

  /** The one folder that it may write. */
  get project(): string {
    return this.terminal.project;
  }

  /** Writes a file as a person outside does; a path that is not absolute is below the folder of all. */
  outside(path: string, text = 'kept'): string {
    const file = resolve(this.folder, path);
    mkdirSync(dirname(file), {recursive: true});
    writeFileSync(file, text);
    return file;
  }

  /** What a command prints inside, on both streams. */
  async said(command: string): Promise<string> {
    return String((await this.terminal.run(command)).output);
  }

  /** Exit code of a command inside. */
  async exit(command: string): Promise<unknown> {
    return (await this.terminal.run(command)).exit_code;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.terminal[Symbol.asyncDispose]();
  }
}

/** A repository with one commit. */
export function makeRepository(folder: string): void {
  const git = (...words: string[]): void => {
    const {status, stderr} = spawnSync('git', words, {cwd: folder, encoding: 'utf8'});
    if (status !== 0) throw new Error(`git ${words.join(' ')}: ${stderr}`);
  };
  mkdirSync(folder, {recursive: true});
  git('init', '-q');
  git('config', 'user.email', 'somebody@example.org');
  git('config', 'user.name', 'Somebody');
  git('commit', '-q', '--allow-empty', '-m', 'one');
}

/** A process outside, of the same user, that says when it is hit. */
export async function bystander() {
  const child = spawn('sleep', ['1000'], {env: {PATH: process.env.PATH, CANARY: 'canary-of-the-bystander'}});
  await once(child, 'spawn');
  return {
    pid: child.pid ?? 0,
    get isAlive(): boolean {
      return child.exitCode === null && child.signalCode === null && existsSync(`/proc/${child.pid}`);
    },
    [Symbol.dispose]: () => void child.kill('SIGKILL'),
  };
}

/** Processes of this machine, as those outside number them, of which an argument is this word. */
export function processesWith(word: string): readonly number[] {
  return readdirSync('/proc')
    .filter(name => /^\d+$/.test(name) && argumentsOf(name).includes(word))
    .map(Number);
}

function argumentsOf(pid: string): readonly string[] {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
  } catch {
    return [];
  }
}
