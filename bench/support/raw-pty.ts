/** node-pty alone: what no terminal product built on it can beat by much. */
import {type IPty, spawn} from '@lydell/node-pty';

export class RawShell implements Disposable {
  readonly #pty: IPty;
  #text = '';
  #wanted: {readonly text: string; readonly found: () => void} | null = null;

  constructor(env: Record<string, string>, args: readonly string[] = ['--norc', '--noprofile']) {
    this.#pty = spawn('bash', [...args], {encoding: null, cols: 80, rows: 24, env});
    this.#pty.onData(data => this.#receive(Buffer.from(data).toString('latin1')));
  }

  get pid(): number {
    return this.#pty.pid;
  }

  async open(): Promise<void> {
    await this.roundTrip("PS1='rea''dy> '", 'ready> ');
  }

  /** Types a line and waits for the next prompt. */
  roundTrip(line: string, prompt = 'ready> '): Promise<void> {
    this.#text = '';
    const found = new Promise<void>(resolve => {
      this.#wanted = {text: prompt, found: resolve};
    });
    this.#pty.write(`${line}\r`);
    return found;
  }

  [Symbol.dispose](): void {
    this.#pty.kill('SIGKILL');
  }

  #receive(text: string): void {
    this.#text += text;
    if (!this.#wanted || !this.#text.includes(this.#wanted.text)) return;
    const {found} = this.#wanted;
    this.#wanted = null;
    found();
  }
}
