/** Keys, text and control characters: what reaches the program as if typed. */
import {type Actor, CottyError, isEnter, type LogCursor, SUSPEND} from '../../core/index.ts';
import {compilePattern} from '../../patterns/index.ts';
import {encodeControl, encodeKeys, encodePaste} from '../../screen/index.ts';
import type {Session} from '../session/session.ts';
import {ended, screenShows, settled, shown} from './after-typing.ts';
import {bashReads, PASTE_ANSWER_MS, promptRead, signalReady} from './before-typing.ts';
import {placeClicks} from './click-text.ts';
import {type Escalation, escalate} from './escalate.ts';
import {escapeTaken, noteTyped} from './escape-gap.ts';
import type {Consent} from './judge-write.ts';
import {keyModes} from './key-modes.ts';
import {typedBetween, typedBetweenKeys, UnbrokenTyping} from './last-typist.ts';
import {ANSWER_MS, firstPromptDrawn, lineAnswered} from './line-answered.ts';
import {isSignalCharacter, lineEffect} from './line-effect.ts';
import {ShellEnd, withoutEnds} from './shell-end.ts';
import type {WriteOptions} from './write-options.ts';

/** `ESC [200~` before a paste and `ESC [201~` after it. */
const PASTE_MARKS_BYTES = 12;
/** Programs that tell pasting from typing by timing need a gap before Enter (bursts under about 120 ms count as paste). */
const PASTE_BURST_MS = 150;
/** Keys of one text that is not a paste to whoever reads it. */
const MOST_KEYS = 65_536;
/** In which a shell edits a line. */
const LINE_PHASES: ReadonlySet<string> = new Set(['prompt', 'continuation']);

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
  const {label, before} = await pressAll(session, keys, options);
  if (pattern) {
    const matched = await screenShows(session, pattern, before, {...options, sent: label});
    return {sent: label, matched};
  }
  if (options.settleMs !== undefined) await settled(session, before, options.settleMs, options.signal);
  return {sent: label, matched: null};
}

/** Resolves with what was sent, and where the output ended before. */
async function pressAll(
  session: Session,
  keys: readonly string[],
  options: TypingOptions,
): Promise<{label: string; before: LogCursor}> {
  using act = session.gate.acts.enter(options.by);
  const first = encodeKeys(await placeClicks(session, keys), keyModes(session));
  if (first.parts.some(part => lineEffect(part).submits)) await firstPromptDrawn(session, options.signal);
  await act.turn(first.parts, options.signal);
  await lineAnswered(session, ANSWER_MS, options.signal);
  await escapeTaken(session, options.signal);
  // Where a text stands may have changed while the line was waited for.
  const {parts, sent} = encodeKeys(await placeClicks(session, keys), keyModes(session));
  const {outputEnd: before} = session.tracker;
  await pressInTurn(session, parts, options);
  return {label: sent.join(' '), before};
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
  if (options.escalates && !asksToEnd(bytes))
    throw new CottyError(
      'invalid_argument',
      `${label} asks no program to end, so there is nothing to escalate.`,
      'Use escalate with character C or \\.',
    );
  const shellEnd = new ShellEnd(session, bytes);
  shellEnd.refuse({isTurn: false});
  await session.gate.admit(options.by);
  const droppedBytes = options.dropsPending ? await session.gate.dropInput() : 0;
  await lineAnswered(session, ANSWER_MS, options.signal);
  if (!isSignalCharacter(bytes)) await escapeTaken(session, options.signal);
  await signalReady(session, bytes, options.signal);
  await shellEnd.known(options.signal);
  shellEnd.refuse({isTurn: false});
  const {current} = session.tracker;
  await session.gate.write(options.by, bytes, {
    kind: 'control',
    ready: () => shellEnd.known(options.signal),
    onTurn: piece => turn(session, piece, options, shellEnd),
    consent: options.consent,
    signal: options.signal,
  });
  await ended(session, current, bytes, options.signal);
  const escalation = options.escalates && current ? await escalate(session, current, options.signal) : null;
  return {sent: label, escalation, droppedBytes};
}

