import type {IBuffer, Terminal} from '@xterm/headless';
import {CottyError} from '../core/index.ts';
import {boundWork} from './bounds/bound-work.ts';
import {ignoreUnshown} from './bounds/ignore-unshown.ts';
import {lastSwitch} from './bounds/pieces.ts';
import {keepClustersShort} from './bounds/short-clusters.ts';
import {textUnits} from './bounds/text-work.ts';
import {WorkBudget} from './bounds/work-budget.ts';
import {coreOf, type XtermCore, type XtermLines} from './bounds/xterm-core.ts';
import type {CaptureOptions, ScreenCapture, ScreenCursor, ScreenModes} from './capture.ts';
import {captureScreen} from './capture-screen.ts';
import {GRAPHEMES, withClustersApart} from './clusters-apart.ts';
import {cutAlternateRows} from './cut-rows.ts';
import {type ExtraModes, trackExtraModes} from './extra-modes.ts';
import {withoutBrokenEnd} from './fold/safe-points.ts';
import {paintRows} from './paint-rows.ts';
import type {PaintedRows} from './painted-rows.ts';
import {readGrid} from './picture/grid/read-grid.ts';
import type {ScreenGrid} from './picture/grid/screen-grid.ts';
import {drawUnderlines} from './picture/grid/underlines.ts';
import {readLines} from './read-lines.ts';
import {isRestorable} from './restorable.ts';
import {savedCursor} from './saved-cursor.ts';
import type {LinesWanted, ScreenLines} from './screen-lines.ts';
import type {FeedPlace} from './watch/beat.ts';
import type {Steps} from './watch/steps.ts';
import type {ScreenOptions} from './worker-protocol.ts';
import type {Xterm} from './xterm.ts';

/** Everything needed to build an equal emulator again. */
export interface EmulatorState extends Size {
  readonly version: 1;
  /** Control sequences that paint the screen and set the modes xterm.js knows. */
  readonly paint: string;
  readonly extra: ExtraModes;
}

type Size = Pick<ScreenOptions, 'cols' | 'rows' | 'scrollback'>;

/**
 * A live terminal emulator. It takes bytes and never produces any: query answers are dropped on the floor. When writing
 * throws, the emulator is not to be used any more.
 */
export class Emulator {
  readonly #terminal: Terminal;
  readonly #core: XtermCore;
  readonly #budget = new WorkBudget();
  readonly #serializer: {serialize(options?: {scrollback?: number}): string};
  readonly #extra: ExtraModes;
  readonly #scrollback: number;
  /** The beginning of a character whose end is not here yet. */
  #carry: Uint8Array = new Uint8Array();
  /** The rows of which it is counted how many were dropped. */
  #counted: XtermLines | undefined;

