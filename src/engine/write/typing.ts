/** Keys, text and control characters: what reaches the program as if typed. */
import type {Actor, LogCursor} from '../../core/index.ts';
import {CottyError} from '../../core/index.ts';
import {compilePattern, type Pattern, StepBudget} from '../../patterns/index.ts';
import {encodeControl, encodeKeys, encodePaste, type KeyModes} from '../../screen/index.ts';
import type {CommandRecord} from '../projection/command-record.ts';
import type {Session} from '../session/session.ts';
import {isProgramReading} from '../session/unread-lines.ts';
import {awaitStart} from './await-start.ts';
import {placeClicks} from './click-text.ts';
import {type Escalation, escalate} from './escalate.ts';
import {escapeTaken, noteTyped} from './escape-gap.ts';
import {pause} from './input-lease.ts';
import type {Consent} from './judge-write.ts';

/** `ESC [200~` before a paste and `ESC [201~` after it. */
const PASTE_MARKS_BYTES = 12;
/** Programs that tell pasting from typing by timing need a gap before Enter (bursts under about 120 ms count as paste). */
const PASTE_BURST_MS = 150;
/** How long a busy program has to show that it has read a paste, or the Enter after it. */
const SHOWN_MS = 1500;
/** How long a shell that makes its prompt has to come to it. */
const ANSWER_MS = 300;
/** How long the shell may take to answer an Enter or ^C: what arrives while it deals with ^C, it may drop. */
const TAKEN_MS = 10_000;
/** Between two looks at a shell that has not read all yet. */
const LOOK_AGAIN_MS = 10;
/** Before the prompt nothing tells a paste from typing, and each line of it would run by itself. */
const PASTE_ANSWER_MS = 5000;
/** What was typed this long before ^C has been read; what has not, outlives the line that ^C was to end. */
const READ_MS = 30;
/** ^C, ^D, ^Z and ^\ end most commands. They get this long for it: what is typed meanwhile would be for nobody. */
const ENDINGS: ReadonlySet<number> = new Set([0x03, 0x04, 0x1a, 0x1c]);
const END_MS = 200;
/** ^C and ^\ */
const INTERRUPTS: ReadonlySet<number> = new Set([0x03, 0x1c]);
/** ^C, ^Z and ^\ are signals to whatever has the tty. */
const SIGNALS: ReadonlySet<number> = new Set([0x03, 0x1a, 0x1c]);
/** Longest wait for `wait_for` and `settle_ms`. */
const WAIT_LIMIT_MS = 30_000;

export interface TypingOptions {
  readonly by: Actor;
  readonly signal: AbortSignal;
  /** Told of all bytes right before they go. */
  readonly onTyped?: ((bytes: Uint8Array) => void) | undefined;
  /** What the writer says to whoever judges. */
  readonly consent?: Consent | undefined;
}

/** Sends named keys; with `waitFor` or `settleMs` resolves when the screen shows that, or has been quiet for so long. */
export async function sendKeys(
  session: Session,
  keys: readonly string[],
  options: TypingOptions & {waitFor?: string | undefined; settleMs?: number | undefined},
): Promise<{sent: string; matched: boolean | null}> {
  const pattern = options.waitFor === undefined ? null : compilePattern(options.waitFor, 'wait_for pattern');
  encodeKeys(await placeClicks(session, keys), keyModes(session));
  await lineAnswered(session, ANSWER_MS, options.signal);
  await escapeTaken(session, options.signal);
  // Where a text stands may have changed while the line was waited for.
  const {parts, sent} = encodeKeys(await placeClicks(session, keys), keyModes(session));
  const {outputEnd: before} = session.tracker;
  await pressInTurn(session, parts, options);
  const label = sent.join(' ');
  if (pattern) {
    const matched = await screenShows(session, pattern, before, {...options, sent: label});
    return {sent: label, matched};
  }
  if (options.settleMs !== undefined) await settled(session, before, options.settleMs, options.signal);
  return {sent: label, matched: null};
}

/**
 * Sends one control character, e.g. `C` for Ctrl+C. ^C is effective at once, also while output floods; with `escalates` a program
 * that does not end by it is ended by signals.
 */