/** ^C or ^\. */
function asksToEnd(bytes: Uint8Array): boolean {
  return isSignalCharacter(bytes) && bytes[0] !== SUSPEND;
}

/** Each is a key of its own, that somebody may have to be asked about; so many at once would keep all sessions waiting. */
function requireFewKeys(text: string): void {
  let keys = 0;
  for (let at = 0; at < text.length; at++) if (text.charCodeAt(at) < 0x20) keys++;
  if (keys <= MOST_KEYS) return;
  throw new CottyError(
    'invalid_argument',
    `The text holds ${keys} line ends and control characters; ${MOST_KEYS} of them are typed at once. Nothing of it was typed.`,
    'Send it in several calls, or write it into a file and have that read.',
  );
}

/** The line is ours, and the bytes go. The program that was to get a ^D may have ended meanwhile. */
function turn(session: Session, bytes: Uint8Array, {onTyped}: TypingOptions, shellEnd: ShellEnd): void {
  shellEnd.refuse({isTurn: true});
  noteTyped(session, bytes);
  onTyped?.(bytes);
}

/**
 * Types or pastes text; `submit` presses Enter afterwards, exactly once. The marks of a paste do not count as sent bytes. `isJoined`: other text
 * stood on the line already, and was entered with one line of text, as far as that is known. Which text is not told: it may be half a secret.
 */
export async function sendText(
  session: Session,
  text: string,
  options: TypingOptions & {paste: boolean; submit: boolean},
): Promise<{sentBytes: number; isJoined: boolean}> {
  if (text.includes('\0'))
    throw new CottyError(
      'invalid_argument',
      'The text holds a NUL character.',
      'Remove it; to type Ctrl+@ use send_keys C-@.',
    );
  if (!(options.paste && session.tracker.mode('bracketedPaste') > 0)) requireFewKeys(text);
  const hasLines = /[\r\n]/.test(text);
  using act = session.gate.acts.enter(options.by);
  if (options.submit || hasLines) await firstPromptDrawn(session, options.signal);
  await act.turn([Buffer.from(options.submit ? `${text}\r` : text)], options.signal);
  return await typeText(session, text, {...options, hasLines});
}

async function typeText(
  session: Session,
  text: string,
  options: TypingOptions & {paste: boolean; submit: boolean; hasLines: boolean},
): Promise<{sentBytes: number; isJoined: boolean}> {
  const {hasLines} = options;
  let isJoined = false;
  const onLine = (line: string): void => {
    isJoined = text !== '' && !hasLines && line.endsWith(text) && line !== text;
  };
  const runsByItself = options.paste && hasLines;
  await lineAnswered(session, runsByItself ? PASTE_ANSWER_MS : ANSWER_MS, options.signal);
  if (runsByItself) await promptRead(session, options.signal);
  await escapeTaken(session, options.signal);
  const bracketed = options.paste && session.tracker.mode('bracketedPaste') > 0;
  const bytes = options.paste ? encodePaste(text, {bracketed}) : Buffer.from(text.replace(/\r?\n/g, '\r'));
  const sentBytes = bytes.length - (bracketed ? PASTE_MARKS_BYTES : 0);
  const enter = Buffer.from('\r');
  const kind = options.paste ? 'paste' : 'text';
  await signalReady(session, bytes, options.signal);
  const shellEnd = new ShellEnd(session, bytes);
  const before = hasLines && !bracketed ? beforeLines(session, options) : () => undefined;
  const ready = async (): Promise<void> => {
    await before();
    await lineAnswered(session, ANSWER_MS, options.signal);
    await shellEnd.known(options.signal);
  };
  if (!options.submit) {
    await session.gate.write(options.by, bytes, {
      kind,
      ready,
      onTurn: piece => turn(session, piece, options, shellEnd),
      consent: options.consent,
      signal: options.signal,
    });
    return {sentBytes, isJoined};
  }
  if (LINE_PHASES.has(session.tracker.phase) || (!bracketed && (await readsLines(session)))) {
    const line = Buffer.concat([bytes, enter]);
    await session.gate.write(options.by, line, {
      kind,
      ready,
      onTurn: piece => turn(session, piece, options, shellEnd),
      onLine,
      consent: options.consent,
      signal: options.signal,
    });
    return {sentBytes: sentBytes + 1, isJoined};
  }
  try {
    const typing = new UnbrokenTyping(session.gate.typist, options.by);
    const onTyped = (piece: Uint8Array): void => {
      if (typing.isBroken) throw typedBetween(0);
      options.onTyped?.(piece);
      typing.typed(piece);
    };
    if (!session.gate.isTyped(options.by, bytes, enter)) await pressAlone(session, kind, bytes, {...options, onTyped});
    await pressAlone(session, 'keys', enter, {...options, onTyped, onLine}, bytes);
  } finally {
    session.gate.lease.release(options.by);
  }
  return {sentBytes: sentBytes + 1, isJoined};
}

