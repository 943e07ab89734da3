/** A session's log as an asciicast recording (docs.asciinema.org/manual/asciicast/v3, …/v2). */
import {
  type CommandEvent,
  type CommandId,
  eventSeq,
  type GapEvent,
  type InputEvent,
  type MarkEvent,
  type OpenEvent,
  type SessionEvent,
  type SessionLogView,
} from '../../core/index.ts';
import {OutputStripper} from './output-stripper.ts';

export interface AsciicastOptions {
  readonly title?: string | undefined;
  /** Of the format; default 3. Players of before 2025 read 2 only, which knows no comments and no exit. */
  readonly version?: 2 | 3 | undefined;
  /** Tell what was typed, but for what was typed without echo. */
  readonly tellsInput?: boolean | undefined;
  /** Players shorten longer pauses to this. Seconds. */
  readonly idleTimeLimit?: number | undefined;
  /** Only this part. */
  readonly stretch?: CastStretch | undefined;
  /** Last look at every piece of text before it leaves. */
  readonly redact?: ((text: string) => string) | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** A part of the output stream, and what a fresh terminal prints to stand at its beginning. */
export interface CastStretch {
  readonly from: number;
  readonly to: number;
  readonly cols: number;
  readonly rows: number;
  readonly state: string;
}

/**
 * Lines of the recording, each with its line feed. Output keeps its bytes as text (invalid UTF-8 becomes U+FFFD), but
 * our marks and event keys never leave. Commands become markers, gaps become comments.
 */
export async function* toAsciicast(log: SessionLogView, options: AsciicastOptions = {}): AsyncGenerator<string> {
  const cast = new CastLines(options);
  for await (const event of log.events(eventSeq(0))) {
    options.signal?.throwIfAborted();
    if (options.stretch && event.offset > options.stretch.to) break;
    if (event.type === 'command') cast.given(event);
    const part = options.stretch ? partOf(event, options.stretch) : event;
    if (part) yield* cast.add(part);
  }
  yield* cast.end();
}

class CastLines {
  readonly #options: AsciicastOptions;
  readonly #stripper = new OutputStripper();
  readonly #decoder = new TextDecoder('utf-8', {ignoreBOM: true});
  /** Lines that were given to the shell and have not begun. */
  readonly #given = new Map<CommandId, string>();
  #begun = false;
  /** In ms of the log, what the time of the next line counts from: the last line, or in version 2 the beginning. */
  #fromMs = 0;
  /** Time of the last line, in ms of the log. */
  #lastMs = 0;

  constructor(options: AsciicastOptions) {
    this.#options = options;
  }

  /** A line was given to the shell, which may begin later. */
  given({commandId, commandLine}: CommandEvent): void {
    this.#given.set(commandId, commandLine);
  }

  *add(event: SessionEvent): Generator<string> {
    if (!this.#begun) {
      this.#begun = true;
      this.#fromMs = this.#lastMs = event.atMs;
      yield json(header(event, this.#options));
      if (this.#options.stretch) yield* this.#line(event.atMs, 'o', this.#options.stretch.state);
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
        if (event.proved && event.kind === 'outputStart') yield* this.#line(event.atMs, 'm', this.#lineOf(event));
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

  /** What the shell has told it runs, or what it was given. */
  #lineOf({commandLine, commandId}: MarkEvent): string {
    const given = commandId && this.#given.get(commandId);
    if (commandId) this.#given.delete(commandId);
    return commandLine ?? given ?? 'command';
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

/** Undefined for what is outside; output as far as it is inside. */
function partOf(event: SessionEvent, {from, to}: CastStretch): SessionEvent | undefined {
  if (event.type !== 'output') return event.offset >= from && event.offset <= to ? event : undefined;
  const bytes = event.bytes.subarray(Math.max(0, from - event.offset), Math.max(0, to - event.offset));
  return bytes.length === 0 ? undefined : {...event, bytes};
}

function header(first: SessionEvent, {version = 3, ...options}: AsciicastOptions): object {
  const opening: OpenEvent | undefined = first.type === 'open' ? first : undefined;
  const {cols, rows} = options.stretch ?? {cols: opening?.cols ?? 80, rows: opening?.rows ?? 24};
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
