import type {CommandId} from '../../core/index.ts';
import type {CommandRecord} from './command-record.ts';

/** Commands of one session that are remembered. */
export const MOST_KEPT = 2000;

/** The newest commands of a session, in the order they were given; of old ones only those that still run. */
export class CommandHistory {
  readonly #records = new Map<CommandId, CommandRecord>();

  get(id: CommandId): CommandRecord | undefined {
    return this.#records.get(id);
  }

  /** Newest first. */
  newest(limit: number): readonly CommandRecord[] {
    return [...this.#records.values()].slice(-limit).reverse();
  }

  /** Oldest first. */
  all(): readonly CommandRecord[] {
    return [...this.#records.values()];
  }

  /** Commands that have not ended, oldest first. */
  running(): readonly CommandRecord[] {
    return this.all().filter(record => record.phase !== 'ended');
  }

  add(record: CommandRecord): void {
    this.#records.set(record.commandId, record);
    if (this.#records.size <= MOST_KEPT) return;
    for (const [id, {phase}] of this.#records) {
      if (phase !== 'ended') continue;
      this.#records.delete(id);
      return;
    }
  }
}
