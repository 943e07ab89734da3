/** A person's window on a session: the present screen first, then the live bytes without a gap. */
import {type Actor, type ExitEvent, type LogCursor, logCursor, type TypedAt} from '../../core/index.ts';
import type {SecretMask} from '../../guard/index.ts';
import {followOutput} from '../output/follow-output.ts';
import {MaskedFeed} from '../output/masked-feed.ts';
import {bytesBefore} from '../output/masked-log.ts';
import type {Session} from '../session/session.ts';
import type {Size} from '../session/shared-size.ts';
import {type Mirror, mirror} from './mirror.ts';
import {QueryFilter} from './query-filter.ts';

export interface ViewerHandlers {
  /** Bytes for the person's own terminal. Questions to the terminal are taken out: the server answers them. */
  onBytes(bytes: Uint8Array): void;
  onClosed(exit: ExitEvent | null): void;
}

export interface Viewer extends Disposable {
  /** A person's typing: takes the line from agents. */
  type(bytes: Uint8Array, typedAt?: TypedAt): Promise<void>;
}

export interface ViewOptions {
  readonly repaints?: boolean;
  /** Of the person's terminal. Where it is not known, it is taken to be the session's. */
  readonly size?: Size | undefined;
  /** Masks what is secret in all that is shown; by default nothing is. */
  readonly secrets?: SecretMask | null | undefined;
}

/**
 * Undoes what programs set and the present screen sets anew: alternate screen, mouse, focus events, bracketed paste, application
 * keys, origin mode, margins, attributes, character sets, a hidden cursor. Then the screen is cleared.
 */
const AS_FRESH =
  '\x1b[?1049l\x1b[?1000;1002;1003;1004;1005;1006;1015l\x1b[?2004l\x1b[?1;6l\x1b>\x1b[r\x1b[m\x1b(B\x0f\x1b[?7;25h\x1b[H\x1b[2J';

/**
 * Attaches a viewer; several may look at once. One that `repaints` has seen the session before: its terminal is brought to
 * the present screen, whatever it shows and whatever modes it is in. It is made for the size that the session has now: when that
 * changes, the viewer is to be made anew.
 */
export async function view(
  session: Session,
  actor: Actor,
  handlers: ViewerHandlers,
  options: ViewOptions = {},
): Promise<Viewer> {
  const output = await show(session, handlers, options);
  const tellClosed = (): void => {
    if (isOver || !session.isClosed || !output.isCurrent) return;
    isOver = true;
    closed[Symbol.dispose]();
    handlers.onClosed(session.tracker.exit);
  };
  let isOver = false;
  const closed = session.waiters.add(tellClosed);
  // Whoever comes after the end hears of it too, once there is a viewer to hear with.
  queueMicrotask(tellClosed);
  return {
    type: (bytes, typedAt) => session.gate.write(actor, bytes, {kind: 'typed', typedAt}),
    [Symbol.dispose]: () => {
      isOver = true;
      output[Symbol.dispose]();
      closed[Symbol.dispose]();
    },
  };
}

/** Bytes as they are for a terminal of the session's size, pictures for any other. */
async function show(
  session: Session,
  {onBytes}: ViewerHandlers,
  {repaints = false, size, secrets = null}: ViewOptions,
): Promise<Mirror> {
  const {cols, rows} = session.tracker;
  if (size && (size.cols !== cols || size.rows !== rows)) {
    onBytes(Buffer.from(AS_FRESH));
    return mirror(session, {size, secrets}, onBytes);
  }
  const present = await decidedScreen(session, {scrollback: !repaints, secrets});
  const state = secrets?.mask(present.state) ?? present.state;
  onBytes(Buffer.from(`${repaints ? AS_FRESH : ''}${state}`));
  const filter = new QueryFilter();
  const follower = {
    bytes: (bytes: Uint8Array) => {
      const clean = filter.push(bytes);
      if (clean.length > 0) onBytes(clean);
    },
    missed: (bytes: number) => onBytes(Buffer.from(`\r\n[${bytes} bytes dropped]\r\n`)),
  };
  if (secrets) return MaskedFeed.of(session, secrets).follow(present.at, follower);
  return followOutput(session, present.at, follower);
}

/** The present screen; while the newest output may be the first half of a secret, as it was before that: the other half would follow. */
async function decidedScreen(
  session: Session,
  {scrollback, secrets}: {readonly scrollback: boolean; readonly secrets: SecretMask | null},
): Promise<{readonly state: string; readonly at: LogCursor}> {
  const present = await session.screen.present({scrollback});
  if (!secrets) return present;
  const before = await bytesBefore(session.log, present.at);
  const undecided = before.length - secrets.undecidedFrom(before);
  return undecided > 0 ? session.screen.presentAt(logCursor(present.at - undecided), {scrollback}) : present;
}