export async function sendControl(
  session: Session,
  character: string,
  options: TypingOptions & {escalates?: boolean | undefined; dropsPending?: boolean | undefined},
): Promise<{sent: string; escalation: Escalation | null; droppedBytes: number}> {
  const {bytes, label} = encodeControl(character);
  if (options.escalates && !INTERRUPTS.has(bytes[0] ?? 0))
    throw new CottyError(
      'invalid_argument',
      `${label} asks no program to end, so there is nothing to escalate.`,
      'Use escalate with character C or \\.',
    );
  refuseShellEnd(session, bytes);
  const droppedBytes = options.dropsPending ? await session.gate.dropInput() : 0;
  await lineAnswered(session, ANSWER_MS, options.signal);
  if (!SIGNALS.has(bytes[0] ?? 0)) await escapeTaken(session, options.signal);
  await signalReady(session, bytes, options.signal);
  const {current} = session.tracker;
  const onTurn = (): void => turn(session, bytes, options);
  await session.gate.write(options.by, bytes, {
    kind: 'control',
    onTurn,
    consent: options.consent,
    signal: options.signal,
  });
  await ended(session, current, bytes, options.signal);
  const escalation = options.escalates && current ? await escalate(session, current, options.signal) : null;
  return {sent: label, escalation, droppedBytes};
}

/** The line is ours, and the bytes go. */
function turn(session: Session, bytes: Uint8Array, {onTyped}: TypingOptions): void {
  refuseShellEnd(session, bytes);
  noteTyped(session, bytes);
  onTyped?.(bytes);
}

/** Asked again when the line is ours: the program that was to get the ^D may have ended meanwhile. */
function refuseShellEnd({tracker}: Session, bytes: Uint8Array): void {
  // Of a nested shell it ends no more than that one.
  if (bytes[0] !== 4 || tracker.phase !== 'prompt' || tracker.lineDirty || tracker.nestedShell) return;
  throw new CottyError(
    'denied',
    'Ctrl+D at an empty prompt would end the shell and with it the session.',
    'To close the session use manage_session action=close; to end the shell on purpose run the command `exit`.',
  );
}

/** Types or pastes text; `submit` presses Enter afterwards, exactly once. The marks of a paste do not count as sent bytes. */
export async function sendText(
  session: Session,
  text: string,
  options: TypingOptions & {paste: boolean; submit: boolean},
): Promise<{sentBytes: number}> {
  if (text.includes('\0'))
    throw new CottyError(
      'invalid_argument',
      'The text holds a NUL character.',
      'Remove it; to type Ctrl+@ use send_keys C-@.',
    );
  const runsByItself = options.paste && /[\r\n]/.test(text);
  await lineAnswered(session, runsByItself ? PASTE_ANSWER_MS : ANSWER_MS, options.signal);
  if (runsByItself) await promptRead(session, options.signal);
  await escapeTaken(session, options.signal);
  const bracketed = options.paste && session.tracker.mode('bracketedPaste') > 0;
  const bytes = options.paste ? encodePaste(text, {bracketed}) : Buffer.from(text.replace(/\r?\n/g, '\r'));
  const sentBytes = bytes.length - (bracketed ? PASTE_MARKS_BYTES : 0);
  const enter = Buffer.from('\r');
  if (!options.submit) {
    await session.gate.write(options.by, bytes, {
      kind: options.paste ? 'paste' : 'text',
      ready: () => lineAnswered(session, ANSWER_MS, options.signal),
      onTurn: () => turn(session, bytes, options),
      consent: options.consent,
      signal: options.signal,
    });
    return {sentBytes};
  }
  if (session.tracker.phase === 'prompt' || (!bracketed && (await readsLines(session)))) {
    const line = Buffer.concat([bytes, enter]);
    const onTurn = (): void => options.onTyped?.(line);
    const ready = (): Promise<void> => lineAnswered(session, ANSWER_MS, options.signal);
    await session.gate.write(options.by, line, {
      kind: 'text',
      ready,
      onTurn,
      consent: options.consent,
      signal: options.signal,
    });
    return {sentBytes: sentBytes + 1};
  }
  try {
    await pressAlone(session, 'paste', bytes, options);
    await pressAlone(session, 'keys', enter, options);
  } finally {
    session.gate.lease.release(options.by);
  }
  return {sentBytes: sentBytes + 1};
}

