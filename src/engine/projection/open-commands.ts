import type {CommandId, EventOf} from '../../core/index.ts';
import {CommandHistory} from './command-history.ts';
import {type CommandRecord, type Ending, endWithCarrier} from './command-record.ts';
import type {TrackedShell} from './tracked-shell.ts';

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
  readonly #shell: () => TrackedShell;
  #ended: CommandRecord[] = [];

  constructor(shell: () => TrackedShell, {history, left}: CommandParts = {history: new CommandHistory(), left: []}) {
    this.parts = {history, left};
    this.#history = history;
    this.#shell = shell;
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
  leave(shells: readonly TrackedShell[]): void {
    for (const shell of shells) {
      const isFar = shell.nested?.pid === null;
      const open = [...(shell.current ? [shell.current] : []), ...shell.nestedLines.splice(0)];
      this.parts.left.push(...open.map(record => ({record, isFar})));
      shell.leave();
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

  /** It has said its own end. */
  settle(record: CommandRecord): void {
    record.phase = 'ended';
    record.via = 'mark';
    this.#ended.push(record);
    this.#letGo(record);
  }

  /** Lines typed into a nested shell or REPL end at the latest when that program does. */
  #letGo(record: CommandRecord): void {
    const shell = this.#shell();
    if (shell.ahead === record) shell.ahead = null;
    if (shell.current !== record) return;
    shell.current = null;
    const nested = shell.nestedLines.splice(0).map(inner => ({record: inner, isFar: inner.reader?.carried === true}));
    for (const inner of [...this.parts.left.splice(0), ...nested]) {
      if (inner.record.phase === 'ended') continue;
      endWithCarrier(inner.record, record, inner.isFar);
      this.#ended.push(inner.record);
    }
  }
}
