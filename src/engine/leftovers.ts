import type {TrackedMode} from '../core/index.ts';
import type {SessionTracker} from './session-tracker.ts';

export interface Leftovers {
  /** Tracked modes, and `characterSet`. */
  readonly names: readonly string[];
  /** Control sequences that undo them. */
  readonly undo: string;
}

/** What a command left on that no prompt expects: a full-screen program that was killed, binary data on the terminal. */
export function leftovers(tracker: SessionTracker, output: readonly Uint8Array[]): Leftovers {
  const modes = [...UNDO.keys()].filter(mode => tracker.mode(mode) > 0);
  const undo = modes.map(mode => UNDO.get(mode) ?? '').join('');
  return output.some(shiftsCharacterSet)
    ? {names: [...modes, 'characterSet'], undo: undo + ASCII}
    : {names: modes, undo};
}

const UNDO: ReadonlyMap<TrackedMode, string> = new Map([
  ['mouse', '\x1b[?1000l\x1b[?1002l\x1b[?1003l\x1b[?1006l'],
  ['focusReporting', '\x1b[?1004l'],
  ['alternateScreen', '\x1b[?1049l\x1b[?25h'],
]);

/** SI, and ASCII in G0 (ECMA-35; xterm ctlseqs "SCS"). */
const ASCII = '\x0f\x1b(B';

/** True when the last shift or designation leaves letters drawn as something else. */
function shiftsCharacterSet(bytes: Uint8Array): boolean {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (buffer.lastIndexOf(0x0e) > buffer.lastIndexOf(0x0f)) return true;
  const at = buffer.lastIndexOf('\x1b(');
  return at >= 0 && at + 2 < buffer.length && buffer[at + 2] !== 0x42;
}
