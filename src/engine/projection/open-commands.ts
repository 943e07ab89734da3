import type {CommandId, EventOf} from '../../core/index.ts';
import {CommandHistory} from './command-history.ts';
import {type CommandRecord, type Ending, endWithCarrier} from './command-record.ts';
import type {ShellLine} from './shell-lines.ts';

/** What a checkpoint keeps of them. */
export interface CommandParts {
  readonly history: CommandHistory;
  /** Commands of nested shells that were left, whose end is that of what ran them. */
  readonly left: {readonly record: CommandRecord; readonly isFar: boolean}[];
}

/** By a mark that tells no exit status. */
export function endingAt({offset, lines, atMs}: EventOf<'mark'>, via: 'mark' | 'prompt'): Ending {
  return {outputEnd: offset, lines, exitStatus: null, via, atMs};
}

/** The commands of a session, and what becomes of others when one of them ends. */
export class OpenCommands {
  readonly parts: CommandParts;
  readonly #history: CommandHistory;
  /** Of the shell that has the terminal. */
  readonly #line: () => ShellLine;
  #ended: CommandRecord[] = [];

  constructor(line: () => ShellLine, {history, left}: CommandParts = {history: new CommandHistory(), left: []}) {
    this.parts = {history, left};
    this.#history = history;
    this.#line = line;
  }

  get(id: CommandId): CommandRecord | undefined {
    return this.#history.get(id);
  }

  /** Newest first. */
  newest(limit: number): readonly CommandRecord[] {
    return this.#history.newest(limit);
  }

  /** Commands that have not ended, oldest first. */
  running(): readonly CommandRecord[] {
    return this.#history.running();
  }

  add(record: CommandRecord): void {
    this.#history.add(record);
  }

  /** Commands that ended since the last time this was asked. */
  takeEnded(): readonly CommandRecord[] {
    const ended = this.#ended;
    if (ended.length > 0) this.#ended = [];
    return ended;
  }

  /** What was open in a nested shell that was left ends with what ran that shell. */
  leave(lines: readonly ShellLine[]): void {
    for (const line of lines) {
      const isFar = line.nested?.pid === null;
      const open = [...(line.current ? [line.current] : []), ...line.nestedLines.splice(0)];
      this.parts.left.push(...open.map(record => ({record, isFar})));
      line.leave();
    }
  }

  end(record: CommandRecord, {outputEnd, lines, exitStatus, via, atMs}: Ending): void {
    if (record.phase !== 'ended') this.#ended.push(record);
    record.phase = 'ended';
    record.outputEnd = outputEnd;
    record.endLines = lines;
    record.exitStatus = exitStatus;
    record.via = via;
    record.endedAtMs = atMs;
    this.#letGo(record);
  }

  /** Nobody will ever know how they ended. */
  lose(ending: Ending): void {
    for (const record of this.running()) {
      record.lost = true;
      this.end(record, ending);
    }
  }

  /** The shell has ended, and they with it. */
  exit({offset: outputEnd, exitStatus, atMs}: EventOf<'exit'>, lines: number): void {
    for (const record of this.running()) {
      record.shellExited = true;
      this.end(record, {outputEnd, lines, exitStatus, via: 'exit', atMs});
    }
  }

  /** The shell is at its next prompt, and the mark that should have said how it came there has been lost. */
  endUnsaid(record: CommandRecord, event: EventOf<'mark'>): void {
    this.end(record, record.outside ?? endingAt(event, 'prompt'));
  }

  /** It has said its own end. */
  settle(record: CommandRecord): void {
    record.phase = 'ended';
    record.via = 'mark';
    this.#ended.push(record);
    this.#letGo(record);
  }

  /** Lines typed into a nested shell or REPL end at the latest when that program does. */
  #letGo(record: CommandRecord): void {
    const line = this.#line();
    if (line.ahead === record) line.ahead = null;
    if (line.current !== record) return;
    line.current = null;
    const nested = line.nestedLines.splice(0).map(inner => ({record: inner, isFar: inner.reader?.carried === true}));
    for (const inner of [...this.parts.left.splice(0), ...nested]) {
      if (inner.record.phase === 'ended') continue;
      endWithCarrier(inner.record, record, inner.isFar);
      this.#ended.push(inner.record);
    }
  }
}
