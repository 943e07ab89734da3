/** Questions a program may ask its terminal. Only those listed are ever answered (xterm ctlseqs, kitty keyboard protocol). */
export type TerminalQuery =
  /** DA1 `CSI c` */
  | {readonly type: 'primaryAttributes'}
  /** DA2 `CSI > c` */
  | {readonly type: 'secondaryAttributes'}
  /** DSR `CSI 5 n` */
  | {readonly type: 'status'}
  /** CPR `CSI 6 n`, DECXCPR `CSI ? 6 n` */
  | {readonly type: 'cursorPosition'; readonly dec: boolean}
  /** `CSI 18 t`: text area in cells */
  | {readonly type: 'sizeInCells'}
  /** `CSI ? u` */
  | {readonly type: 'kittyKeyboard'}
  /** XTVERSION `CSI > q` */
  | {readonly type: 'version'}
  /** DECRQM `CSI ? Ps $ p` */
  | {readonly type: 'modeReport'; readonly mode: number; readonly dec: boolean}
  /** OSC 10 / OSC 11 with `?`: default foreground, background */
  | {readonly type: 'defaultColour'; readonly which: 'foreground' | 'background'; readonly terminator: 'bel' | 'st'};
