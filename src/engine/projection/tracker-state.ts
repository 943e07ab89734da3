/**
 * A tracker as JSON and back, so that a checkpoint beside the log can hold it. It says nothing that the log does not say: no input,
 * no output, and no command whose beginning the log has dropped.
 */
import type {EventOf, EventSeq, LogCursor, TrackedMode} from '../../core/index.ts';
import type {AlternateStretch, SizeChange, UnsureStretch} from '../screen/screen-history.ts';
import {withoutConnection} from '../write/input-lease.ts';
import {CommandHistory} from './command-history.ts';
import type {CommandRecord} from './command-record.ts';
import {SessionTracker} from './session-tracker.ts';
import {type Announced, ShellStack} from './shell-stack.ts';
import {TrackedShell} from './tracked-shell.ts';
import type {TrackedFacts} from './tracker-parts.ts';

/** Count this up whenever what a field means, or what fields there are, changes: an older state is not read then. */
export const TRACKER_STATE_VERSION = 15;

/** Records and shells stand in lists; whatever refers to one gives its place there. */
export interface TrackerState {
  readonly title: string;
  readonly cols: number;
  readonly rows: number;
  readonly outputEnd: LogCursor;
  readonly lines: number;
  readonly lastExitStatus: number | null;
  readonly exit: EventOf<'exit'> | null;
  readonly wasTyped: boolean;
  readonly stopSent: boolean;
  readonly typedInto: boolean;
  readonly lineFrom: EventSeq | null;
  readonly modes: readonly (readonly [TrackedMode, number])[];
  readonly modesSetAt: readonly (readonly [TrackedMode, LogCursor])[];
  readonly sizes: readonly SizeChange[];
  readonly stretches: readonly AlternateStretch[];
  readonly unsure: readonly UnsureStretch[];
  readonly records: readonly RecordState[];
  /** How many records, from the first one on, are the command history. */
  readonly historyLength: number;
  readonly shells: readonly ShellState[];
  readonly stack: readonly number[];
  readonly announced: readonly {
    /** The number by which the shell's marks name it. */
    readonly shell: number;
    /** Places among the shells: of the announced one, and of the one outside it. */
    readonly line: number;
    readonly base: number;
    readonly carrier: number | null;
  }[];
  readonly left: readonly {readonly record: number; readonly isFar: boolean}[];
}

type RecordState = Omit<CommandRecord, 'modesBefore' | 'repaired'> & {readonly modesBefore: readonly TrackedMode[]};

type ShellState = Omit<ReturnType<typeof plainShell>, 'current' | 'ahead' | 'nestedLines' | 'unpromptedAtMs'> & {
  readonly current: number | null;
  readonly ahead: number | null;
  readonly nestedLines: readonly number[];
  readonly unpromptedAtMs: number | null;
};

/** What the tracker knows now. `oldest` is the first byte of output that the log still has. */
export function trackerState(tracker: SessionTracker, oldest: LogCursor): TrackerState {
  const {modes, modesSetAt, screen} = tracker;
  const {history, shells, left} = tracker.parts;
  const kept = history.all().filter(record => record.phase !== 'ended' || record.submittedAt >= oldest);
  const records = new Places<CommandRecord>(kept);
  const stack = [...shells.all];
  const allShells = new Places<TrackedShell>(stack);
  const announced = [...shells.announced].map(([shell, {inner, outer, carrier}]) => ({
    shell,
    line: allShells.of(inner),
    base: allShells.of(outer),
    carrier: carrier && records.of(carrier),
  }));
  const shellStates = allShells.all.map(shell => shellState(shell, records));
  return {
    ...ofTerminal(tracker),
    modes: [...modes],
    modesSetAt: [...modesSetAt],
    sizes: screen.sizes,
    stretches: screen.stretches,
    unsure: screen.unsure,
    historyLength: kept.length,
    shells: shellStates,
    stack: stack.map(shell => allShells.of(shell)),
    announced,
    left: left.map(({record, isFar}) => ({record: records.of(record), isFar})),
    records: records.all.map(recordState),
  };
}

