import {Patience} from '../../core/index.ts';
import {type Engine, promptRead, type Session, sendText, typeRaw} from '../../engine/index.ts';
import type {ApiClient} from './api-client.ts';
import {typedBlocks} from './typed-blocks.ts';

/** A shell that does not come to its prompt within this time is given what is typed all the same. */
const PROMPT_MS = 10_000;

export interface TypeTextOptions {
  readonly client: ApiClient;
  readonly engine: Engine;
  readonly consent?: {readonly confirm: boolean};
}

/**
 * Types text as a terminal does, through the session's gate. Where a shell is on its way to a prompt that prompt is waited for: what is
 * typed before could not be read back by whoever judges it. Errors: those of the gate.
 */
export async function typeText(session: Session, text: string, options: TypeTextOptions): Promise<void> {
  const {actor: by, signal} = options.client;
  const {tracker, waiters} = session;
  const isComing = (): boolean =>
    tracker.phase === 'preparing' && tracker.integration === 'full' && tracker.current === null && !session.isClosed;
  using limit = new Patience(PROMPT_MS, signal);
  await waiters.until(() => (isComing() ? undefined : true), limit.signal).catch(() => undefined);
  const given = {by, signal, consent: options.consent ?? {confirm: false}};
  const pieces = await blocksAtPrompt(session, text, options);
  if (!pieces) return typeRaw(session, Buffer.from(text), given);
  for (const [index, {text: piece, isBlock, isSubmitted}] of pieces.entries()) {
    if (isBlock || pieces[index - 1]?.isBlock) await prompted(session, signal);
    if (isBlock) await sendText(session, piece, {...given, paste: true, submit: isSubmitted});
    else await typeRaw(session, Buffer.from(isSubmitted ? `${piece}\r` : piece), given);
  }
}

/** Resolves when the shell has done what was typed before, or has had the time to. */
async function prompted({tracker, waiters}: Session, signal: AbortSignal): Promise<void> {
  using limit = new Patience(PROMPT_MS, signal);
  const isThere = (): boolean => tracker.phase === 'prompt' && tracker.current === null && !tracker.lineTaken;
  await waiters.until(() => (isThere() ? true : undefined), limit.signal).catch(() => undefined);
}

/** A shell that knows pastes is given a block as one: line by line nobody could say what it will be, and the first alone means nothing. */
async function blocksAtPrompt(session: Session, text: string, {client, engine}: TypeTextOptions) {
  const {tracker} = session;
  // One line, with its Enter or without, waits for nothing here.
  if (!/[\r\n]./s.test(text)) return undefined;
  await promptRead(session, client.signal);
  if (tracker.phase !== 'prompt' || tracker.mode('bracketedPaste') === 0) return undefined;
  const agent = 'name' in client.actor ? client.actor.name : undefined;
  return typedBlocks(text, async line => {
    // A line that ends in a backslash goes on, if it is not behind another one.
    if (/(?<!\\)(?:\\\\)*\\$/.test(line)) return true;
    const {reasons} = await engine.guard.check({line, session, agent});
    return reasons.some(({rule}) => rule === 'line.unreadable' || rule === 'line.unfinished');
  });
}
