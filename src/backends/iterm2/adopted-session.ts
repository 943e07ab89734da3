/** A session that cotty takes over: what its program is, and what stands on its screen. */
import {CottyError, type SessionId} from '../../core/index.ts';
import {
  type BufferLine,
  type CellStyle,
  type Iterm2Session,
  type Requests,
  readBuffer,
  readBufferSize,
  readVariables,
  type StyledRun,
} from '../../iterm2-api/index.ts';
import {type ApplicationFacts, adoptedFacts} from '../application/application-facts.ts';
import {processFacts} from '../system/processes.ts';

/** Errors: `not_supported` where its program is none of this machine's. */
export async function adoptedSessionFacts(
  api: Requests,
  sessionId: SessionId,
  {id, cols, rows}: Iterm2Session,
): Promise<ApplicationFacts> {
  // `pid` is that of login where iTerm2 starts a login shell.
  const told = await readVariables(api, id, ['pid', 'effective_root_pid', 'tty']);
  const {tty} = told;
  const pid = [told.effective_root_pid, told.pid].find(value => typeof value === 'number' && value > 1);
  if (typeof pid !== 'number' || typeof tty !== 'string' || tty === '') throw notOfThisMachine();
  const leader = await processFacts(pid, tty);
  if (!leader) throw notOfThisMachine();
  return adoptedFacts({sessionId, backend: 'iterm2'}, {pid, tty, cols, rows}, {leader, title: leader.name});
}

/** What stands on the session's screen, as a program prints it that draws it anew: whoever reads the log sees what the person sees. */
export async function drawnScreen(api: Requests, {id}: Iterm2Session): Promise<Uint8Array> {
  const [{showingAlternateScreen}, {lines, cursor}, {overflow, history}] = await Promise.all([
    readVariables(api, id, ['showingAlternateScreen']),
    readBuffer(api, id, {type: 'screen'}),
    readBufferSize(api, id),
  ]);
  const enter = showingAlternateScreen === true ? '\x1b[?1049h' : '';
  const shown = lines.slice(0, lines.findLastIndex(({text}) => text.trim() !== '') + 1);
  const text = shown.map((line, index) => drawn(line) + (line.isWrapped || index === shown.length - 1 ? '' : '\r\n'));
  // The cursor's line is told by its number from the session's beginning on.
  const row = Math.min(Math.max(0, cursor.line - overflow - history), Math.max(0, lines.length - 1));
  const place = `\x1b[${row + 1};${cursor.col + 1}H`;
  return Buffer.from(`${enter}\x1b[m\x1b[H\x1b[2J${text.join('')}\x1b[m${place}`);
}

function drawn({runs}: BufferLine): string {
  return runs.map(({text, style}: StyledRun) => `\x1b[${['0', ...attributes(style)].join(';')}m${text}`).join('');
}

/** Of SGR (ECMA-48, with the colours of xterm). */
function attributes(style: CellStyle | null): readonly string[] {
  if (!style) return [];
  const {bold, faint, italic, underline, blink, inverse, invisible, strikethrough, fgColor, bgColor} = style;
  const flags = {1: bold, 2: faint, 3: italic, 4: underline, 5: blink, 7: inverse, 8: invisible, 9: strikethrough};
  const set = Object.entries(flags).flatMap(([code, isSet]) => (isSet ? code : []));
  if (fgColor.case === 'fgStandard') set.push(`38;5;${fgColor.value}`);
  else if (fgColor.case === 'fgRgb') set.push(`38;2;${rgb(fgColor.value)}`);
  if (bgColor.case === 'bgStandard') set.push(`48;5;${bgColor.value}`);
  else if (bgColor.case === 'bgRgb') set.push(`48;2;${rgb(bgColor.value)}`);
  return set;
}

function rgb({red, green, blue}: {readonly red: number; readonly green: number; readonly blue: number}): string {
  return `${red};${green};${blue}`;
}

function notOfThisMachine(): CottyError {
  return new CottyError(
    'not_supported',
    'The program of this session is none of this machine, or shown by iTerm2 for tmux.',
    'Open a session of your own, or use backend=tmux for a pane of tmux.',
  );
}
