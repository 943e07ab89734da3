/** The two lines below a replayed screen. */
import {type Chapter, chapterWords, clockWords, type FootageFacts} from '../../../timeline/index.ts';

export interface BarFacts {
  readonly facts: FootageFacts;
  readonly positionMs: number;
  readonly isPlaying: boolean;
  readonly speed: number;
  readonly cutsIdle: boolean;
  readonly chapter: Chapter | undefined;
  /** In place of the command. */
  readonly note: string | null;
}

/** A column each; of a part of the life that holds several the most telling one. */
export function barLine({facts, positionMs}: BarFacts, cols: number): string {
  const columnOf = (ms: number): number =>
    facts.length_ms === 0 ? 0 : Math.min(cols - 1, Math.floor((ms / facts.length_ms) * cols));
  const cells = new Array<string>(cols).fill(`${FAINT}·${PLAIN}`);
  for (const [from, to] of facts.active)
    for (let col = columnOf(from); col <= columnOf(to); col++) cells[col] = `${FAINT}─${PLAIN}`;
  for (const {start_ms, end_ms, exit_code} of facts.chapters) {
    const colour = exit_code === null || exit_code === 0 ? GREEN : RED;
    const [from, to] = [columnOf(start_ms), columnOf(end_ms ?? facts.length_ms)];
    for (let col = from; col <= to; col++) cells[col] = `${colour}${col === from ? '┣' : '━'}${PLAIN}`;
  }
  cells[columnOf(positionMs)] = `${INVERSE} ${PLAIN}`;
  return cells.join('');
}

export function statusLine(
  {facts, positionMs, isPlaying, speed, cutsIdle, chapter, note}: BarFacts,
  cols: number,
): string {
  const state = `${isPlaying ? '▶' : '❚❚'} ${speed}×${cutsIdle ? ' cut' : ''}  ${clockWords(positionMs)} / ${clockWords(facts.length_ms)}`;
  const help = '? keys';
  const room = Math.max(0, cols - state.length - help.length - 4);
  const about = note ?? (chapter ? chapterWords(chapter, room) : '');
  return `${state}  ${printable(about).slice(0, room).padEnd(room)}  ${help}`.slice(0, cols);
}

/** Whatever a command line holds, the terminal of whoever looks at it stays as it is. */
function printable(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Cf}\p{Co}\p{Cn}]/gu, '·');
}

const FAINT = '\x1b[2m';
const GREEN = '\x1b[32m';
const RED = '\x1b[31m';
const INVERSE = '\x1b[7m';
const PLAIN = '\x1b[m';
