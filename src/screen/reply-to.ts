import type {TerminalQuery, TrackedMode} from '../core/index.ts';
import {DEFAULT_BACKGROUND, DEFAULT_FOREGROUND} from './default-colours.ts';

/** What fixed answers depend on. */
export interface ReplyFacts {
  readonly cols: number;
  readonly rows: number;
  /** cotty's version, for XTVERSION. */
  readonly version: string;
  /** Last value of each tracked mode; absent means never set. */
  readonly modes: Readonly<Partial<Record<TrackedMode, number>>>;
}

/**
 * Answers a program's question to its terminal, or says that only the emulator can (see {@link cursorReply}). Titles,
 * DECRQSS, clipboard and palette (OSC 4) are never answered: they would let printed text type into the program.
 *
 * Sources: https://invisible-island.net/xterm/ctlseqs/ctlseqs.html and
 * https://sw.kovidgoyal.net/kitty/keyboard-protocol/ (`CSI ? u`).
 */
export function replyTo(query: TerminalQuery, facts: ReplyFacts): Uint8Array | 'needs-emulator' {
  switch (query.type) {
    case 'primaryAttributes':
      // VT220 with ANSI colour.
      return ascii('\x1b[?62;22c');
    case 'secondaryAttributes':
      // As xterm.js, which is the emulator: a VT100 kind of version 276.
      return ascii('\x1b[>0;276;0c');
    case 'status':
      return ascii('\x1b[0n');
    case 'cursorPosition':
      return 'needs-emulator';
    case 'sizeInCells':
      return ascii(`\x1b[8;${facts.rows};${facts.cols}t`);
    case 'kittyKeyboard':
      return ascii(`\x1b[?${facts.modes.kittyKeyboard ?? 0}u`);
    case 'version':
      return ascii(`\x1bP>|cotty(${facts.version})\x1b\\`);
    case 'modeReport':
      return ascii(`\x1b[${query.dec ? '?' : ''}${query.mode};${modeState(query, facts)}$y`);
    case 'defaultColour': {
      const [number, colour] = query.which === 'foreground' ? [10, DEFAULT_FOREGROUND] : [11, DEFAULT_BACKGROUND];
      return ascii(`\x1b]${number};rgb:${sixteenBits(colour)}${query.terminator === 'bel' ? '\x07' : '\x1b\\'}`);
    }
    default:
      return query satisfies never;
  }
}

/** CPR `CSI row ; col R`, or DECXCPR with `?`. Row and column are zero-based here, one-based on the wire. */
export function cursorReply(row: number, col: number, dec: boolean): Uint8Array {
  return ascii(`\x1b[${dec ? '?' : ''}${row + 1};${col + 1}R`);
}

/** `0xrrggbb` as `rrrr/gggg/bbbb`. */
function sixteenBits(colour: number): string {
  return [16, 8, 0].map(shift => ((colour >> shift) & 255).toString(16).padStart(2, '0').repeat(2)).join('/');
}

const DEC_MODES: Readonly<Record<number, (modes: ReplyFacts['modes']) => boolean>> = {
  1: modes => Boolean(modes.applicationCursor),
  9: modes => modes.mouse === 9,
  47: modes => Boolean(modes.alternateScreen),
  66: modes => Boolean(modes.applicationKeypad),
  1000: modes => modes.mouse === 1000,
  1002: modes => modes.mouse === 1002,
  1003: modes => modes.mouse === 1003,
  1004: modes => Boolean(modes.focusReporting),
  1006: modes => Boolean(modes.mouseSgr),
  1047: modes => Boolean(modes.alternateScreen),
  1049: modes => Boolean(modes.alternateScreen),
  2004: modes => Boolean(modes.bracketedPaste),
  2026: modes => Boolean(modes.synchronizedOutput),
};

/** DECRPM: 0 not recognised, 1 set, 2 reset. */
function modeState({mode, dec}: {mode: number; dec: boolean}, facts: ReplyFacts): 0 | 1 | 2 {
  const isSet = dec ? DEC_MODES[mode] : undefined;
  if (!isSet) return 0;
  return isSet(facts.modes) ? 1 : 2;
}

function ascii(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}
