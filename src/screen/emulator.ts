import type {Terminal} from '@xterm/headless';
import {CottyError} from '../core/index.ts';
import type {CaptureOptions, ScreenCapture, ScreenCursor, ScreenModes} from './capture.ts';
import {captureScreen} from './capture-screen.ts';
import {type ExtraModes, trackExtraModes} from './extra-modes.ts';
import {isRestorable} from './restorable.ts';
import type {ScreenOptions} from './worker-protocol.ts';
import type {Xterm} from './xterm.ts';

/** Everything needed to build an equal emulator again. */
interface EmulatorState extends ScreenOptions {
  readonly version: 1;
  /** Control sequences that paint the screen and set the modes xterm.js knows. */
  readonly paint: string;
  readonly extra: ExtraModes;
}

/** A live terminal emulator. It takes bytes and never produces any: query answers are dropped on the floor. */
export class Emulator {
  readonly #terminal: Terminal;
  readonly #serializer: {serialize(): string};
  readonly #extra: ExtraModes;
  readonly #scrollback: number;

  constructor(xterm: Xterm, options: ScreenOptions) {
    this.#scrollback = options.scrollback;
    this.#terminal = new xterm.Terminal({
      cols: options.cols,
      rows: options.rows,
      scrollback: options.scrollback,
      allowProposedApi: true,
      logLevel: 'off',
    });
    const serializer = new xterm.SerializeAddon();
    this.#terminal.loadAddon(serializer);
    this.#serializer = serializer;
    this.#terminal.loadAddon(new xterm.UnicodeGraphemesAddon());
    this.#terminal.unicode.activeVersion = '15-graphemes';
    this.#extra = trackExtraModes(this.#terminal);
  }

  /** Builds the emulator that {@link serialize} described. Throws `invalid_argument` for anything else. */
  static async restore(xterm: Xterm, text: string): Promise<Emulator> {
    const state = parseState(text);
    const emulator = new Emulator(xterm, state);
    emulator.#terminal.write(state.paint);
    await emulator.drained();
    Object.assign(emulator.#extra, state.extra);
    return emulator;
  }

  /** Queues bytes; parsed in order, in slices that leave the thread free in between. */
  write(bytes: Uint8Array): void {
    this.#terminal.write(bytes);
  }

  /** Resolves when every byte written before has been parsed. */
  drained(): Promise<void> {
    return new Promise(resolve => this.#terminal.write('', resolve));
  }

  resize(cols: number, rows: number): void {
    this.#terminal.resize(cols, rows);
  }

  capture(options: CaptureOptions): ScreenCapture {
    return captureScreen(this.#terminal, {...this.#extra, cursor: this.cursor()}, options);
  }

  cursor(): ScreenCursor {
    const {cursorX, cursorY} = this.#terminal.buffer.active;
    return {row: cursorY, col: Math.min(cursorX, this.#terminal.cols - 1), visible: this.#extra.cursorVisible};
  }

  modes(): ScreenModes {
    const modes = this.#terminal.modes;
    const alternateScreen = this.#terminal.buffer.active.type === 'alternate';
    return {
      applicationCursor: modes.applicationCursorKeysMode,
      applicationKeypad: modes.applicationKeypadMode,
      bracketedPaste: modes.bracketedPasteMode,
      focusReporting: modes.sendFocusMode,
      synchronizedOutput: modes.synchronizedOutputMode,
      wraparound: modes.wraparoundMode,
      insert: modes.insertMode,
      origin: modes.originMode,
      mouse: MOUSE[modes.mouseTrackingMode],
      mouseSgr: this.#extra.mouseSgr,
      modifyOtherKeys: this.#extra.modifyOtherKeys,
      kittyKeyboard: this.#extra.kitty[alternateScreen ? 'alternate' : 'primary'].at(-1) ?? 0,
      cursorVisible: this.#extra.cursorVisible,
      alternateScreen,
    };
  }

  /** True when {@link serialize} would lose nothing that matters: no half-read sequence, no scroll region, no delayed wrap. */
  get restorable(): boolean {
    return isRestorable(this.#terminal);
  }

  serialize(): string {
    const state: EmulatorState = {
      version: 1,
      cols: this.#terminal.cols,
      rows: this.#terminal.rows,
      scrollback: this.#scrollback,
      paint: this.#serializer.serialize(),
      extra: this.#extra,
    };
    return JSON.stringify(state);
  }

  dispose(): void {
    this.#terminal.dispose();
  }
}

const MOUSE = {none: 0, x10: 9, vt200: 1000, drag: 1002, any: 1003} as const;

function parseState(text: string): EmulatorState {
  try {
    const state: unknown = JSON.parse(text);
    if (typeof state === 'object' && state !== null && 'version' in state && state.version === 1)
      return state as EmulatorState;
  } catch {
    // Reported below like any other text that is not a state.
  }
  throw new CottyError('invalid_argument', 'This is not a saved screen.', 'Replay the session log into a new screen.');
}