/** Presses what belongs together at once, and keeps the line over the moments that an Escape needs for itself. */
async function pressInTurn(session: Session, parts: readonly Uint8Array[], options: TypingOptions): Promise<void> {
  const {by, signal, consent} = options;
  for (const [index, bytes] of parts.entries()) {
    if (index > 0) await escapeTaken(session, signal);
    await signalReady(session, bytes, signal);
    const {current} = session.tracker;
    const onTurn = (): void => turn(session, bytes, options);
    const holds = index < parts.length - 1;
    await session.gate.write(by, bytes, {kind: 'keys', holds, onTurn, consent, signal}).catch(error => {
      session.gate.lease.release(by);
      throw error;
    });
    await ended(session, current, bytes, signal);
  }
}

/** Resolves when the shell has answered the Enter or ^C that was typed last and is at its prompt, or has had the time to. */
async function lineAnswered(session: Session, patienceMs: number, signal: AbortSignal): Promise<void> {
  const {tracker} = session;
  const takenUntil = session.clock.monotonicMs() + TAKEN_MS;
  while (tracker.lineTaken && session.unread.hasSome && session.clock.monotonicMs() < takenUntil && !signal.aborted) {
    if (await session.unread.areRead(ANSWER_MS, signal).catch(() => true)) continue;
    // What the shell was given is a program that reads by now: of a shell without marks nothing else tells.
    const look = await session.look().catch(() => null);
    if (look && isProgramReading(look, tracker)) return;
    await pause(LOOK_AGAIN_MS, signal);
  }
  await promptDrawn(session, patienceMs, signal);
}

/** Resolves when a shell that makes its prompt has come to it, or has had the time to. */
async function promptDrawn(session: Session, patienceMs: number, signal: AbortSignal): Promise<void> {
  if (!isBetweenPrompts(session)) return;
  const limit = AbortSignal.any([signal, AbortSignal.timeout(patienceMs)]);
  await session.waiters.until(() => (isBetweenPrompts(session) ? undefined : true), limit).catch(() => undefined);
}

/** Resolves when the shell reads at its prompt, or has had the time to: zsh asks for the marks of a paste only after its prompt. */
async function promptRead(session: Session, signal: AbortSignal): Promise<void> {
  const {tracker} = session;
  const until = session.clock.monotonicMs() + PASTE_ANSWER_MS;
  while (tracker.phase === 'prompt' && tracker.mode('bracketedPaste') === 0 && !signal.aborted) {
    const look = await session.look().catch(() => null);
    if (!look || look.claim.type === 'shellReads' || session.clock.monotonicMs() > until) return;
    await pause(READ_MS, signal);
  }
}

/** Resolves when what a signal character is meant for will have it: the program just started, or the line just typed. */
async function signalReady(session: Session, bytes: Uint8Array, signal: AbortSignal): Promise<void> {
  if (bytes.length !== 1 || !SIGNALS.has(bytes[0] ?? 0)) return;
  await awaitStart(session, signal);
  // The program may be over: what the shell has said of that is known after a look, and at its prompt it has to answer a ^C.
  if (session.tracker.phase === 'running') await session.look().catch(() => undefined);
  await promptDrawn(session, ANSWER_MS, signal);
  if (session.tracker.phase === 'prompt') await pause(READ_MS - sinceInputMs(session), signal);
}

/** Resolves when the command that a control character was to end has ended, or has had the time to. */
async function ended(
  session: Session,
  record: CommandRecord | null,
  bytes: Uint8Array,
  signal: AbortSignal,
): Promise<void> {
  if (!record || bytes.length !== 1 || !ENDINGS.has(bytes[0] ?? 0)) return;
  const limit = AbortSignal.any([signal, AbortSignal.timeout(END_MS)]);
  await session.waiters.until(() => (record.phase === 'ended' ? true : undefined), limit).catch(() => undefined);
}

/** A command is over and the prompt that follows has not come: the tty would echo what is typed, and the prompt again. */
function isBetweenPrompts({tracker}: Session): boolean {
  return tracker.phase === 'preparing' && tracker.integration === 'full' && !tracker.current;
}

function sinceInputMs(session: Session): number {
  return session.clock.monotonicMs() - session.gate.lastInputMs;
}

/** Writes, and keeps the line until the program must have seen that nothing followed. */
async function pressAlone(
  session: Session,
  kind: 'paste' | 'keys',
  bytes: Uint8Array,
  {by, signal, onTyped, consent}: TypingOptions,
): Promise<void> {
  let before = session.tracker.outputEnd;
  // While this one waits for the line, others make output.
  const onTurn = () => {
    before = session.tracker.outputEnd;
    onTyped?.(bytes);
  };
  await session.gate.write(by, bytes, {kind, holds: true, onTurn, consent, signal});
  await shown(session, before, signal);
  await settled(session, before, PASTE_BURST_MS, signal);
}