/** A tracker that goes on from there. Throws for a state that is none. */
export function trackerFrom(facts: TrackedFacts, state: TrackerState): SessionTracker {
  const records = state.records.map(
    ({modesBefore, ...record}): CommandRecord => ({
      ...record,
      modesBefore: new Set(modesBefore),
      repaired: [],
    }),
  );
  const shells = state.shells.map(shell => shellFrom(shell, records));
  const announced = state.announced.map(({shell, line, base, carrier}): [number, Announced] => [
    shell,
    {inner: at(shells, line), outer: at(shells, base), carrier: carrier === null ? null : at(records, carrier)},
  ]);
  const [own, ...above] = state.stack.map(place => at(shells, place));
  if (!own) throw new RangeError('The state of a tracker has no shell.');
  const history = new CommandHistory();
  for (const record of records.slice(0, state.historyLength)) history.add(record);
  const left = state.left.map(({record, isFar}) => ({record: at(records, record), isFar}));
  const tracker = new SessionTracker(facts, {history, shells: new ShellStack(own, above, new Map(announced)), left});
  Object.assign(tracker, ofTerminal(state));
  for (const [mode, value] of state.modes) tracker.modes.set(mode, value);
  for (const [mode, at] of state.modesSetAt) tracker.modesSetAt.set(mode, at);
  tracker.screen.sizes.push(...state.sizes);
  tracker.screen.stretches.push(...state.stretches);
  tracker.screen.unsure.push(...state.unsure);
  return tracker;
}

function recordState({repaired: _, modesBefore, by, ...record}: CommandRecord): RecordState {
  return {...record, by: withoutConnection(by), modesBefore: [...modesBefore]};
}

type TerminalFacts = Omit<
  TrackerState,
  | 'modes'
  | 'modesSetAt'
  | 'sizes'
  | 'stretches'
  | 'unsure'
  | 'records'
  | 'historyLength'
  | 'shells'
  | 'stack'
  | 'announced'
  | 'left'
>;

/** What a tracker and its state have by the same names. */
function ofTerminal({
  title,
  cols,
  rows,
  outputEnd,
  lines,
  lastExitStatus,
  exit,
  wasTyped,
  stopSent,
  typedInto,
  lineFrom,
}: TerminalFacts): TerminalFacts {
  return {title, cols, rows, outputEnd, lines, lastExitStatus, exit, wasTyped, stopSent, typedInto, lineFrom};
}

/** The fields of a shell. */
function plainShell(shell: TrackedShell) {
  return {...shell};
}

function shellState(shell: TrackedShell, records: Places<CommandRecord>): ShellState {
  const {current, ahead, nestedLines, unpromptedAtMs, ...plain} = plainShell(shell);
  return {
    ...plain,
    current: current && records.of(current),
    ahead: ahead && records.of(ahead),
    nestedLines: nestedLines.map(record => records.of(record)),
    // JSON has no infinity.
    unpromptedAtMs: Number.isFinite(unpromptedAtMs) ? unpromptedAtMs : null,
  };
}

function shellFrom(state: ShellState, records: readonly CommandRecord[]): TrackedShell {
  const {current, ahead, nestedLines, unpromptedAtMs, ...plain} = state;
  return Object.assign(new TrackedShell(plain.nested, {...plain, shellFamily: plain.family}), plain, {
    current: current === null ? null : at(records, current),
    ahead: ahead === null ? null : at(records, ahead),
    nestedLines: nestedLines.map(place => at(records, place)),
    unpromptedAtMs: unpromptedAtMs ?? Number.NEGATIVE_INFINITY,
  });
}

function at<T>(list: readonly T[], place: number): T {
  const found = list[place];
  if (found === undefined) throw new RangeError('The state of a tracker refers to what it does not hold.');
  return found;
}

/** Things in a list, each once, by their place in it. */
class Places<T> {
  readonly all: T[];
  readonly #places: Map<T, number>;

  constructor(first: readonly T[]) {
    this.all = [...first];
    this.#places = new Map(this.all.map((thing, place) => [thing, place]));
  }

  of(thing: T): number {
    const known = this.#places.get(thing);
    if (known !== undefined) return known;
    this.#places.set(thing, this.all.length);
    return this.all.push(thing) - 1;
  }
}
