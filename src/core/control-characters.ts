/** Control characters, as terminals send them for keys (ECMA-48, C0), and what a line discipline makes of them by default (termios(3)). */

/** ^C */
export const INTERRUPT = 0x03;
/** ^D */
export const END_OF_INPUT = 0x04;
/** ^U */
export const KILL = 0x15;
/** ^Z */
export const SUSPEND = 0x1a;
/** ^\ */
const QUIT = 0x1c;

/** Carriage return or line feed. */
export function isEnter(byte: number): boolean {
  return byte === 0x0d || byte === 0x0a;
}

/** It takes a line somewhere: Enter, and ^O of readline and zle. Also in a paste, for who does not know its marks. */
export function mayTakeLine(byte: number): boolean {
  return isEnter(byte) || byte === 0x0f;
}

/** It makes a signal where ISIG is on: ^C, ^Z and ^\\. */
export function isSignal(byte: number): boolean {
  return byte === INTERRUPT || byte === SUSPEND || byte === QUIT;
}
