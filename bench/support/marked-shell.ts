/** A shell with our marks on a PTY, given lines as a session gives them, and nothing else of cotty. */
import {readFileSync} from 'node:fs';
import {join} from 'node:path';
import {type IPty, spawn} from '@lydell/node-pty';
import {CommandFile, deliverCommand, prepareShell, resolveShell} from '../../src/backends/shell/index.ts';
import type {CommandId} from '../../src/core/index.ts';

const NONCE = 'nonce-of-this-bench';

export class MarkedShell implements Disposable {
  readonly #pty: IPty;
  readonly #file: CommandFile;
  readonly #family: 'bash' | 'zsh' | 'fish';
  #text = '';
  #wanted: {readonly text: string; readonly from: number; readonly found: () => void} | null = null;
  #count = 0;

  private constructor(family: 'bash' | 'zsh' | 'fish', pty: IPty, file: CommandFile) {
    this.#family = family;
    this.#pty = pty;
    this.#file = file;
    pty.onData(data => this.#receive(Buffer.from(data).toString('latin1')));
  }

  /** Resolves at the first prompt. */
  static async open(
    family: 'bash' | 'zsh' | 'fish',
    directory: string,
    env: Record<string, string>,
  ): Promise<MarkedShell> {
    const shell = resolveShell(family, env);
    const prepared = await prepareShell({...shell, sessionDirectory: directory, nonce: NONCE, env, integration: true});
    const [program = '', ...args] = prepared.argv;
    const pty = spawn(program, args, {encoding: null, cols: 80, rows: 24, env: prepared.env});
    const opened = new MarkedShell(family, pty, new CommandFile(join(directory, 'shell', 'command')));
    await opened.#seen(PROMPT);
    prepared.nonceOffer?.[Symbol.dispose]();
    return opened;
  }

  /** Resolves when the shell has said the end of the line; it is on its way to the next prompt then. */
  async run(commandLine: string): Promise<void> {
    this.#text = '';
    const end = this.#seen(END);
    const {bytes} = deliverCommand({
      family: this.#family,
      commandId: `c-bench-${++this.#count}` as CommandId,
      commandLine,
      bracketedPaste: true,
      lineDirty: false,
      integrated: true,
      takesKey: true,
      file: this.#file,
    });
    this.#pty.write(Buffer.from(bytes).toString('latin1'));
    await end;
  }

  /** Resolves at the prompt behind a line that has ended. */
  prompt(): Promise<void> {
    return this.#seen(PROMPT, this.#text.lastIndexOf(END));
  }

  /** Processor time that it has taken so far, in milliseconds; only Linux tells. */
  get processorMs(): number {
    return processorMs(this.#pty.pid);
  }

  [Symbol.dispose](): void {
    this.#file[Symbol.dispose]();
    this.#pty.kill('SIGKILL');
  }

  #seen(text: string, from = 0): Promise<void> {
    return new Promise(found => {
      this.#wanted = {text, from, found};
      this.#look();
    });
  }

  #receive(text: string): void {
    this.#text += text;
    this.#look();
  }

  #look(): void {
    if (!this.#wanted || this.#text.indexOf(this.#wanted.text, this.#wanted.from) < 0) return;
    const {found} = this.#wanted;
    this.#wanted = null;
    found();
  }
}

const END = '\x1b]133;D;';
const PROMPT = '\x1b]133;B;';

/** Of a process with one thread. */
export function processorMs(pid: number): number {
  return Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6;
}
