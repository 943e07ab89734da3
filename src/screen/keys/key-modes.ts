/** The terminal modes that decide how keys and mouse become bytes. */
export interface KeyModes {
  /** DECCKM, `CSI ? 1 h`. */
  readonly applicationCursor: boolean;
  /** DECNKM, `CSI ? 66 h` or `ESC =`. */
  readonly applicationKeypad: boolean;
  /** xterm's `CSI > 4 ; n m`. */
  readonly modifyOtherKeys: 0 | 1 | 2;
  /** Progressive enhancement flags of the kitty keyboard protocol; 0 is off. */
  readonly kittyKeyboard: number;
  /** Mouse tracking by its DECSET number; 0 is off. */
  readonly mouse: 0 | 9 | 1000 | 1002 | 1003;
  /** DECSET 1006. */
  readonly mouseSgr: boolean;
  /** DECSET 2004. */
  readonly bracketedPaste: boolean;
  /** Where the mouse can be; anywhere when not known. */
  readonly size?: {readonly cols: number; readonly rows: number} | undefined;
}

/** Modes of a terminal nobody has configured. */
export const defaultKeyModes: KeyModes = {
  applicationCursor: false,
  applicationKeypad: false,
  modifyOtherKeys: 0,
  kittyKeyboard: 0,
  mouse: 0,
  mouseSgr: false,
  bracketedPaste: false,
};