/** To be awaited before each piece of several lines; an agent's first one waits for bash. */
function beforeLines(session: Session, {by, signal}: TypingOptions): () => Promise<void> | undefined {
  let isFirst = by.type === 'agent';
  return () => {
    const waits = isFirst;
    isFirst = false;
    return waits ? bashReads(session, signal) : undefined;
  };
}

/** Presses what belongs together at once, and keeps the line over the moments that an Escape needs for itself. */
async function pressInTurn(session: Session, keys: readonly Uint8Array[], options: TypingOptions): Promise<void> {
  const {by, signal, consent} = options;
  const parts = keys.flatMap(withoutEnds);
  const hasLines = parts.reduce((sum, part) => sum + part.filter(isEnter).length, 0) > 1;
  const before = hasLines ? beforeLines(session, options) : () => undefined;
  const typing = new UnbrokenTyping(session.gate.typist, by);
  for (const [index, bytes] of parts.entries()) {
    if (index > 0) await escapeTaken(session, signal);
    await signalReady(session, bytes, signal);
    const shellEnd = new ShellEnd(session, bytes);
    const ready = async (): Promise<void> => {
      await before();
      if (hasLines) await lineAnswered(session, ANSWER_MS, signal);
      await shellEnd.known(signal);
    };
    await shellEnd.known(signal);
    shellEnd.refuse({isTurn: false});
    const {current} = session.tracker;
    const onTurn = (piece: Uint8Array): void => {
      // Keys that a program takes one by one may come among somebody else's.
      if (lineEffect(piece).submits ? typing.isBroken : typing.isDropped) throw typedBetweenKeys(index, parts.length);
      turn(session, piece, options, shellEnd);
      typing.typed(piece);
    };
    const holds = index < parts.length - 1;
    await session.gate.write(by, bytes, {kind: 'keys', holds, ready, onTurn, consent, signal});
    await ended(session, current, bytes, signal);
  }
}

/** Writes, and keeps the line until the program must have seen that nothing followed. */
async function pressAlone(
  session: Session,
  kind: 'paste' | 'text' | 'keys',
  bytes: Uint8Array,
  {by, signal, onTyped, onLine, consent}: TypingOptions & Pick<WriteOptions, 'onLine'>,
  behind?: Uint8Array,
): Promise<void> {
  let before = session.tracker.outputEnd;
  // While this one waits for the line, others make output.
  const onTurn = (piece: Uint8Array) => {
    before = session.tracker.outputEnd;
    onTyped?.(piece);
  };
  await session.gate.write(by, bytes, {kind, holds: true, behind, onTurn, onLine, consent, signal});
  await shown(session, before, signal);
  await settled(session, before, PASTE_BURST_MS, signal);
}

/** The kernel is seen to collect lines for the program, so it cannot tell how fast they were typed. */
async function readsLines(session: Session): Promise<boolean> {
  return (await session.look()).probe.mode?.canonical === true;
}
