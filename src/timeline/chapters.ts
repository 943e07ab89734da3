import type {Chapter} from './footage.ts';

/** After a jump back one is in the chapter that one came to; a second jump is meant for the one before. */
const JUST_BEGUN_MS = 750;

/** The chapter a moment is in: the last one that had begun by then; undefined before the first. */
export function chapterAt(chapters: readonly Chapter[], atMs: number): Chapter | undefined {
  return chapters.findLast(({start_ms}) => start_ms <= atMs);
}

export function nextChapter(chapters: readonly Chapter[], atMs: number): Chapter | undefined {
  return chapters.find(({start_ms}) => start_ms > atMs);
}

/** The beginning of the present one, or of the one before when that is where one is. */
export function previousChapter(chapters: readonly Chapter[], atMs: number): Chapter | undefined {
  return chapters.findLast(({start_ms}) => start_ms < atMs - JUST_BEGUN_MS) ?? chapters[0];
}

/**
 * One line for people: the command, how it ended, how long it took, who gave it. Where there is not so much room, in characters, the
 * command is cut.
 */
export function chapterWords(
  {command_line, exit_code, state, start_ms, end_ms, by}: Chapter,
  room = Number.POSITIVE_INFINITY,
): string {
  const ending = end_ms === null ? 'runs' : exit_code === null ? state : `exit ${exit_code}`;
  const duration = end_ms === null ? [] : [durationWords(end_ms - start_ms)];
  const rest = ['', ending, ...duration, by].join(' · ');
  const line = (command_line ?? '(a line that the shell does not tell)').replaceAll(/\s+/g, ' ');
  const most = Math.max(1, room - rest.length);
  return `${line.length > most ? `${line.slice(0, most - 1)}…` : line}${rest}`;
}

/** As in `0.4 s`, `12 s`, `3 min 5 s`, `2 h 10 min`. */
export function durationWords(ms: number): string {
  const seconds = Math.max(0, ms) / 1000;
  if (seconds < 10) return `${seconds.toFixed(1)} s`;
  if (seconds < 60) return `${Math.round(seconds)} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes} min ${Math.floor(seconds % 60)} s`;
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

/** As on a clock: `0:07`, `12:05`, `1:02:03`. */
export function clockWords(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  const shown = parts[0] === 0 ? parts.slice(1) : parts;
  return shown.map((part, index) => (index === 0 ? String(part) : String(part).padStart(2, '0'))).join(':');
}
