/** Test support: a real shell with our integration on a real PTY, and its marks as they come. */
import {mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {dirname, join} from 'node:path';
import {type IPty, spawn} from '@lydell/node-pty';
import {needs} from '../../../../test/support/needs.ts';
import type {CommandId} from '../../../core/index.ts';
import {CommandFile, deliverCommand, prepareShell, resolveShell} from '../index.ts';

const NONCE = 'n0nce-of-this-test';
const PATIENCE_MS = 10_000;
/** Primary device attributes. fish 4 shows no prompt before a terminal has answered. */
const WHAT_ARE_YOU = '\x1b[0c';

export interface SeenMark {
  readonly kind: string;
  readonly params: readonly string[];
  readonly cycle: number;
  readonly proved: boolean;
  /** Where the mark stands in the output, and where it ends. */
  readonly from: number;
  readonly to: number;
}

export interface Ran {
  readonly status: number | null;
  /** Between C and D, as the program wrote it but for CR LF. */
  readonly output: string;
  readonly cwd: string | null;
  readonly marks: readonly SeenMark[];
}

export interface Setup {
  /** Files of the home directory, by name: `.bashrc`, `.config/fish/config.fish`. */
  readonly home?: Readonly<Record<string, string>>;
  readonly env?: Readonly<Record<string, string>>;
  /** Edits an init file before the shell starts. */
  readonly patch?: (directory: string) => void;
  readonly argv?: (argv: readonly string[]) => readonly string[];
}

export class ShellOnTest implements AsyncDisposable {
  output = '';
  readonly marks: SeenMark[] = [];
  exit: {exitCode: number; signal?: number | undefined} | undefined;
  readonly directory: string;
  readonly #name: string;
  readonly #pty: IPty;
  readonly #waiting = new Set<() => void>();
  readonly #file: CommandFile;
  #pasteMode = false;
  #delivered = 0;

  private constructor(name: string, directory: string, pty: IPty, nonceOffer: Disposable | undefined) {
    this.#name = name;
    this.directory = directory;
    this.#pty = pty;
    this.#file = new CommandFile(join(directory, 'shell', 'command'));
    const decoder = new TextDecoder();
    // With `encoding: null` node-pty gives Buffers, whatever its types say.
    pty.onData((data: string | Uint8Array) =>
      this.#take(typeof data === 'string' ? data : decoder.decode(data, {stream: true})),
    );
    pty.onExit(exit => {
      nonceOffer?.[Symbol.dispose]();
      this.exit = exit;
      this.#news();
    });
  }

  static async start(name: string, setup: Setup = {}): Promise<ShellOnTest> {
    needs(name);
    const directory = mkdtempSync(join(tmpdir(), 'cotty-shell-'));
    const home = join(directory, 'home');
    // A first fish reads every man page of the machine in the background.
    const quiet = {
      '.bashrc': '',
      '.zshrc': '',
      '.local/share/fish/generated_completions/.keep': '',
      '.cache/fish/generated_completions/.keep': '',
    };
    for (const [file, text] of Object.entries({...quiet, ...setup.home})) {
      const path = join(home, file);
      mkdirFor(path);
      writeFileSync(path, text);
    }
    const env = {
      ...{
        HOME: home,
        PATH: process.env.PATH ?? '/usr/bin:/bin',
        LANG: 'C.UTF-8',
        TERM: 'xterm-256color',
        USER: 'tester',
      },
      ...setup.env,
    };
    const shell = resolveShell(name, env);
    const prepared = await prepareShell({...shell, sessionDirectory: directory, nonce: NONCE, env, integration: true});
    setup.patch?.(join(directory, 'shell'));
    const [file = '', ...args] = setup.argv?.(prepared.argv) ?? prepared.argv;
    const pty = spawn(file, args, {cols: 120, rows: 30, cwd: home, env: prepared.env, encoding: null});
    return new ShellOnTest(shell.family, directory, pty, prepared.nonceOffer);
  }

  /** Starts a shell and waits for its first prompt. */
  static async ready(name: string, setup: Setup = {}): Promise<ShellOnTest> {
    const shell = await ShellOnTest.start(name, setup);
    await shell.mark('B');
    return shell;
  }

  get home(): string {
    return join(this.directory, 'home');
  }

  get cycle(): number {
    return this.marks.findLast(mark => mark.proved)?.cycle ?? 0;
  }

  write(bytes: string | Uint8Array): void {
    this.#pty.write(typeof bytes === 'string' ? bytes : new TextDecoder().decode(bytes));
  }

  /** Delivers a command line; returns the id it has when the shell was told one. */
  submit(commandLine: string, lineDirty = false): string | undefined {
    const family = this.#name === 'bash' || this.#name === 'zsh' || this.#name === 'fish' ? this.#name : 'posix';
    const bracketedPaste = this.#pasteMode && family !== 'posix';
    const commandId = `c-${++this.#delivered}` as CommandId;
    const told = this.marks.findLast(mark => mark.proved && mark.kind === 'B')?.params ?? [];
    const [takesKey, csiU] = [told.includes('key=2'), told.includes('csi=u')];
    const prompt = {family, bracketedPaste, lineDirty, takesKey, csiU, integrated: true} as const;
    const {bytes, named} = deliverCommand({...prompt, commandId, commandLine, file: this.#file});
    this.write(bytes);
    return named ? commandId : undefined;
  }

  /** Delivers a command line and waits for its end mark and the next prompt. */
  async run(commandLine: string, lineDirty = false): Promise<Ran> {
    const since = this.marks.length;
    const id = this.submit(commandLine, lineDirty);
    const end = await this.mark('D', since, id);
    await this.mark('B', this.marks.indexOf(end));
    return this.ran(since);
  }

  /** Presses Ctrl-C until an end mark comes: fish drops one that arrives while it paints. */
  async interrupt(since: number): Promise<SeenMark> {
    this.write('\x03');
    const again = setInterval(() => this.write('\x03'), 500);
    try {
      return await this.mark('D', since);
    } finally {
      clearInterval(again);
    }
  }

  /** What the marks since `since` say about the command between them. Of a block of lines, the last end counts. */
  ran(since: number): Ran {
    const marks = this.marks.slice(since).filter(mark => mark.proved);
    const start = marks.find(mark => mark.kind === 'C');
    const end = marks.findLast(mark => mark.kind === 'D');
    const cwd = end?.params.find(param => param.startsWith('cwd='))?.slice(4);
    return {
      status: end === undefined || !/^\d+$/.test(end.params[0] ?? '') ? null : Number(end.params[0]),
      output:
        start === undefined || end === undefined ? '' : this.output.slice(start.to, end.from).replaceAll('\r\n', '\n'),
      cwd: cwd === undefined ? null : decodeURIComponent(cwd),
      marks,
    };
  }

  /** The first proved mark of a kind, and of a delivered command, at or after index `since`. */
  async mark(kind: string, since = 0, id?: string): Promise<SeenMark> {
    const isMeant = (mark: SeenMark) => id === undefined || mark.params.includes(`id=${id}`);
    return this.until(`mark ${kind}`, () =>
      this.marks.slice(since).find(mark => mark.proved && mark.kind === kind && isMeant(mark)),
    );
  }

  async text(text: string, from = 0): Promise<number> {
    return this.until(`text ${JSON.stringify(text)}`, () => {
      const at = this.output.indexOf(text, from);
      return at < 0 ? undefined : at;
    });
  }

  /** Waits until `look` finds something; looks again whenever the shell says something. */
  async until<T>(what: string, look: () => T | undefined): Promise<T> {
    const {promise, resolve, reject} = Promise.withResolvers<T>();
    const check = (): void => {
      const found = look();
      if (found !== undefined) resolve(found);
    };
    const timer = setTimeout(
      () =>
        reject(
          new Error(`No ${what} (exit ${JSON.stringify(this.exit)}) in ${JSON.stringify(this.output.slice(-3000))}`),
        ),
      PATIENCE_MS,
    );
    this.#waiting.add(check);
    check();
    try {
      return await promise;
    } finally {
      clearTimeout(timer);
      this.#waiting.delete(check);
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.exit === undefined) {
      this.#pty.kill('SIGKILL');
      await this.until('exit', () => this.exit);
    }
    this.#file[Symbol.dispose]();
    rmSync(this.directory, {recursive: true, force: true});
  }

  #take(text: string): void {
    this.output += text;
    if (text.includes(WHAT_ARE_YOU)) this.#pty.write('\x1b[?62;22c');
    const from = this.marks.at(-1)?.to ?? 0;
    // biome-ignore lint/complexity/useRegexLiterals: control characters read better escaped
    const pattern = new RegExp('\\x1b\\]133;([A-Z])((?:;[^\\x07\\x1b]*)?)\\x07', 'g');
    pattern.lastIndex = from;
    for (let found = pattern.exec(this.output); found !== null; found = pattern.exec(this.output)) {
      const params = (found[2] ?? '').split(';').slice(1);
      const proof = params.find(param => param.startsWith(`cotty=${NONCE}.`));
      const kind = found[1] === 'A' && params.includes('k=s') ? 'K' : (found[1] ?? '');
      const cycle = Number(proof?.slice(proof.lastIndexOf('.') + 1) ?? 0);
      this.marks.push({kind, params, cycle, proved: proof !== undefined, from: found.index, to: pattern.lastIndex});
    }
    const on = this.output.lastIndexOf('\x1b[?2004h');
    this.#pasteMode = on >= 0 && on > this.output.lastIndexOf('\x1b[?2004l');
    this.#news();
  }

  #news(): void {
    for (const check of [...this.#waiting]) check();
  }
}

/** Output as a person would copy it, roughly: no control sequences, no carriage returns. */
export function plain(output: string): string {
  return output.replace(/\x1b[\]P][^\x07\x1b]*(?:\x07|\x1b\\)|\x1b\[[0-9;<=>?]*[A-Za-z]|\x1b[()=>].?|\r/g, '');
}

/** Forces what bash before 4.4 does, with PROMPT_COMMAND as an array (`debug`) or as a string, as before 5.1; `keyless` as before 4.3. */
export function legacyBash(way: string): Setup {
  if (way === 'PS0') return {};
  return {
    patch: directory => {
      const path = join(directory, 'init.bash');
      writeFileSync(path, readFileSync(path, 'utf8').replace('__cotty_legacy=\n', `__cotty_legacy=${way}\n`));
    },
  };
}

function mkdirFor(path: string): void {
  mkdirSync(dirname(path), {recursive: true});
}
