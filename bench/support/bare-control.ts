/** A bare `tmux -C`, and bash in its pane: what no terminal product built on control mode can beat by much. */
import {type ChildProcessWithoutNullStreams, execFileSync, spawn} from 'node:child_process';

export class BareControl implements Disposable {
  readonly #socket: string;
  readonly #env: Record<string, string>;
  readonly #child: ChildProcessWithoutNullStreams;
  #text = '';
  #wanted: {readonly text: string; readonly found: () => void} | null = null;

  constructor(socket: string, env: Record<string, string>) {
    this.#socket = socket;
    this.#env = env;
    this.#child = spawn('tmux', [...this.#server, '-C', 'new-session', '--', 'bash', '--norc', '--noprofile'], {env});
    this.#child.stdout.on('data', (bytes: Buffer) => this.#receive(bytes.toString('latin1')));
  }

  async open(): Promise<void> {
    await this.#sent('%session-changed');
    await this.roundTrip("PS1='rea''dy> '");
  }

  /** Types a line and waits for the next prompt. */
  roundTrip(line: string): Promise<void> {
    return this.#sent('ready> ', `send-keys -l -- "${line}\\r"`);
  }

  /** Resolves when all of a file was printed. */
  flood(file: string): Promise<void> {
    return this.roundTrip(`cat ${file}`);
  }

  /** A command of tmux's own, and its answer. */
  answer(): Promise<void> {
    return this.#sent('%end', 'display-message -p x');
  }

  [Symbol.dispose](): void {
    execFileSync('tmux', [...this.#server, 'kill-server'], {env: this.#env});
  }

  get #server(): string[] {
    return ['-S', this.#socket, '-f', '/dev/null'];
  }

  #sent(text: string, command?: string): Promise<void> {
    this.#text = '';
    const sent = new Promise<void>(resolve => {
      this.#wanted = {text, found: resolve};
    });
    if (command !== undefined) this.#child.stdin.write(`${command}\n`);
    return sent;
  }

  #receive(text: string): void {
    this.#text = this.#text.slice(-MOST_KEPT) + text;
    if (!this.#wanted || !this.#text.includes(this.#wanted.text)) return;
    const {found} = this.#wanted;
    this.#wanted = null;
    found();
  }
}

/** More than any text that is waited for. */
const MOST_KEPT = 1000;
