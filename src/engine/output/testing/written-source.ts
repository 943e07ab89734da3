/** For tests: what a session has printed, in a real log of its own. */
import {mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {
  type Clock,
  type KeptTexts,
  type LogCursor,
  logCursor,
  type SessionEventBody,
  systemClock,
} from '../../../core/index.ts';
import {ControlScanner, SessionLogReader, SessionLogWriter} from '../../../log/index.ts';
import {SessionTracker} from '../../projection/session-tracker.ts';
import type {OutputSource} from '../output-source.ts';
import {RecentOutput} from '../recent-output.ts';

export class WrittenSource implements OutputSource, Disposable {
  readonly #parent = mkdtempSync(join(tmpdir(), 'cotty-engine-'));
  readonly #writer: SessionLogWriter;
  readonly #scanner = new ControlScanner({eventKey: null});
  readonly log: SessionLogReader;
  readonly recent = new RecentOutput();
  readonly tracker = new SessionTracker({integration: 'full', shellFamily: 'bash', cwd: '/', cols: 80, rows: 24});
  readonly outputBeginnings = new Map<string, Uint8Array>();

  constructor({
    clock = systemClock,
    screens,
    ...limits
  }: {
    readonly segmentBytes?: number;
    readonly maxBytes?: number;
    readonly clock?: Clock;
    readonly screens?: KeptTexts;
  } = {}) {
    const directory = join(this.#parent, 'log');
    this.#writer = SessionLogWriter.open(directory, {clock, ...limits});
    this.log = SessionLogReader.open(directory, {screens});
  }

  print(bytes: string | Uint8Array): this {
    this.#writer.appendOutput(Buffer.from(bytes as Uint8Array));
    this.log.refresh();
    this.tracker.output(this.log.end, this.#writer.lines);
    // Nothing is in memory: every read is one of the log.
    this.recent.push(logCursor(this.log.end), null, 0);
    for (const {start, hit} of this.#scanner.scan(Buffer.from(bytes as Uint8Array)))
      if (hit.type === 'mode') this.#append(hit, logCursor(start));
    return this;
  }

  resize(cols: number, rows: number): this {
    this.#append({type: 'resize', cols, rows}, this.log.end);
    return this;
  }

  /** Any other event, where the output has come to. */
  note(body: Exclude<SessionEventBody, {type: 'output'}>): this {
    this.#append(body, this.log.end);
    return this;
  }

  #append(body: Exclude<SessionEventBody, {type: 'output'}>, offset: LogCursor): void {
    const {seq, atMs, wallMs} = this.#writer.append(body, offset);
    this.tracker.apply({...body, seq, atMs, wallMs, offset});
  }

  /** The program has ended. */
  end(): this {
    this.tracker.lost(0);
    return this;
  }

  [Symbol.dispose](): void {
    this.#writer.close();
    this.log.close();
    rmSync(this.#parent, {recursive: true, force: true});
  }
}
