import type {TrackedMode} from '../../core/index.ts';
import {type CommandRecord, isStopStatus} from '../projection/command-record.ts';
import type {SessionTracker} from '../projection/session-tracker.ts';

export interface Leftovers {
  /** Tracked modes, and what only the output tells: `characterSet`, `scrollRegion`, `cursor`, … */
  readonly names: readonly string[];
  /** Control sequences that undo them. */
  readonly undo: string;
}

/** What a command left on that no prompt expects: a full-screen program that was killed, binary data on the terminal. */
export function leftovers(tracker: SessionTracker, record: CommandRecord, output: readonly Uint8Array[]): Leftovers {
  const found = [...modesLeft(tracker, record), ...(output.length > 0 ? drawingLeft(record, output) : [])];
  return {names: found.map(([name]) => name), undo: found.map(([_, undo]) => undo).join('')};
}

type Leftover = readonly [name: string, undo: string];

/** Keyboard flags are a stack for each screen; the innermost entry is popped where it was pushed. */
const PLAIN_KEYS = '\x1b[<16u\x1b[=0;1u';

/** In this order: what belongs to the alternate screen is undone on it. */
const UNDO: ReadonlyMap<TrackedMode, string> = new Map([
  ['mouse', '\x1b[?1000l\x1b[?1002l\x1b[?1003l\x1b[?1006l'],
  ['focusReporting', '\x1b[?1004l'],
  ['synchronizedOutput', '\x1b[?2026l'],
  ['modifyOtherKeys', '\x1b[>4m'],
  ['kittyKeyboard', PLAIN_KEYS],
  ['applicationCursor', '\x1b[?1l'],
  ['applicationKeypad', '\x1b>'],
  // The margins and the cursor's modes are the same for both screens in many terminals.
  ['alternateScreen', '\x1b[?6l\x1b[r\x1b[4l\x1b[?7h\x1b[m\x1b[?1049l\x1b[?25h'],
]);

function modesLeft(tracker: SessionTracker, record: CommandRecord): readonly Leftover[] {
  const isLeft = (mode: TrackedMode) =>
    tracker.mode(mode) > 0 && !record.modesBefore.has(mode) && !isOfPrompt(tracker, record, mode);
  // A shell that switches on its keys for its line sets them afresh, perhaps before they would be undone.
  const isOwnKey = (mode: TrackedMode) => KEYPAD.has(mode) && tracker.isOwnMode(mode);
  const left = [...UNDO].filter(([mode]) => isLeft(mode) && !isOwnKey(mode));
  // Shells with a line editor set it afresh at each prompt; the others would take the marks of a paste for text.
  if (tracker.integration === 'graded' && isLeft('bracketedPaste')) left.push(['bracketedPaste', '\x1b[?2004l']);
  return left;
}

/** What stands behind the end of the command is its prompt's own: fish 4 has the keys of its line told by the kitty protocol. */
function isOfPrompt({modesSetAt}: SessionTracker, {via, outputEnd}: CommandRecord, which: TrackedMode): boolean {
  const at = modesSetAt.get(which);
  if (at === undefined) return false;
  if (via !== 'foreground') return outputEnd !== null && at >= outputEnd;
  // Of an end that no mark tells the prompt stands in front: what takes pastes there has switched on its keys with them.
  const pastesAt = modesSetAt.get('bracketedPaste');
  return KEYBOARD.has(which) && pastesAt !== undefined && at >= pastesAt;
}

/** Keypad and cursor keys. */
const KEYPAD: ReadonlySet<TrackedMode> = new Set(['applicationCursor', 'applicationKeypad']);
const KEYBOARD: ReadonlySet<TrackedMode> = new Set(['modifyOtherKeys', 'kittyKeyboard']);

/**
 * Of what nobody tracks: always what would lose text of later commands, or put it in wrong places; the rest when the command was killed
 * in the middle of drawing.
 */
function drawingLeft({exitStatus}: CommandRecord, output: readonly Uint8Array[]): readonly Leftover[] {
  const left: Leftover[] = output.some(shiftsCharacterSet) ? [['characterSet', ASCII]] : [];
  const wasKilled = exitStatus !== null && exitStatus > 128 && !isStopStatus(exitStatus);
  // All but few outputs hold no control sequence.
  const drawn = output.filter(bytes => bytes.includes(0x1b));
  if (drawn.length === 0) return left;
  const text = drawn.map(bytes => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1'));
  const found = DRAWING.filter(({set, reset, isLook}) => (wasKilled || !isLook) && isSet(text, set, reset));
  return [...left, ...found.map(({name, undo}) => [name, undo] as const)];
}

interface Drawing {
  readonly name: string;
  readonly set: RegExp;
  readonly reset: RegExp;
  readonly undo: string;
  /** It changes how things look, and may be meant to. */
  readonly isLook?: true;
}

/** DECSET and SM of VT terminals: https://invisible-island.net/xterm/ctlseqs/ctlseqs.html */
const DRAWING: readonly Drawing[] = [
  // Leaving origin mode moves the cursor to the top, where the prompt would be drawn over what is there.
  {name: 'originMode', set: /\x1b\[\?6h/g, reset: /\x1b\[\?6l|\x1bc/g, undo: '\x1b[?6l\x1b[r\x1b[999;1H'},
  {name: 'scrollRegion', set: /\x1b\[\d+(?:;\d*)?r/g, reset: /\x1b\[;?r|\x1bc/g, undo: '\x1b7\x1b[r\x1b8'},
  {name: 'insertMode', set: /\x1b\[4h/g, reset: /\x1b\[4l|\x1bc/g, undo: '\x1b[4l'},
  {name: 'autowrap', set: /\x1b\[\?7l/g, reset: /\x1b\[\?7h|\x1bc/g, undo: '\x1b[?7h'},
  {name: 'hiddenText', set: /\x1b\[(?:0;)?8m/g, reset: /\x1b\[(?:0?|28|0;[\d;:]*)m|\x1bc/g, undo: '\x1b[28m'},
  {name: 'cursor', set: /\x1b\[\?25l/g, reset: /\x1b\[\?(?:12;)?25h|\x1bc/g, undo: '\x1b[?25h', isLook: true},
  {name: 'style', set: /\x1b\[[1-9][\d;:]*m/g, reset: /\x1b\[0?m|\x1bc/g, undo: '\x1b[m', isLook: true},
];

/** The last one that is there sets it. */
function isSet(pieces: readonly string[], set: RegExp, reset: RegExp): boolean {
  for (const piece of pieces.toReversed()) {
    const on = lastMatch(piece, set);
    const off = lastMatch(piece, reset);
    if (on !== off) return on > off;
  }
  return false;
}

function lastMatch(text: string, pattern: RegExp): number {
  let at = -1;
  for (const {index} of text.matchAll(pattern)) at = index;
  return at;
}

/** SI, and ASCII in G0 (ECMA-35; xterm ctlseqs "SCS"). */
const ASCII = '\x0f\x1b(B';

/** True when the last shift or designation leaves letters drawn as something else. */
function shiftsCharacterSet(bytes: Uint8Array): boolean {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (buffer.lastIndexOf(0x0e) > buffer.lastIndexOf(0x0f)) return true;
  const at = buffer.lastIndexOf('\x1b(');
  return at >= 0 && at + 2 < buffer.length && buffer[at + 2] !== 0x42;
}
