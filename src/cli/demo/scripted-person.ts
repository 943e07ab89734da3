/** Somebody at a terminal of their own: a real `cotty attach` on a real PTY. */
import {open, type TerminalSession} from '../../library/index.ts';
import {launcher} from './launcher.ts';

const LOOK_MS = 50;
const PATIENCE_MS = 10_000;

export class ScriptedPerson implements AsyncDisposable {
  readonly #terminal: TerminalSession;
  readonly #keyMs: number;

  private constructor(terminal: TerminalSession, keyMs: number) {
    this.#terminal = terminal;
    this.#keyMs = keyMs;
  }

  /** Attaches to a session of that home. `keyMs` is the time from one key to the next. */
  static async attach(home: string, session: string, keyMs: number): Promise<ScriptedPerson> {
    const env = {COTTY_HOME: home, COTTY_SESSION: undefined, COTTY_EVENT_KEY: undefined};
    const terminal = await open({shell: 'sh', cols: 80, rows: 24, env});
    const person = new ScriptedPerson(terminal, keyMs);
    await terminal.type(`exec '${launcher}' attach ${session}`, {submit: true});
    await person.sees('Ctrl-] d leaves');
    return person;
  }

  /** Word by word, each as long as its keys take. */
  async type(text: string): Promise<void> {
    for (const word of text.match(/\S+ ?| /g) ?? []) {
      await this.#terminal.press(`text:${word}`);
      await pause(this.#keyMs * word.length);
    }
  }

  async press(...keys: readonly string[]): Promise<void> {
    await this.#terminal.press(...keys);
  }

  /** True once that text stands on their screen; false when it does not come. */
  async sees(text: string): Promise<boolean> {
    for (const deadline = Date.now() + PATIENCE_MS; Date.now() < deadline; await pause(LOOK_MS))
      if ((await this.#terminal.screen()).includes(text)) return true;
    return false;
  }

  /** The last lines on their screen, as many as asked for. */
  async lines(count: number): Promise<readonly string[]> {
    const lines = (await this.#terminal.screen()).split('\n');
    return lines.filter(line => line.trim() !== '').slice(-count);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#terminal[Symbol.asyncDispose]();
  }
}

function pause(ms: number): Promise<void> {
  return new Promise(resolve => setTimeout(resolve, ms));
}
