import {z} from 'zod';
import {defineTool} from '../define.ts';
import {gridSize, sessionCreated, sessionId, skippedBytes} from './fields.ts';

export const readScreen = defineTool({
  name: 'read_screen',
  toolset: 'terminal',
  title: 'Read the terminal screen',
  description:
    'See what the terminal screen shows now, as a person would: full-screen programs (vim, less, htop, menus) included. lines=N gives the last N lines with scrollback.',
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
    styles: z.array(z.object({row: z.int(), col: z.int(), length: z.int(), style: z.string()})).optional(),
    session_created: sessionCreated,
  }),
  async run({input, services: {sessions}, caller}) {
    const {session, created} = await sessions.sessionFor(caller, input.session_id);
    const {lines, scrollback, styles, include_cursor: markCursor, raw} = input;
    const options = {lines, scrollback, styles, markCursor};
    const screen = raw ? {...(await session.screen.read(options)), hidden: 0} : await session.screen.shown(options);
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
        session_created: value.session_created,
      },
      text: styles ? `${value.text}\n--- styles (row:col+length style) ---\n${styles}` : value.text,
    };
  },
});