  constructor(xterm: Xterm, options: Size) {
    this.#scrollback = options.scrollback;
    this.#terminal = new xterm.Terminal({
      cols: options.cols,
      rows: options.rows,
      scrollback: options.scrollback,
      allowProposedApi: true,
      logLevel: 'off',
      // By default xterm.js cuts the line with the cursor instead, and its text is lost.
      reflowCursorLine: true,
    });
    const serializer = new xterm.SerializeAddon();
    this.#terminal.loadAddon(serializer);
    this.#serializer = serializer;
    this.#terminal.loadAddon(new xterm.UnicodeGraphemesAddon());
    this.#terminal.unicode.activeVersion = GRAPHEMES;
    this.#extra = trackExtraModes(this.#terminal);
    this.#core = coreOf(this.#terminal);
    keepClustersShort(this.#terminal, this.#core);
    ignoreUnshown(this.#terminal, this.#core);
    // The last to listen is the first to hear.
    boundWork(this.#terminal, this.#core, this.#budget);
  }

  /** Builds the emulator that {@link state} described. */
  static async restore(xterm: Xterm, state: EmulatorState, steps: Steps): Promise<Emulator> {
    const emulator = new Emulator(xterm, state);
    await emulator.#parse(state.paint, steps);
    Object.assign(emulator.#extra, structuredClone(state.extra));
    return emulator;
  }

  /**
   * Draws bytes. Decoded here: xterm.js 6.0.0 loses characters split after a byte 0x80, such as half of U+200D, and drops
   * invalid bytes without a trace. False when the work is limited and was too much: then a part of it is left undone.
   */
  async write(
    bytes: Uint8Array,
    steps: Steps,
    {place, isLimited}: {place: FeedPlace; isLimited: boolean},
  ): Promise<boolean> {
    const all = this.#carry.length > 0 ? Buffer.concat([this.#carry, bytes]) : bytes;
    const whole = withoutBrokenEnd(all);
    this.#carry = all.slice(whole.length);
    this.#budget.begin(bytes.length, isLimited);
    await this.#parse(decoder.decode(whole), steps, place);
    this.#budget.charge(textUnits(this.#terminal, this.#core, bytes));
    return !this.#budget.isSpent;
  }

  /** Takes note of output that is not drawn, and makes ready for what comes after it. */
  async passOver(bytes: Uint8Array, steps: Steps): Promise<void> {
    this.#carry = new Uint8Array();
    this.#budget.begin(bytes.length, false);
    this.noteSkipped(bytes.length);
    await this.#parse(AFRESH, steps);
    const before = this.#isAlternate;
    const alternate = lastSwitch(bytes);
    if (alternate) await this.#parse(alternate === 'on' ? ALTERNATE_ON : ALTERNATE_OFF, steps);
    if (this.#isAlternate !== before) this.noteSkipped(bytes.length);
  }

  /** What comes now is drawn even if what was before it cost too much. */
  forgive(): void {
    this.#budget.forgive();
  }

  /** So many bytes of what is shown now were left out. */
  noteSkipped(bytes: number): void {
    this.#extra.skipped[this.#isAlternate ? 'alternate' : 'primary'] += bytes;
  }

  async #parse(text: string, steps: Steps, place?: FeedPlace): Promise<void> {
    this.#countDropped();
    const parser = this.#core._inputHandler;
    let stopped = steps.do(() => parser.parse(text), place);
    while (stopped) {
      await steps.rest();
      const value = await stopped;
      stopped = steps.do(() => parser.parse(text, value), place);
    }
    if (steps.isRestDue) await steps.rest();
  }

  resize(cols: number, rows: number): void {
    this.#countDropped();
    this.#terminal.resize(cols, rows);
    cutAlternateRows(this.#core, this.#terminal.cols);
  }

  capture(options: CaptureOptions): ScreenCapture {
    const {title, skipped} = this.#extra;
    const shown = this.#isAlternate ? skipped.alternate : skipped.primary;
    const above = this.#isAlternate ? 0 : skipped.scrollback;
    return captureScreen(this.#terminal, {title, cursor: this.cursor(), skipped: {shown, above}}, options);
  }

  cursor(): ScreenCursor {
    const {cursorX, cursorY} = this.#terminal.buffer.active;
    return {row: cursorY, col: Math.min(cursorX, this.#terminal.cols - 1), visible: this.#extra.cursorVisible};
  }

  modes(): ScreenModes {
    const modes = this.#terminal.modes;
    const alternateScreen = this.#isAlternate;
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

  /** A reset makes other rows of them; those of before are dropped with it. */
  #countDropped(): void {
    const {lines} = this.#core._bufferService.buffers.normal;
    if (lines === this.#counted) return;
    if (this.#counted) this.#extra.dropped += this.#counted.length;
    this.#counted = lines;
    lines.onTrim(rows => {
      this.#extra.dropped += rows;
    });
  }

  get #isAlternate(): boolean {
    return this.#terminal.buffer.active.type === 'alternate';
  }

  get cells(): number {
    return this.#terminal.cols * this.#terminal.rows;
  }

  /** True when {@link state} would lose nothing that matters: no half-read sequence, no scroll region, no delayed wrap. */
  get restorable(): boolean {
    return this.#carry.length === 0 && isRestorable(this.#terminal);
  }

  state(): EmulatorState {
    return {
      version: 1,
      cols: this.#terminal.cols,
      rows: this.#terminal.rows,
      scrollback: this.#scrollback,
      paint: this.#paint(this.#scrollback),
      extra: this.#extra,
    };
  }

  /** Control sequences that make a fresh terminal of this size look and behave like this one. */
  redraw(scrollback: number): string {
    const {cursorVisible, mouseSgr} = this.#extra;
    return `${this.#paint(scrollback)}${mouseSgr ? '\x1b[?1006h' : ''}${cursorVisible ? '' : '\x1b[?25l'}`;
  }

  /** Rows by numbers that stay what they are while output scrolls. */
  lines(wanted: LinesWanted): ScreenLines {
    return readLines(this.#terminal, {cursor: this.cursor(), dropped: this.#extra.dropped}, wanted);
  }

  /** The viewport row by row, for a terminal of another size. */
  paint(size: {readonly cols: number; readonly rows: number}): PaintedRows {
    return paintRows(this.#terminal, this.cursor(), size);
  }

  /** The viewport cell by cell. */
  grid(): ScreenGrid {
    return readGrid(this.#terminal, {title: this.#extra.title, cursor: this.cursor()});
  }

  /** The addon moves the cursor by steps, which goes wrong from the last column: so it is placed once more. */
  #paint(scrollback: number): string {
    const {row, col} = this.cursor();
    const place = this.#terminal.modes.originMode
      ? ''
      : `${savedCursor(this.#terminal) ?? ''}\x1b[${row + 1};${col + 1}H`;
    const cells = (): string => this.#serializer.serialize({scrollback}) + drawUnderlines(this.#terminal);
    return withClustersApart(this.#terminal, this.#core, cells) + place;
  }

  /** True when both show the same in both buffers and behave the same, as far as can be seen. */
  equals(other: Emulator): boolean {
    return this.#fingerprint() === other.#fingerprint();
  }

  #fingerprint(): string {
    const {normal, alternate} = this.#terminal.buffer;
    const rows = [normal, alternate].map(buffer =>
      Array.from({length: buffer.length}, (_, row) => rowFingerprint(buffer, row)),
    );
    const {styles, styleOf} = this.grid();
    return JSON.stringify([rows, this.modes(), this.cursor(), this.capture({styles: true}), styles, styleOf.join()]);
  }

  dispose(): void {
    this.#terminal.dispose();
  }
}

/** Ends a sequence that is not whole; plain style and characters are the likeliest from here on. */
const AFRESH = '\x18\x1b[m\x0f';
const ALTERNATE_ON = '\x1b[?1049h';
const ALTERNATE_OFF = '\x1b[?1049l';

function rowFingerprint(buffer: IBuffer, row: number): unknown {
  const line = buffer.getLine(row);
  return [line?.isWrapped, line?.translateToString(true)];
}

const decoder = new TextDecoder();

const MOUSE = {none: 0, x10: 9, vt200: 1000, drag: 1002, any: 1003} as const;

/** Reads what was made of a state by `JSON.stringify`. Throws `invalid_argument` for anything else. */
export function parseState(text: string): EmulatorState {
  try {
    const state: unknown = JSON.parse(text);
    if (typeof state === 'object' && state !== null && 'version' in state && state.version === 1)
      return state as EmulatorState;
  } catch {
    // Reported below like any other text that is not a state.
  }
  throw new CottyError('invalid_argument', 'This is not a saved screen.', 'Replay the session log into a new screen.');
}
