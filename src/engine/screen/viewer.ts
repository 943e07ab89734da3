/** A person's window on a session: the present screen first, then the live bytes without a gap. */
import type {Actor, ExitEvent} from '../../core/index.ts';
import {followOutput} from '../output/follow-output.ts';
import type {Session} from '../session/session.ts';
import {QueryFilter} from './query-filter.ts';

export interface ViewerHandlers {
  /** Bytes for the person's own terminal. Questions to the terminal are taken out: the server answers them. */
  onBytes(bytes: Uint8Array): void;
  onClosed(exit: ExitEvent | null): void;
}

export interface Viewer extends Disposable {
  /** A person's typing: takes the line from agents. */
  type(bytes: Uint8Array): Promise<void>;
  resize(cols: number, rows: number): Promise<void>;
}

/**
 * Undoes what programs set and the present screen sets anew: alternate screen, mouse, focus events, bracketed paste, application
 * keys, origin mode, margins, attributes, character sets, a hidden cursor. Then the screen is cleared.
 */
const AS_FRESH =
  '\x1b[?1049l\x1b[?1000;1002;1003;1004;1005;1006;1015l\x1b[?2004l\x1b[?1;6l\x1b>\x1b[r\x1b[m\x1b(B\x0f\x1b[?7;25h\x1b[H\x1b[2J';

/**
 * Attaches a viewer; several may look at once. One that `repaints` has seen the session before: its terminal is brought to
 * the present screen, whatever it shows and whatever modes it is in.
 */
export async function view(
  session: Session,
  actor: Actor,
  handlers: ViewerHandlers,
  {repaints = false}: {readonly repaints?: boolean} = {},
): Promise<Viewer> {
  const present = await session.screen.present({scrollback: !repaints});
  handlers.onBytes(Buffer.from(`${repaints ? AS_FRESH : ''}${present.state}`));
  const filter = new QueryFilter();
  const output = followOutput(session, present.at, {
    bytes: bytes => {
      const clean = filter.push(bytes);
      if (clean.length > 0) handlers.onBytes(clean);
    },
    missed: bytes => handlers.onBytes(Buffer.from(`\r\n[${bytes} bytes dropped]\r\n`)),
  });
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
    type: bytes => session.gate.write(actor, bytes, {kind: 'typed'}),
    resize: (cols, rows) => session.link.resize(cols, rows),
    [Symbol.dispose]: () => {
      isOver = true;
      output[Symbol.dispose]();
      closed[Symbol.dispose]();
    },
  };
}
