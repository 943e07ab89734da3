/**
 * The commands of vi at a line editor that run the line, or something of it: readline's `v` has an editor open it and runs what that leaves, `#` makes it a comment, or none, and
 * enters it; `=`, `*` and `\` complete the word, `.` does so again, and `&` expands it.
 */

export interface ViCommands {
  /** From the Escape behind which they are commands to such a key, in order. */
  readonly acts: readonly ViAct[];
  /** What of their command mode, or of a key that comes in pieces, goes on behind the last character: as short as can be, with the same meaning. */
  readonly open: string;
}

interface ViAct {
  readonly start: number;
  readonly end: number;
  readonly type: 'submits' | 'lists';
}

const ESCAPE = '\x1b';
/** zsh's `vi-cmd-mode` with the keys of Emacs, as it comes. */
const LIKE_ESCAPE = /\x18\x16/g;
/** A sequence of the terminal's, as for an arrow; what a paste holds is behind its mark. */
const SEQUENCE = /\x1b(?:O.|\[[\d:;]*[@-~])/y;
const UNFINISHED = /^\x1b(?:O|\[[\d:;]*)$/;
const PASTE = /\x1b\[200~[\s\S]*?(?:\x1b\[201~|$)/y;
/** They take the next character with them. */
const TAKES_NEXT = new Set('fFtTr');
/** They begin an insertion, or the line is gone. */
const LEAVES = new Set('iIaAcCsSR\r\n\x03\x04\x0f');
const SUBMITS = new Set('v#');
const LISTS = new Set('=*\\.&');

/** An Escape may be another key's as well (Alt), as with the keys of Emacs: nobody is told which keys a shell has. */
export function viCommands(bytes: string, honoursPastes: boolean): ViCommands {
  const typed = bytes.replace(LIKE_ESCAPE, `\x18${ESCAPE}`);
  const acts: ViAct[] = [];
  /** The Escape; null where what is typed is text. */
  let since: number | null = null;
  let takesNext = false;
  for (let at = 0; at < typed.length; ) {
    if (since === null) at = typed.indexOf(ESCAPE, at);
    if (at < 0) break;
    const key = typed.charAt(at);
    const sequence = key === ESCAPE ? sequenceAt(typed, at, honoursPastes) : '';
    if (sequence !== '') at += sequence.length;
    else if (key === ESCAPE && UNFINISHED.test(typed.slice(at, at + MOST_UNFINISHED)))
      return {acts, open: (since === null ? '' : IN_COMMANDS) + typed.slice(at)};
    else {
      const isTaken: boolean = takesNext && since !== null;
      takesNext = !isTaken && TAKES_NEXT.has(key);
      if (key === ESCAPE) since ??= at;
      else if (since !== null && !isTaken && SUBMITS.has(key)) acts.push({start: since, end: at + 1, type: 'submits'});
      else if (since !== null && !isTaken && LISTS.has(key)) acts.push({start: since, end: at + 1, type: 'lists'});
      if (key !== ESCAPE && !isTaken && (LEAVES.has(key) || SUBMITS.has(key))) since = null;
      at++;
    }
  }
  if (since === null) return {acts, open: ''};
  if (since === typed.length - 1) return {acts, open: ESCAPE};
  return {acts, open: IN_COMMANDS + (takesNext ? 'f' : typed.endsWith(ESCAPE) ? ESCAPE : '')};
}

/** The line that an act enters, with what else it may be then: `#` takes a `#` away from the beginning of each of its lines, or puts one there. */
export function entered<Line extends {readonly text: string | null; readonly unseen?: string | undefined}>(
  line: Line | null,
  act: Uint8Array,
): Line | null {
  if (act.at(-1) !== COMMENT || !line?.text?.startsWith('#')) return line;
  return {...line, unseen: line.text.replace(/^#/gm, '')};
}

const COMMENT = 0x23;

/** Escape, and a command that moves to the left. */
const IN_COMMANDS = `${ESCAPE}h`;
const MOST_UNFINISHED = 64;

function sequenceAt(typed: string, at: number, honoursPastes: boolean): string {
  for (const pattern of honoursPastes ? [PASTE, SEQUENCE] : [SEQUENCE]) {
    pattern.lastIndex = at;
    const found = pattern.exec(typed);
    if (found) return found[0];
  }
  return '';
}
