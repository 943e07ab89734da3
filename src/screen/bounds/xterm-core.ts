import type {IUnicodeVersionProvider, Terminal} from '@xterm/headless';
import {CottyError} from '../../core/index.ts';
import {reach} from '../reach.ts';

/** Parameters of a control sequence as xterm.js holds them: what is written here is what later handlers read. */
export interface CsiParams {
  readonly params: Int32Array;
  readonly length: number;
}

export interface SequenceId {
  readonly prefix?: string;
  readonly intermediates?: string;
  readonly final: string;
}

/** True when the sequence is dealt with; a promise stops the parser until it resolves. Throwing would damage the parser. */
type Handled = boolean | Promise<boolean>;

/** What cotty needs of xterm.js 6.0.0 beyond its public interface. */
export interface XtermCore {
  registerCsiHandler(id: SequenceId, handler: (params: CsiParams) => Handled): unknown;
  registerEscHandler(id: SequenceId, handler: () => Handled): unknown;
  readonly _inputHandler: {
    /** Parses at once. A promise means that a handler stopped the parser: call again with the same text and its value. */
    parse(text: string, resumed?: boolean): Promise<boolean> | undefined;
  };
  /** Knows where each hyperlink (OSC 8) is. */
  readonly _oscLinkService: {registerLink: () => number; addLineToLink: () => void};
  readonly unicodeService: {readonly _providers: Readonly<Record<string, IUnicodeVersionProvider>>};
  readonly _bufferService: {
    readonly buffers: {readonly alt: XtermBuffer; readonly normal: {readonly lines: XtermLines}};
  };
}

/** The rows of a screen. A cell is opaque: it is only handed back. */
export interface XtermBuffer {
  getNullCell(): unknown;
  readonly lines: {readonly length: number; get(row: number): XtermLine | undefined};
}

/** The rows of the primary screen and above it; another object after a reset. */
export interface XtermLines {
  readonly length: number;
  get(row: number): XtermLine | undefined;
  /** Told how many rows were dropped from the top. */
  onTrim(listener: (rows: number) => void): unknown;
}

export interface XtermLine {
  /** Cells it holds, which may be more than the terminal has columns. */
  readonly length: number;
  /** From `start` to before `end`. A wide character that loses one half becomes empty. */
  replaceCells(start: number, end: number, fill: unknown): void;
  resize(cols: number, fill: unknown): unknown;
  /** Takes what the public interface gives out as a cell. */
  setCell(col: number, cell: unknown): void;
}

/** Throws `internal` when this is another xterm.js than the one that was looked into. */
export function coreOf(terminal: Terminal): XtermCore {
  const core = reach(terminal, '_core');
  if (isCore(core)) return core;
  throw new CottyError(
    'internal',
    'This xterm.js is not the version cotty was made for.',
    'Install the exact version that package.json names.',
  );
}

function isCore(core: unknown): core is XtermCore {
  return (
    typeof reach(core, 'registerCsiHandler') === 'function' &&
    typeof reach(core, 'registerEscHandler') === 'function' &&
    typeof reach(reach(core, '_inputHandler'), 'parse') === 'function' &&
    typeof reach(reach(core, '_oscLinkService'), 'registerLink') === 'function' &&
    typeof reach(reach(core, 'unicodeService'), '_providers') === 'object' &&
    typeof reach(reach(reach(reach(core, '_bufferService'), 'buffers'), 'alt'), 'getNullCell') === 'function' &&
    typeof reach(reach(reach(reach(core, '_bufferService'), 'buffers'), 'normal'), 'lines') === 'object'
  );
}
