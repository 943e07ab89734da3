/** Bare processes in the places of cotty's bridge, server and host, with a bare bash at their end: what no such arrangement can beat. */
import {type ChildProcess, type ChildProcessByStdio, spawn} from 'node:child_process';
import {once} from 'node:events';
import {join} from 'node:path';
import type {Readable, Writable} from 'node:stream';
import {fileURLToPath} from 'node:url';

const relay = fileURLToPath(new URL('./relay.mjs', import.meta.url));

export class RelayChain implements Disposable {
  readonly #folder: string;
  readonly #env: Record<string, string>;
  readonly #isDurable: boolean;
  readonly #processes: ChildProcess[] = [];
  #bridge: ChildProcessByStdio<Writable, Readable, null> | undefined;
  #text = '';
  #found: (() => void) | null = null;

  /** `isDurable`: the one in the server's place writes to the disk before it hands on what it was given. */
  constructor(folder: string, env: Record<string, string>, {isDurable}: {readonly isDurable: boolean}) {
    this.#folder = folder;
    this.#env = env;
    this.#isDurable = isDurable;
  }

  async open(): Promise<void> {
    const place = (name: string) => join(this.#folder, `${name}-${this.#isDurable ? 'durable' : 'plain'}`);
    await this.#serve('host', place('host'));
    await this.#serve('server', place('server'), place('host'), ...(this.#isDurable ? [place('disk')] : []));
    const bridge = spawn(process.execPath, [relay, 'bridge', place('server')], {
      env: this.#env,
      stdio: ['pipe', 'pipe', 'ignore'],
    });
    this.#processes.push(bridge);
    bridge.stdout.on('data', (bytes: Buffer) => this.#receive(bytes.toString('latin1')));
    this.#bridge = bridge;
    await this.roundTrip("PS1='rea''dy> '");
  }

  /** Types a line and waits for the next prompt. */
  roundTrip(line: string): Promise<void> {
    this.#text = '';
    const found = new Promise<void>(resolve => {
      this.#found = resolve;
    });
    this.#bridge?.stdin.write(`${line}\r`);
    return found;
  }

  [Symbol.dispose](): void {
    for (const process of this.#processes) process.kill('SIGKILL');
  }

  async #serve(...args: readonly string[]): Promise<void> {
    const process_ = spawn(process.execPath, [relay, ...args], {
      env: this.#env,
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    this.#processes.push(process_);
    await once(process_, 'message');
  }

  #receive(text: string): void {
    this.#text += text;
    if (!this.#text.includes('ready> ')) return;
    this.#found?.();
    this.#found = null;
  }
}
