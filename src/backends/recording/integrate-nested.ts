import {randomBytes} from 'node:crypto';
import {
  CottyError,
  cancelledCall,
  type InputRequest,
  type IntegrationRequest,
  type NestedShell,
  Patience,
  type ShellFamily,
} from '../../core/index.ts';
import {type AnswerHit, newNonce} from '../../log/index.ts';
import {askingLine, END_OF_SCRIPT, nestedFamily, nestedScript, typed} from '../shell/index.ts';
import type {JudgedProcess} from './judged-shell.ts';
import type {SessionJournal} from './session-journal.ts';

export interface NestedTerminal {
  readonly journal: SessionJournal;
  judgedShell(pid: number, family: ShellFamily): JudgedProcess | undefined;
  write(input: InputRequest, options?: {signal?: AbortSignal}): Promise<void>;
  /** Where the recorder may be replaced while the shell goes on: keeps what the next one has to know of it. */
  keepNested?(nested: NestedShell, nonce: string): void;
}

/** A far side may be slow; what does not answer in this time is no shell, or has a program in front of it. */
const ANSWER_MS = 10_000;

/**
 * Asks whatever reads lines on the terminal for marks of its own, by the steps of `nested-shell.ts`. Only the asking line is
 * readable in the log. Whoever answers too late is told to go on without marks.
 */
export async function integrateNested(
  terminal: NestedTerminal,
  request: IntegrationRequest,
  signal: AbortSignal | undefined,
): Promise<NestedShell> {
  const {by, pid} = request;
  const named = request.shell === null ? null : nestedFamily(request.shell);
  if (named === undefined) throw withoutScript(request.shell ?? '');
  const token = randomBytes(12).toString('base64url');
  const secretly = (text: string) => terminal.write({by, kind: 'secret', bytes: Buffer.from(text)});
  using answers = new Answers(terminal.journal, token);
  const {bracketedPaste} = request;
  const line = typed({family: 'other', bracketedPaste, lineDirty: false}, askingLine(named, token));
  const asked = await answeredTo(
    () => terminal.write({by, kind: 'text', bytes: line}, signal ? {signal} : {}),
    answers.next(1, signal, () => secretly(END_OF_SCRIPT)),
  );
  const name = asked.facts['shell'] ?? '';
  const family = nestedFamily(name);
  if (family === undefined) {
    await secretly(END_OF_SCRIPT);
    throw withoutScript(name);
  }
  const ready = await answeredTo(
    () => secretly(nestedScript(family, token) + END_OF_SCRIPT),
    answers.next(2, signal, () => secretly('\n')),
  );
  const nonce = newNonce();
  const nested = {
    shell: terminal.journal.addNonce(nonce, pid === null ? undefined : terminal.judgedShell(pid, family)),
    family,
    takesKey: ready.facts['key'] === '1',
    pid,
  };
  terminal.journal.append({type: 'nestedShell', ...nested});
  try {
    await answeredTo(
      () => secretly(`${nonce}\n`),
      answers.next(3, signal, async () => undefined),
    );
  } catch (error) {
    // Somebody else may have read it.
    terminal.journal.dropNonce(nested.shell);
    throw error;
  }
  terminal.keepNested?.(nested, nonce);
  return nested;
}

/** The answer may come before its question is known to be written: `answer` was waited for before. */
async function answeredTo<T>(write: () => Promise<void>, answer: Promise<T>): Promise<T> {
  answer.catch(() => undefined);
  await write();
  return answer;
}

/** What the asked shell answers, in order of its steps. */
class Answers implements Disposable {
  readonly #stop: () => void;
  readonly #waiting = new Map<number, (answer: AnswerHit) => void>();
  #givenUp = false;

  constructor(journal: SessionJournal, token: string) {
    this.#stop = journal.onAnswer(answer => {
      if (answer.token === token) this.#waiting.get(answer.step)?.(answer);
    });
  }

  /** Rejects after a while, or when `signal` aborts; an answer that comes later yet is dealt with by `onLate`. */
  async next(step: number, signal: AbortSignal | undefined, onLate: () => Promise<void>): Promise<AnswerHit> {
    const {promise, resolve, reject} = Promise.withResolvers<AnswerHit>();
    using patience = new Patience(ANSWER_MS, signal);
    const limit = patience.signal;
    const giveUp = (): void => {
      this.#givenUp = true;
      this.#waiting.set(step, () => {
        this.#stop();
        void onLate().catch(() => undefined);
      });
      reject(signal?.aborted ? cancelledCall() : noAnswer());
    };
    this.#waiting.set(step, resolve);
    limit.addEventListener('abort', giveUp, {once: true});
    try {
      return await promise;
    } finally {
      limit.removeEventListener('abort', giveUp);
    }
  }

  [Symbol.dispose](): void {
    if (!this.#givenUp) this.#stop();
  }
}

function noAnswer(): CottyError {
  return new CottyError(
    'not_supported',
    'What reads lines there did not answer as a shell does.',
    'Look with read_screen: perhaps something else is in front of the shell, or its errors go elsewhere (the command `exec 2>/dev/tty` brings them back). A fish before 3.4 on a far side has to be named with shell=fish.',
  );
}

function withoutScript(name: string): CottyError {
  return new CottyError(
    'not_supported',
    `${name || 'This shell'} cannot be given marks; bash, zsh, fish and POSIX shells can.`,
    'Start one of these in it, or go on without exit codes.',
  );
}
