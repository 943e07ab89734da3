import {z} from 'zod';
import {awaitScreen, type ScreenCondition, type ScreenMatch, type Session} from '../../engine/index.ts';
import {defineTool} from '../define.ts';
import {gridSize, sessionCreated, sessionId, skippedBytes} from './fields.ts';

const place = z.object({row: z.int(), col: z.int(), length: z.int(), style: z.string()});

export const readScreen = defineTool({
  name: 'read_screen',
  toolset: 'terminal',
  title: 'Read the terminal screen',
  description:
    'See what the terminal screen shows now, as a person would: full-screen programs (vim, less, htop, menus) included. lines=N gives the last N lines with scrollback. Can wait for a pattern, a text (find tells where it stands), the cursor, or any change.',
  effect: 'read',
  openWorld: false,
  idempotent: true,
  form: 'terminal',
  needs: ['sessions'],
  input: z.object({
    session_id: sessionId,
    lines: z.int().min(-1).max(100_000).default(-1).describe('-1: the visible screen.'),
    include_cursor: z.boolean().default(false).describe('Marks the cursor in the text: █ on a blank cell.'),
    scrollback: z.boolean().default(false),
    styles: z.boolean().default(false).describe('Adds runs of colour and style.'),
    raw: z.boolean().default(false).describe('Hidden characters as they are, unmarked.'),
    find: z
      .string()
      .min(1)
      .max(1000)
      .optional()
      .describe('Text in a row; matches says where, zero-based, and its style.'),
    wait_for: z.string().max(2000).optional().describe('RE2 pattern the screen must show.'),
    cursor_at: z.object({x: z.int().min(0), y: z.int().min(0)}).optional(),
    changed_from: z.string().max(64).optional().describe('A screen_hash: until it is another one.'),
    timeout: z.number().min(0).max(600).default(5).describe('Seconds to wait for these four; 0 looks once.'),
  }),
  output: z.object({
    text: z.string(),
    total_lines: z.int(),
    lines_above_screen: z.int(),
    cursor: z.object({x: z.int(), y: z.int()}),
    grid_size: gridSize,
    alternate_screen: z.boolean(),
    title: z.string(),
    screen_hash: z.string(),
    session_id: z.string(),
    skipped_bytes: skippedBytes,
    styles: z.array(place).optional(),
    satisfied: z.boolean().optional(),
    matches: z.array(place).optional(),
    session_created: sessionCreated,
  }),
  async run({input, services: {sessions}, caller, signal}) {
    const {session, created} = await sessions.meant.of(caller, input.session_id);
    const awaited = await awaitWanted(session, input, signal);
    const {lines, scrollback, styles, include_cursor: markCursor, raw} = input;
    const options = {lines, scrollback, styles, markCursor};
    const screen = raw ? {...(await session.screen.masked(options)), hidden: 0} : await session.screen.shown(options);
    return {
      text: screen.text,
      total_lines: screen.totalLines,
      lines_above_screen: screen.linesAbove,
      cursor: {x: screen.cursor.col, y: screen.cursor.row},
      grid_size: {cols: screen.cols, rows: screen.rows},
      alternate_screen: screen.screen === 'alternate',
      title: screen.title,
      screen_hash: screen.hash,
      session_id: session.id,
      ...(screen.hidden > 0 ? {hidden: screen.hidden} : {}),
      ...(screen.skippedBytes > 0 ? {skipped_bytes: screen.skippedBytes} : {}),
      ...awaited,
      ...(screen.styles ? {styles: screen.styles.map(run => ({...run}))} : {}),
      ...(created ? {session_created: true} : {}),
    };
  },
  present(value) {
    const styles = value.styles?.map(run => `${run.row}:${run.col}+${run.length} ${run.style}`).join('\n');
    return {
      facts: {
        session: value.session_id,
        size: `${value.grid_size.cols}x${value.grid_size.rows}`,
        cursor: `${value.cursor.x},${value.cursor.y}`,
        alternate_screen: value.alternate_screen || undefined,
        lines_above: value.lines_above_screen || undefined,
        title: value.title || undefined,
        skipped_bytes: value.skipped_bytes,
        hash: value.screen_hash,
        satisfied: value.satisfied,
        matches: value.matches?.map(match => `${match.row}:${match.col}+${match.length}`).join(' ') || undefined,
        session_created: value.session_created,
      },
      text: styles ? `${value.text}\n--- styles (row:col+length style) ---\n${styles}` : value.text,
    };
  },
});

interface Wanted {
  readonly find?: string | undefined;
  readonly wait_for?: string | undefined;
  readonly cursor_at?: {readonly x: number; readonly y: number} | undefined;
  readonly changed_from?: string | undefined;
  readonly timeout: number;
}

/** Nothing when nothing is waited for. */
async function awaitWanted(
  session: Session,
  {find, wait_for: pattern, cursor_at: at, changed_from: changedFrom, timeout}: Wanted,
  signal: AbortSignal,
): Promise<{satisfied?: boolean; matches?: ScreenMatch[]}> {
  if (find === undefined && pattern === undefined && at === undefined && changedFrom === undefined) return {};
  const cursor = at && {row: at.y, col: at.x};
  const condition: ScreenCondition = {pattern, text: find, cursor, changedFrom};
  const {isMet, matches} = await awaitScreen(session, condition, {timeoutMs: timeout * 1000, signal});
  return {satisfied: isMet, ...(find === undefined ? {} : {matches: matches.map(match => ({...match}))})};
}
