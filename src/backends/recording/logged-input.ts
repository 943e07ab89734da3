import {
  END_OF_INPUT,
  INTERRUPT,
  type InputEvent,
  type InputRequest,
  isSignal,
  mayAskForSecret,
  mayTakeLine,
  type TerminalFacts,
  type TtyMode,
} from '../../core/index.ts';
import {CanonicalLine} from '../system/canonical-limit.ts';
import type {SessionJournal} from './session-journal.ts';

export interface TypedTerminal {
  readonly journal: Pick<SessionJournal, 'isAtPrompt' | 'runsCommand' | 'modes' | 'visibleTail'>;
  readonly facts: Pick<TerminalFacts, 'integration' | 'shellFamily'>;
  /** Modes of the tty now; undefined when nobody can look at it. Throws when the terminal has ended. */
  ttyMode(): TtyMode | undefined;
  /** The session's own shell has the terminal; null when nobody can tell. */
  shellInForeground(): boolean | null;
  /** It waits for input from there; false also when nobody can tell. */
  waitsForInput(): boolean;
}

/** What the log holds of input: all of it, and of what was asked for in secret no more than its length. */
export class LoggedInput {
  readonly #terminal: TypedTerminal;
  readonly #line = new CanonicalLine();

  constructor(terminal: TypedTerminal) {
    this.#terminal = terminal;
  }

  /** An unfinished line was typed while the kernel collected lines, and nothing key by key since. */
  get holdsLine(): boolean {
    return this.#line.isHeld;
  }

  /** Refuses what the tty would cut (`too_large`); the event holds a length alone while the terminal asks for a secret. */
  event({by, kind, bytes, elsewhere = false}: InputRequest): InputEvent {
    const mode = this.#terminal.ttyMode();
    this.#line.accept(bytes, mode?.canonical ?? false);
    // A control character is no part of a secret: it ends the asking, and who sent it matters.
    const isControl = kind === 'control' || (bytes.length === 1 && endsAsking(bytes[0] ?? 0));
    const isSecret = kind === 'secret' || (!isControl && this.#isAsked(mode));
    const lineEnds = isSecret ? Math.min(255, bytes.filter(mayTakeLine).length) : 0;
    const atShell = this.#isForShell(bytes);
    return {
      type: 'input',
      by,
      kind,
      bytes: isSecret ? null : bytes,
      byteLength: bytes.length,
      ...(lineEnds > 0 && {lineEnds}),
      ...(atShell && {atShell: true as const}),
      ...(elsewhere && {elsewhere: true as const}),
    };
  }

  /** A shell answers it: a ^C, as it has the terminal. A POSIX shell reads it, which says of no line that it has begun. */
  #isForShell(bytes: Uint8Array): boolean {
    const isInterrupt = bytes.includes(INTERRUPT);
    if (!isInterrupt && this.#terminal.facts.shellFamily !== 'posix') return false;
    return this.#terminal.shellInForeground() === true && (isInterrupt || this.#terminal.waitsForInput());
  }

  #isAsked(mode: TtyMode | undefined): boolean {
    // Where nobody can look at the tty, what stands there must tell.
    const isHidden =
      mode === undefined ? this.#isAskedKeyByKey() : !mode.echo && (mode.canonical || this.#isAskedKeyByKey());
    return isHidden || this.#readsItself();
  }

  /** Prompts that paint something for each key read single keys, as editors and line editors do: what stands there must tell. */
  #isAskedKeyByKey(): boolean {
    const {journal, facts} = this.#terminal;
    if (journal.modes.alternateScreen) return false;
    // A graded shell does not say that it runs something.
    const mayRun = facts.integration === 'graded' && this.#terminal.shellInForeground() === false;
    if (journal.isAtPrompt && !mayRun) return false;
    return mayAskForSecret(journal.visibleTail);
  }

  /** The `read` of fish edits the line itself, silent or not: no mode of the tty tells. */
  #readsItself(): boolean {
    const {journal, facts} = this.#terminal;
    if (facts.shellFamily !== 'fish' || !journal.runsCommand) return false;
    return this.#terminal.shellInForeground() === true;
  }
}

/** ^C, ^Z, ^\\ and ^D. */
function endsAsking(byte: number): boolean {
  return isSignal(byte) || byte === END_OF_INPUT;
}
