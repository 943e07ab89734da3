/** bash behind script(1), by two pipes, and what it says on a third one. */
import {type ChildProcess, spawn} from 'node:child_process';
import {once} from 'node:events';
import {writeFileSync} from 'node:fs';
import {join} from 'node:path';
import type {Readable, Writable} from 'node:stream';
import {type LogCursor, logCursor, uniqueId} from '../../src/core/index.ts';

export interface PipedOptions {
  /** COTTY_HOME. */
  readonly cottyHome: string;
  /** The shell's. */
  readonly home: string;
  /** What it tells of commands beside its output; default nothing. */
  readonly tells?: 'prompts' | 'signals';
  /** More for the shell's rc file. */
  readonly rc?: string;
}

/** bash on a terminal of script(1)'s. */
export class PipedShell {
  readonly #child: ChildProcess;
  readonly #output: Readable;
  readonly #input: Writable;
  readonly #news: Readable;

  constructor({home, tells, rc = ''}: PipedOptions) {
    const rcFile = join(home, `piped-${uniqueId(6)}.rc`);
    writeFileSync(rcFile, `${RC}\n${NEWS[tells ?? 'nothing']}\n${rc}\n`);
    const {PATH, TMPDIR} = process.env;
    this.#child = spawn('script', ['-qfec', `exec bash --rcfile ${rcFile} -i`, '/dev/null'], {
      cwd: home,
      env: {PATH, TMPDIR, HOME: home, LANG: 'C.UTF-8', TERM: 'xterm-256color', SHELL: '/bin/bash'},
      stdio: ['pipe', 'pipe', 'ignore', 'pipe'],
    });
    const [input, output, , news] = this.#child.stdio;
    if (!input || !output || !news || !('read' in news) || !('read' in output)) throw new Error('A pipe is missing.');
    this.#input = input;
    this.#output = output;
    this.#news = news;
  }

  listen(
    onOutput: (bytes: Buffer) => void,
    onNews: (line: string) => void,
    onEnd: (code: number | null) => void,
  ): void {
    let rest = '';
    this.#output.on('data', onOutput);
    this.#news.on('data', (bytes: Buffer) => {
      const lines = (rest + bytes.toString('utf8')).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) onNews(line.trimEnd());
    });
    this.#child.once('close', code => onEnd(code));
  }

  /** Nobody here hears it any more. */
  letGo(): void {
    this.#output.removeAllListeners('data').resume();
    this.#news.removeAllListeners('data').resume();
    this.#child.removeAllListeners('close');
  }

  /** Resolves with what is printed from now on, once that holds `text`. */
  async prints(text: string): Promise<string> {
    let printed = '';
    for await (const [bytes] of onData(this.#output)) {
      printed += bytes.toString('utf8');
      if (printed.includes(text)) break;
    }
    return printed;
  }

  type(bytes: Uint8Array): void {
    this.#input.write(bytes);
  }

  async end(): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    const ended = once(this.#child, 'exit');
    // With script its tty is gone, which hangs up the shell.
    this.#child.kill('SIGKILL');
    await ended;
  }
}

async function* onData(stream: Readable): AsyncGenerator<[Buffer]> {
  for (;;) yield (await once(stream, 'data')) as [Buffer];
}

/** What stands at its prompt. */
const PROMPT = 'person@somewhere> ';
const RC = `PS1='${PROMPT}'; bind 'set enable-bracketed-paste off'`;

/** Numbers its prompts; the end of a command has the number of the prompt that it was typed at. */
const MONITOR = String.raw`
__prompt=0
PROMPT_COMMAND='printf "end %s %s\n" "$__prompt" "$?" >&3; __prompt=$((__prompt+1)); printf "prompt %s\n" "$__prompt" >&3'
PS0='$(printf "start %s %s\n" "$__prompt" "$(HISTTIMEFORMAT= history 1)" >&3)'`;

/** Whoever gives the shell a line leaves its id here; at the next prompt the shell says on its channel how that line ended. */
export const GIVEN = '.given';
const SIGNALS = String.raw`
__prompt=0
PROMPT_COMMAND='__status=$?; __prompt=$((__prompt+1)); if [ -s ~/.given ]; then printf "done %s %s %s\n" "$__prompt" "$(cat ~/.given)" "$__status" >&3; : > ~/.given; fi'`;

const NEWS = {nothing: '', prompts: MONITOR, signals: SIGNALS} as const;

/** Where in the output prompts stand, and the lines behind those that something was typed at. */
export class PromptPlaces {
  #text = '';
  readonly #prompts: number[] = [];

  push(bytes: Uint8Array): void {
    const from = Math.max(0, this.#text.length - PROMPT.length + 1);
    this.#text += Buffer.from(bytes).toString('latin1');
    for (let at = this.#text.indexOf(PROMPT, from); at >= 0; at = this.#text.indexOf(PROMPT, at + 1))
      this.#prompts.push(at);
  }

  /** The first has the number 1; undefined while it is not printed. */
  prompt(number: number): LogCursor | undefined {
    const at = this.#prompts[number - 1];
    return at === undefined ? undefined : logCursor(at);
  }

  lineAfter(number: number): LogCursor | undefined {
    const end = this.#text.indexOf('\n', this.#prompts[number - 1] ?? this.#text.length);
    return end < 0 ? undefined : logCursor(end + 1);
  }
}
