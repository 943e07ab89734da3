import type {LineReader} from '../../core/index.ts';
import {isShellName, readsInSilence} from '../foreground/program-names.ts';
import {withoutSignals} from '../foreground/prompt-text.ts';
import {promptBehind, readCallOf} from '../foreground/reads-again.ts';
import {lastLine} from '../session/last-line.ts';
import type {Session} from '../session/session.ts';
import type {LineTaker} from './line-taker.ts';
import {readsUnmarked} from './unmarked-prompt.ts';

/**
 * What would take a line now, where there are no marks: by it the line is told to be over later. Null when what was found to
 * take lines does not read at this moment: then nobody knows who will. `commandLine`: what it is to be given.
 */
export async function readerNow(session: Session, taker: LineTaker, commandLine: string): Promise<LineReader | null> {
  const look = await session.look();
  const {claim, probe} = look;
  const reads = claim.type === 'awaiting' || claim.type === 'blockedOnRead' || claim.type === 'shellReads';
  if (taker === 'nested' && !reads && claim.type !== 'unknown') return null;
  if (taker === 'unmarked' && !readsUnmarked(session, look)) return null;
  const shell = probe.shell?.name ?? 'shell';
  const pid = reads ? claim.pid : (session.tracker.nestedShell?.pid ?? probe.shellPid);
  const readCall = readCallOf(probe, pid);
  // No look reaches it, no more than it would on a far side.
  const isUnseen = claim.type === 'unknown';
  const text = withoutSignals(lastLine(session, session.log.oldest));
  const bracketedPaste = session.tracker.mode('bracketedPaste') > 0;
  // A shell's prompt may have grown by the directory; a line editor that knows pastes tells where it begins.
  const mayBeBehind = probe.mode?.canonical
    ? readCall !== undefined
    : claim.type === 'awaiting' &&
      (claim.kind === 'repl' || (claim.kind === 'shell' && !claim.carried && !bracketedPaste));
  const known = session.tracker.promptsOf({pid, carried: false});
  const isUnseenPrompt = probe.mode?.canonical === true && readCall !== undefined && known.includes('');
  const newest = session.tracker.newestReader(pid);
  // Two other lines have left the same in front of it.
  const hasGrown = newest?.front !== undefined && text === newest.front + newest.prompt;
  const behind =
    mayBeBehind && !hasGrown && !known.includes(text)
      ? (promptBehind(text, known, newest?.prompt) ?? (isUnseenPrompt ? '' : undefined))
      : undefined;
  const program = claim.type === 'awaiting' || claim.type === 'blockedOnRead' ? claim.program : shell;
  // Below a shell's prompt a background job may have printed: the next one is told by what it showed before.
  const ownText = readsInSilence(program) ? '' : text;
  const shown = ownText === '' && isShellName(program) ? (known.at(-1) ?? '') : ownText;
  const before = behind && isShellName(program) ? text.slice(0, -behind.length) : '';
  const front = hasGrown ? newest.front : frontOf(session, pid, before, commandLine);
  return {
    pid,
    program,
    carried: isUnseen || (claim.type === 'awaiting' && claim.carried === true),
    canonical: probe.mode?.canonical ?? false,
    bracketedPaste,
    prompt: behind ?? shown,
    ...(readCall === undefined ? {} : {readCall}),
    ...(front && {front}),
  };
}

/**
 * What stands in front of a shell's prompt: output of the line before, or a new part of the prompt (`(venv)`, a folder). By the same line
 * once more the same would be printed.
 */
function frontOf(session: Session, pid: number | null, front: string, commandLine: string): string {
  if (front === '') return '';
  const before = session.tracker.recentCommands(MOST_BETWEEN).find(({reader}) => reader?.pid === pid);
  return before?.commandLine?.trimEnd() === commandLine.trimEnd() ? '' : front;
}

/** Other lines may have been given to the session since the reader's last one: as many are looked through for it. */
const MOST_BETWEEN = 8;
