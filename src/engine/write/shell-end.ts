/** A ^D that the session's shell reads at an empty prompt ends it, and the session. */
import {type BlockedOn, CottyError, END_OF_INPUT, isSignal} from '../../core/index.ts';
import {readCallOf} from '../foreground/reads-again.ts';
import type {Look} from '../session/foreground-look.ts';
import type {Session} from '../session/session.ts';
import {isProgramReading} from '../session/unread-lines.ts';
import {ANSWER_MS} from './line-answered.ts';
import {keysIn, leavesEmpty} from './line-effect.ts';

/** How long a shell has to come to its prompt, whatever hooks of its user do before. */
const PROMPT_MS = 10_000;
/** How long what was interrupted has to be over, with the hooks that say so. */
const OVER_MS = 1000;
const LOOK_AGAIN_MS = 25;

/** One write of a control character or of keys: whom a ^D on an empty line is for, and that it is not for the shell. */
export class ShellEnd {
  readonly #session: Session;
  readonly #isEnd: boolean;
  readonly #sinceMs: number;
  /** No mark says that a program runs, and one reads: hooks of the prompt have started it, or somebody at a prompt without marks. */
  #isForProgram = false;
  /** The program that runs was seen to read nothing, and what it leaves its shell, which has no line editor, reads. */
  #isAhead = false;

  constructor(session: Session, bytes: Uint8Array) {
    this.#session = session;
    const keys = keysIn(bytes);
    const end = keys.findIndex(({effect}) => effect === 'endsInput');
    this.#isEnd = end >= 0 && keys.slice(0, end).every(leavesEmpty);
    this.#sinceMs = session.clock.monotonicMs();
  }

