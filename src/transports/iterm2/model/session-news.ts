import {eventSeq, type SessionEvent} from '../../../core/index.ts';
import type {Session} from '../../../engine/index.ts';
import {CustomSequences} from '../news/custom-sequences.ts';
import {type PromptEvent, PromptLog} from './prompt-log.ts';

export interface SessionNewsHandlers {
  onOutput(): void;
  onPrompt(event: PromptEvent): void;
  onCustom(identity: string, payload: string): void;
  onUserVariable(name: string, value: string): void;
  onEvent(event: Exclude<SessionEvent, {type: 'output'}>): void;
}

/** What one session tells clients: its prompts since it began, and what happens from now on. */
export class SessionNews implements Disposable {
  readonly #log: PromptLog;
  readonly #subscriptions: readonly Disposable[];
  readonly #read: Promise<void>;

  constructor(session: Session, handlers: SessionNewsHandlers) {
    const log = new PromptLog(session.id);
    this.#log = log;
    const customs = new CustomSequences();
    let early: SessionEvent[] | null = [];
    let lastSeq = 0;
    const take = (event: SessionEvent): void => {
      if (event.seq <= lastSeq) return;
      lastSeq = event.seq;
      const news = log.take(event);
      if (news) handlers.onPrompt(news);
    };
    this.#subscriptions = [
      session.notices.onOutput(bytes => {
        if (!bytes) customs.lose();
        for (const sequence of bytes ? customs.push(bytes) : [])
          if (sequence.type === 'custom') handlers.onCustom(sequence.identity, sequence.payload);
          else handlers.onUserVariable(sequence.name, sequence.value);
        handlers.onOutput();
      }),
      session.link.onNotice(notice => {
        if (notice.type !== 'event') return;
        handlers.onEvent(notice.event);
        if (early) early.push(notice.event);
        else take(notice.event);
      }),
    ];
    this.#read = (async () => {
      for await (const event of session.log.events(eventSeq(0), {output: false})) {
        if (event.seq <= lastSeq) continue;
        lastSeq = event.seq;
        log.take(event);
      }
      const waiting = early ?? [];
      early = null;
      for (const event of waiting) take(event);
    })().catch(() => {
      // Of a log that cannot be read only what comes now is told.
      early = null;
    });
  }

  /** Once what happened before was read. */
  async prompts(): Promise<PromptLog['prompts']> {
    await this.#read;
    return this.#log.prompts;
  }

  [Symbol.dispose](): void {
    for (const subscription of this.#subscriptions) subscription[Symbol.dispose]();
  }
}
