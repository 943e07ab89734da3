/**
 * Questions to the terminal that were asked while no server was there to answer them. A live one is answered at once; by now whoever
 * has asked may have given up, and what comes late would be typed into something else. So it must be seen to wait still: it runs the
 * terminal, reads key by key, and has printed nothing since. See docs/decisions/late-answers.md.
 */
import {type LogCursor, logCursor, pause} from '../../core/index.ts';
import {readRange} from '../output/output-source.ts';
import type {CommandRecord} from '../projection/command-record.ts';
import type {Look} from '../session/foreground-look.ts';
import {QueryFilter} from './query-filter.ts';
import type {ScreenSource} from './screen-source.ts';

/** Who asks reads the answer next. */
const LOOKS = 20;
const LOOK_AGAIN_MS = 50;
/** More than all questions that are answered at once. */
const MOST_BYTES = 8 * 1024;

/** How far the output had come when `asker` was seen to wait for an answer to what stands at `question`; null when it is not. */
export async function awaitsStill(
  session: ScreenSource,
  asker: CommandRecord | null,
  question: LogCursor,
): Promise<LogCursor | null> {
  const {tracker} = session;
  // At a prompt nobody is known to wait: the line editor has gone on without, or has not asked.
  const isOver = () => session.isClosed || tracker.current !== asker || asker === null || asker.phase === 'ended';
  if (isOver() || (asker?.outputStart ?? asker?.submittedAt ?? question) > question) return null;
  for (let look = 0; look < LOOKS; look++) {
    const end = tracker.outputEnd;
    if (!(await hasOnlyAsked(session, question, end))) return null;
    const seen = await session.look().catch(() => null);
    if (isOver()) return null;
    if (seen && tracker.outputEnd === end && readsKeys(session, seen)) return end;
    await pause(LOOK_AGAIN_MS);
  }
  return null;
}

/** Whoever goes on without an answer shows something. */
async function hasOnlyAsked(session: ScreenSource, question: LogCursor, end: LogCursor): Promise<boolean> {
  if (end <= question || end - question > MOST_BYTES) return false;
  const {bytes, missedBytes} = await readRange(session, question, logCursor(end));
  const filter = new QueryFilter();
  const shown = Buffer.from(filter.push(bytes)).toString('latin1');
  return missedBytes === 0 && !filter.isHolding && shown.replaceAll(CURSOR_SHOWN, '') === '';
}

/**
 * Whether it is a line editor that has asked, which has switched its pastes on right behind its questions and is still there: fish 4 asks at each
 * prompt, and takes no key before it has the answers. It passes over those that it does not wait for any more.
 */
export async function isOfLineEditor(session: ScreenSource, question: LogCursor): Promise<boolean> {
  const {tracker} = session;
  const at = tracker.modesSetAt.get('bracketedPaste');
  if (at === undefined || at < question || at - question > MOST_BYTES) return false;
  const {bytes, missedBytes} = await readRange(session, question, at);
  const filter = new QueryFilter();
  const shown = Buffer.from(filter.push(bytes)).toString('latin1');
  return missedBytes === 0 && !filter.isHolding && shown === '';
}

/** DECTCEM (xterm's ctlseqs): fzf hides the cursor while it asks where that is. */
const CURSOR_SHOWN = /\x1b\[\?25[hl]/g;

/** An answer has no line end: who waits for one reads key by key. A line editor does too, and has asked nothing that it shows no prompt behind. */
function readsKeys({tracker}: ScreenSource, {claim, probe}: Look): boolean {
  if (probe.mode?.canonical !== false) return false;
  switch (claim.type) {
    case 'shellReads':
      return !claim.replaced && tracker.phase === 'running';
    case 'awaiting':
      return claim.carried ? tracker.mode('bracketedPaste') === 0 : claim.kind !== 'shell';
    case 'blockedOnRead':
    case 'tui':
      return true;
    case 'secret':
    case 'busy':
    case 'unknown':
      return false;
    default:
      return claim satisfies never;
  }
}
