/** A session's log as an asciicast recording (docs.asciinema.org/manual/asciicast/v3, …/v2). */
import {
  eventSeq,
  type GapEvent,
  type InputEvent,
  type OpenEvent,
  type SessionEvent,
  type SessionLogView,
} from '../../core/index.ts';
import {ProofStripper} from './proof-stripper.ts';

export interface AsciicastOptions {
  readonly title?: string | undefined;
  /** Of the format; default 3. Players of before 2025 read 2 only, which knows no comments and no exit. */
  readonly version?: 2 | 3 | undefined;
  /** Tell what was typed, but for what was typed without echo. */
  readonly tellsInput?: boolean | undefined;
  /** Players shorten longer pauses to this. Seconds. */
  readonly idleTimeLimit?: number | undefined;
  /** Last look at every piece of text before it leaves. */
  readonly redact?: ((text: string) => string) | undefined;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Lines of the recording, each with its line feed. Output keeps its bytes as text (invalid UTF-8 becomes U+FFFD), but
 * our marks and event keys never leave. Commands become markers, gaps become comments.
 */
export async function* toAsciicast(log: SessionLogView, options: AsciicastOptions = {}): AsyncGenerator<string> {
  const cast = new CastLines(options);
  for await (const event of log.events(eventSeq(0))) {
    options.signal?.throwIfAborted();
    yield* cast.add(event);
  }
  yield* cast.end();
}

class CastLines {
  readonly #options: AsciicastOptions;
  readonly #stripper = new ProofStripper();
  readonly #decoder = new TextDecoder('utf-8', {ignoreBOM: true});
  #begun = false;
  /** In ms of the log, what the time of the next line counts from: the last line, or in version 2 the beginning. */
  #fromMs = 0;
  /** Time of the last line, in ms of the log. */
  #lastMs = 0;

  constructor(options: AsciicastOptions) {
    this.#options = options;
  }

  *add(event: SessionEvent): Generator<string> {
    if (!this.#begun) {
      this.#begun = true;
      this.#fromMs = this.#lastMs = event.atMs;
      yield json(header(event, this.#options));
    }
    switch (event.type) {
      case 'output': {
        yield* this.#line(event.atMs, 'o', this.#decoder.decode(this.#stripper.push(event.bytes), {stream: true}));
        return;
      }
      case 'input':
        if (this.#options.tellsInput) yield* this.#line(event.atMs, 'i', inputText(event));
        return;
      case 'resize':
        yield* this.#line(event.atMs, 'r', `${event.cols}x${event.rows}`);
        return;
      case 'mark':
        if (event.proved && event.kind === 'outputStart')
          yield* this.#line(event.atMs, 'm', event.commandLine ?? 'command');
        return;
      case 'gap':
        if (this.#isLatest) yield `# ${missing(event)} of output are missing here (${event.reason})\n`;
        return;
      case 'exit':
        yield* this.#rest(event.atMs);
        if (this.#isLatest)
          yield* this.#line(event.atMs, 'x', event.exitStatus === null ? '' : String(event.exitStatus));
        return;
      case 'open':
      case 'command':
      case 'mode':
      case 'title':
      case 'custom':
      case 'verdict':
      case 'nestedShell':
      case 'omission':
      case 'signal':
      case 'prompt':
        return;
      default:
        event satisfies never;
    }
  }

  get #isLatest(): boolean {
    return this.#options.version !== 2;
  }

  *end(): Generator<string> {
    if (this.#begun) yield* this.#rest(this.#lastMs);
  }

  /** Half a character that the decoder still holds. */
  *#rest(atMs: number): Generator<string> {
    yield* this.#line(atMs, 'o', this.#decoder.decode());
  }

  /** One event line; nothing for an empty text. Times are seconds. */
  *#line(atMs: number, code: 'o' | 'i' | 'r' | 'm' | 'x', text: string): Generator<string> {
    if (text === '') return;
    let told = text;
    if (this.#options.redact !== undefined && code !== 'r' && code !== 'x') told = this.#options.redact(told);
    const seconds = Math.max(0, Math.round((Math.max(this.#lastMs, atMs) - this.#fromMs) * 1000) / 1_000_000);
    this.#lastMs = Math.max(this.#lastMs, atMs);
    if (this.#isLatest) this.#fromMs = this.#lastMs;
    yield json([seconds, code, told]);
  }
}

function header(first: SessionEvent, {version = 3, ...options}: AsciicastOptions): object {
  const opening: OpenEvent | undefined = first.type === 'open' ? first : undefined;
  const {cols, rows} = {cols: opening?.cols ?? 80, rows: opening?.rows ?? 24};
  const type = 'xterm-256color';
  return {
    version,
    ...(version === 2 ? {width: cols, height: rows, env: {TERM: type}} : {term: {cols, rows, type}}),
    timestamp: Math.floor(first.wallMs / 1000),
    ...(options.idleTimeLimit === undefined ? {} : {idle_time_limit: options.idleTimeLimit}),
    ...(opening === undefined ? {} : {command: opening.argv.join(' ')}),
    ...(options.title === undefined ? {} : {title: options.title}),
  };
}

/** Empty for what was typed without echo. */
function inputText({bytes, kind}: InputEvent): string {
  return bytes === null || kind === 'secret' ? '' : Buffer.from(bytes).toString('utf8');
}

function json(value: unknown): string {
  return `${JSON.stringify(value)}\n`;
}

/** Of a time in which nobody was connected nobody knows how much was printed. */
function missing({from, to}: GapEvent): string {
  return to === from ? 'an unknown number of bytes' : `${to - from} bytes`;
}