  /**
   * Resolves when it is known who would read it, or nobody says so in time: a program that was interrupted may be over, and the shell on its way
   * to its prompt.
   */
  async known(signal: AbortSignal): Promise<void> {
    const {tracker, waiters, clock} = this.#session;
    this.#isForProgram = false;
    this.#isAhead = false;
    if (this.#isUnmarked) {
      const look = await this.#session.look().catch(() => null);
      this.#isForProgram = look !== null && isProgramReading(look, tracker);
      return;
    }
    let seenAt: number | null = null;
    while (this.#isUnknown && !signal.aborted) {
      const {phase, current, outputEnd} = tracker;
      const look = await this.#session.look().catch(() => null);
      if (look === null) return;
      const isUnread = current !== null && isReadByNobody(look);
      const isBack = current !== null && isUnmarkedShellReading(look, this.#session);
      this.#isAhead = isUnread ? isWithoutEditor(look, this.#session) : isBack && isAtPromptCall(look, this.#session);
      if (current && !isUnread && !isBack && !this.#mayBeOver(look)) return;
      const isRead = current === null && isForHook(look, this.#session);
      if (isRead && seenAt === outputEnd) {
        this.#isForProgram = true;
        return;
      }
      seenAt = isRead ? outputEnd : null;
      const patienceMs = current === null ? PROMPT_MS : current.signalSent ? OVER_MS : ANSWER_MS;
      if (clock.monotonicMs() - this.#sinceMs > patienceMs) return;
      const hasMoved = () => (tracker.phase !== phase || tracker.current !== current ? true : undefined);
      await waiters.within(hasMoved, LOOK_AGAIN_MS, signal);
    }
  }

  /** Throws where the shell reads it, or will. `isTurn`: the line is the writer's, and the bytes go. */
  refuse({isTurn}: {readonly isTurn: boolean}): void {
    const {tracker, id} = this.#session;
    // Of a nested shell it ends no more than that one.
    if (!this.#isEnd || tracker.nestedShell) return;
    if (this.#isUnmarked && (!isTurn || this.#isForProgram)) return;
    if (tracker.phase === 'prompt' && !tracker.lineDirty)
      throw new CottyError(
        'denied',
        'Ctrl+D at an empty prompt would end the shell and with it the session.',
        'To close the session use manage_session action=close; to end the shell on purpose run the command `exit`.',
      );
    if (isTurn && this.#isAhead && tracker.current)
      throw new CottyError(
        'session_busy',
        `What runs in ${id} reads nothing now: Ctrl+D would be left for its shell, and end it, and with it the session; it was not typed.`,
        'Wait until it reads, or for its end with read_output (command_id, wait_ms); stop it with send_control character=C.',
      );
    if (isTurn && this.#isBetween && !this.#isForProgram)
      throw new CottyError(
        'session_busy',
        `The shell of ${id} is on its way to its prompt, where Ctrl+D would end it, and with it the session; it was not typed.`,
        'Nothing is left that reads: go on with run_command. To close the session use manage_session action=close.',
      );
  }

  /** At a prompt without marks nothing but a look tells whether a program has the terminal. */
  get #isUnmarked(): boolean {
    const {phase, integration, nestedShell} = this.#session.tracker;
    return this.#isEnd && phase === 'prompt' && integration === 'none' && !nestedShell;
  }

  get #isUnknown(): boolean {
    const {tracker} = this.#session;
    if (!this.#isEnd || tracker.nestedShell) return false;
    return this.#isBetween || tracker.current !== null;
  }

  /** A command is over, or none was given yet, and the prompt has not come. */
  get #isBetween(): boolean {
    const {phase, integration, current} = this.#session.tracker;
    return phase === 'preparing' && integration !== 'none' && current === null;
  }

  /** The shell itself has the terminal and reads, or what it runs was interrupted: its marks may be on their way. */
  #mayBeOver({claim}: Look): boolean {
    const {tracker, gate, clock} = this.#session;
    if (claim.type === 'shellReads') return !claim.replaced;
    if (tracker.current?.signalSent !== true) return false;
    return claim.type === 'busy' || clock.monotonicMs() - gate.lastInputMs < ANSWER_MS;
  }
}

/** Nothing of what runs waits for input, not even perhaps: what comes now is for what comes next, be it the shell at its prompt. */
function isReadByNobody({claim, probe}: Look): boolean {
  const mayRead: readonly BlockedOn[] = ['unknown', 'tty_read', 'tty_poll'];
  return claim.type === 'busy' && probe.foreground?.every(({blockedOn}) => !mayRead.includes(blockedOn)) === true;
}

/** A line editor would pass over an end of input from before its prompt. */
function isWithoutEditor({probe}: Look, {tracker, foreground}: Session): boolean {
  return tracker.takesKey === false || foreground.isWithoutEditor(probe.shellPid);
}

/** The session's shell, which says no marks, reads: the line may be over, and whoever waits for it about to see that. */
function isUnmarkedShellReading({claim, probe}: Look, {tracker}: Session): boolean {
  return tracker.integration === 'none' && 'pid' in claim && claim.pid === probe.shellPid;
}

/** It has no line editor, and reads as it does at its prompt. */
function isAtPromptCall({probe}: Look, {foreground}: Session): boolean {
  const {shellPid} = probe;
  return (
    shellPid !== null && foreground.readsByPromptCall({pid: shellPid, readCall: readCallOf(probe, shellPid)}) === true
  );
}

/** By its line editor the shell reads at the prompt that is to come; for a `read` of its hooks, or of its files, it reads whole lines. */
function isForHook(look: Look, {tracker}: Session): boolean {
  const {claim, probe} = look;
  if (isProgramReading(look, tracker)) return true;
  if (claim.type === 'shellReads') return claim.replaced;
  return probe.mode?.canonical === true && (claim.type === 'awaiting' || claim.type === 'blockedOnRead');
}

/** A ^D behind a character that makes a signal goes by itself: what that ends does not read it. */
export function withoutEnds(bytes: Uint8Array): readonly Uint8Array[] {
  const at = bytes.findIndex((byte, index) => index > 0 && byte === END_OF_INPUT && isSignal(bytes[index - 1] ?? 0));
  return at < 0 ? [bytes] : [bytes.subarray(0, at), ...withoutEnds(bytes.subarray(at))];
}