/** Resolves when the program has shown something since, as it does when it has read; not every program does. */
async function shown(session: Session, from: LogCursor, signal: AbortSignal): Promise<void> {
  const limit = AbortSignal.any([signal, AbortSignal.timeout(SHOWN_MS)]);
  const look = () => (session.tracker.outputEnd > from || session.isClosed ? true : undefined);
  await session.waiters.until(look, limit).catch(() => undefined);
}

/** The kernel is seen to collect lines for the program, so it cannot tell how fast they were typed. */
async function readsLines(session: Session): Promise<boolean> {
  return (await session.look()).probe.mode?.canonical === true;
}

/** Key encodings the program has asked for. */
export function keyModes(session: Session): KeyModes {
  const {tracker} = session;
  return {
    applicationCursor: tracker.mode('applicationCursor') > 0,
    applicationKeypad: tracker.mode('applicationKeypad') > 0,
    modifyOtherKeys: level(tracker.mode('modifyOtherKeys')),
    kittyKeyboard: tracker.mode('kittyKeyboard'),
    mouse: mouseMode(tracker.mode('mouse')),
    mouseSgr: tracker.mode('mouseSgr') > 0,
    bracketedPaste: tracker.mode('bracketedPaste') > 0,
    size: {cols: tracker.cols, rows: tracker.rows},
  };
}

/** Resolves when there has been output after `from` and then none for `quietMs`; in any case after ten times that. */
async function settled(session: Session, from: LogCursor, quietMs: number, signal: AbortSignal): Promise<void> {
  const start = session.clock.monotonicMs();
  const limit = Math.min(WAIT_LIMIT_MS, Math.max(500, quietMs * 10));
  while (!signal.aborted) {
    const now = session.clock.monotonicMs();
    const since = session.tracker.outputEnd > from ? Math.max(session.foreground.lastOutputMs, start) : start;
    const rest = quietMs - (now - since);
    if (rest <= 0 || now - start >= limit) return;
    await pause(rest, signal);
  }
}

/** True when the screen came to show the pattern after `from`, false after the wait limit. Throws `too_large` when it cost too much. */
async function screenShows(
  session: Session,
  pattern: Pattern,
  from: LogCursor,
  options: TypingOptions & {readonly sent: string},
): Promise<boolean> {
  const limit = AbortSignal.any([options.signal, AbortSignal.timeout(WAIT_LIMIT_MS)]);
  const budget = new StepBudget();
  const look = async (): Promise<boolean> => {
    const texts = searchedTexts(await logicalText(session));
    for (const text of texts) budget.earn(text.length);
    const {result, isDone} = await session.searcher.test([pattern], texts, {budget, signal: options.signal});
    if (result.some(([isFound]) => isFound)) return true;
    if (!isDone) throw tooCostly(pattern, options.sent);
    return false;
  };
  let seen = -1;
  for (;;) {
    const end = session.tracker.outputEnd;
    if (end > from && end !== seen) {
      seen = end;
      if (await look()) return true;
    }
    const grew = await session.waiters
      .until(
        () => (session.tracker.outputEnd !== seen && session.tracker.outputEnd > from) || session.isClosed || undefined,
        limit,
      )
      .catch(() => false);
    if (!grew || session.isClosed) return session.isClosed ? look() : false;
  }
}

/** Anchors mean a line, as they do in all other patterns; a pattern may also reach over several. */
function searchedTexts(text: string): readonly string[] {
  return [text, ...text.split('\n')];
}

function tooCostly({source}: Pattern, sent: string): CottyError {
  return new CottyError(
    'too_large',
    `${sent} was sent. Whether the screen shows the wait_for pattern ${JSON.stringify(source.slice(0, 120))} is not known: it needs too many steps.`,
    'Look with read_screen; for the next wait use a simpler pattern: lower counts in {…}, fewer alternatives that begin alike.',
  );
}

/** Text of the screen with wrapped lines whole: what is looked for may stand across the wrap. */
async function logicalText(session: Session): Promise<string> {
  return (await session.screen.read({joinWrapped: true})).text;
}

function level(value: number): KeyModes['modifyOtherKeys'] {
  return value === 1 || value === 2 ? value : 0;
}

function mouseMode(value: number): KeyModes['mouse'] {
  return value === 9 || value === 1000 || value === 1002 || value === 1003 ? value : 0;
}
