import {setTimeout as sleep} from 'node:timers/promises';
import {
  cancelledCall,
  type InputRequest,
  type LineAnswer,
  type LineQuestion,
  Patience,
  type TerminalNotice,
} from '../../core/index.ts';
import {type AnswerHit, percentDecode} from '../../log/index.ts';
import {askForLine, type CommandFile, spareLine} from '../shell/index.ts';
import type {SessionJournal} from './session-journal.ts';

/** A shell at its prompt answers at once. After this long something else has the keys, or the machine stands still: then nobody knows. */
const ANSWER_MS = 2000;

interface EditorAnswer extends LineAnswer {
  /** Its parser throws the next line away, whatever that is. */
  readonly swallows: boolean;
}

export interface AskedTerminal {
  readonly journal: SessionJournal;
  readonly commandFile: Pick<CommandFile, 'path' | 'write' | 'before' | 'evaluated'>;
  write(input: InputRequest, options?: {signal?: AbortSignal}): Promise<void>;
  /** Characters that its tty takes for itself. */
  specialCharacters(): readonly number[];
}

/**
 * Asks line editors what stands on their line, one question at a time. An answer says by its nonce which shell it comes from, and not
 * which question it is for: so where one was not answered, nobody is asked again before the next prompt.
 */
export class LineAsker {
  readonly #terminal: AskedTerminal;
  #question: OpenQuestion | null = null;
  #queue: Promise<unknown> = Promise.resolve();

  constructor(terminal: AskedTerminal) {
    this.#terminal = terminal;
  }

  /** As the terminal's `askLine`. Null as well where a command is given to the shell before its turn comes: it would be typed into that. */
  ask(question: LineQuestion, signal: AbortSignal | undefined): Promise<LineAnswer | null> {
    const {journal} = this.#terminal;
    const {commands} = journal;
    const asked = this.#queue.then(() => (journal.commands === commands ? this.#askSpared(question, signal) : null));
    this.#queue = asked.catch(() => undefined);
    return asked;
  }

  /** Whoever asks is about to enter the line: what would be thrown away is spared first, and told as it stands there then. */
  async #askSpared(question: LineQuestion, signal: AbortSignal | undefined): Promise<LineAnswer | null> {
    const answer = await this.#ask(question, signal);
    if (!answer?.swallows) return answer;
    return (await this.#spare(question, signal)) ? this.#ask(question, signal) : null;
  }

  /** False where no prompt has come behind the empty line. */
  async #spare(question: LineQuestion, signal: AbortSignal | undefined): Promise<boolean> {
    const {journal, commandFile: file} = this.#terminal;
    const bytes = spareLine({...question, file});
    if (!bytes) return true;
    const {promise, resolve} = Promise.withResolvers<boolean>();
    const stop = journal.listen(notice => {
      if (isPromptOf(notice, question.nestedShell?.shell)) resolve(true);
    });
    using limit = new Patience(ANSWER_MS, signal);
    limit.signal.addEventListener('abort', () => resolve(false), {once: true});
    try {
      await this.#terminal.write({by: {type: 'cotty'}, kind: 'ask', bytes}, signal ? {signal} : {});
      return await promise;
    } finally {
      stop();
    }
  }

  async #ask(question: LineQuestion, signal: AbortSignal | undefined): Promise<EditorAnswer | null> {
    if (signal?.aborted) throw cancelledCall();
    if (this.#question && !this.#question.isSettled) return null;
    const terminal = this.#terminal;
    const specialCharacters = () => terminal.specialCharacters();
    const bytes = askForLine({...question, file: terminal.commandFile, specialCharacters});
    if (!bytes) return null;
    const open = new OpenQuestion(this.#terminal.journal, question.nestedShell?.shell ?? 0);
    this.#question = open;
    using limit = new Patience(ANSWER_MS, signal);
    await this.#terminal.write({by: {type: 'cotty'}, kind: 'ask', bytes}, signal ? {signal} : {});
    const answer = await open.answer(limit.signal);
    // These answer first and then draw their prompt again; a ^C that comes in between is lost in them.
    if (question.family !== 'zsh' && answer?.line != null) await Promise.race([open.redrawn, sleep(REDRAW_MS)]);
    open.forget();
    if (signal?.aborted) throw cancelledCall();
    return answer;
  }
}

/** A prompt that carries no marks is drawn unheard. No verdict depends on it. */
const REDRAW_MS = 100;

/** Listens until the shell has answered, or its prompt is another one. */
class OpenQuestion {
  readonly #settled = Promise.withResolvers<EditorAnswer | null>();
  readonly #redrawn = Promise.withResolvers<void>();
  readonly #stops: readonly (() => void)[];
  readonly #stopRedraws: () => void;
  isSettled = false;

  constructor(journal: SessionJournal, shell: number) {
    // To listen makes heard what was printed before: no answer of then is one to this.
    this.#stops = [
      journal.listen(notice => {
        if (isProvedMark(notice)) this.#settle(null);
      }),
      journal.onAnswer(answer => {
        if (answer.shell === shell) this.#settle(answerIn(answer));
      }),
    ];
    this.#stopRedraws = journal.onRedraw(redrawn => {
      if (this.isSettled && redrawn === shell) this.#redrawn.resolve();
    });
  }

  /** Resolves when the shell has answered, and then drawn its prompt again. */
  get redrawn(): Promise<void> {
    return this.#redrawn.promise;
  }

  /** Hears of no prompt any more. */
  forget(): void {
    this.#stopRedraws();
  }

  /** Null as well when `limit` aborts first. */
  answer(limit: AbortSignal): Promise<EditorAnswer | null> {
    const {promise: late, resolve} = Promise.withResolvers<null>();
    limit.addEventListener('abort', () => resolve(null), {once: true});
    return Promise.race([this.#settled.promise, late]);
  }

  #settle(answer: EditorAnswer | null): void {
    this.isSettled = true;
    for (const stop of this.#stops) stop();
    this.#settled.resolve(answer);
  }
}

function answerIn({facts}: AnswerHit): EditorAnswer {
  const {line, took, swallows} = facts;
  const told = {line: line === undefined ? null : percentDecode(line), swallows: swallows !== undefined};
  return took === undefined ? told : {...told, took};
}

function isPromptOf(notice: TerminalNotice, shell: number | undefined): boolean {
  if (notice.type !== 'event' || notice.event.type !== 'mark') return false;
  const {proved, kind, shell: of} = notice.event;
  return proved && kind === 'inputStart' && of === shell;
}

/** Another prompt, or a command: what was asked was about a line that is gone. A prompt that is drawn again says no mark. */
function isProvedMark(notice: TerminalNotice): boolean {
  return notice.type === 'event' && notice.event.type === 'mark' && notice.event.proved;
}
