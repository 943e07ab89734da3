import type {EventOf, LogCursor} from '../../core/index.ts';
import {actorName} from '../write/input-lease.ts';
import {type CommandRecord, isUntaken} from './command-record.ts';
import {exitCodeOf} from './exit-code.ts';
import {type RecordFlags, submittedRecord, typedRecord} from './new-command-record.ts';
import type {OpenCommands} from './open-commands.ts';
import {heardOutside} from './outside-evidence.ts';
import type {ShellStack} from './shell-stack.ts';
import type {TerminalState} from './terminal-state.ts';
import type {TrackedShell} from './tracked-shell.ts';

/** What the parts of a tracker know together. */
export interface TrackedSession {
  readonly terminal: TerminalState;
  readonly shells: ShellStack;
  readonly commands: OpenCommands;
}

/** Commands from their submission to their end, as far as anything but a shell's marks tells; for those see `shell-marks.ts`. */
export class CommandLifecycle {
  readonly #terminal: TerminalState;
  readonly #shells: ShellStack;
  readonly #commands: OpenCommands;

  constructor({terminal, shells, commands}: TrackedSession) {
    this.#terminal = terminal;
    this.#shells = shells;
    this.#commands = commands;
  }

  /** cotty handed a line over. */
  submitted(event: EventOf<'command'>): void {
    const shell = this.#shells.top;
    const outer = shell.current;
    const lines = event.lines ?? this.#terminal.lines;
    const atPrompt = outer === null && shell.phase === 'prompt';
    // What a job of the shell's own prints, or the shell says of it, is over with the job.
    // A shell without marks answers a ^C by a new line.
    const isAnswer = shell.integration === 'none' && shell.interruptedAtLines !== null;
    const isUnprompted = atPrompt && !shell.lineDirty && !isAnswer && lines > shell.promptLines;
    if (isUnprompted && shell.jobs === 0) shell.unpromptedAtMs = event.atMs;
    const nested = outer !== null || (shell.integration === 'none' && !shell.isMonitored);
    const record = submittedRecord(event, {lines, nested, ...surroundings(shell, this.#terminal, event.atMs)});
    // Before a line for a POSIX shell without hooks goes what erases another.
    const isErased = shell.isUnhooked && shell.family === 'posix';
    record.undisturbed = outer ? !shell.typedInto : shell.isEmpty && !shell.lineTaken && !isErased;
    if (event.beside) record.mixedOutput = true;
    // What is left of hooks may print errors; POSIX shells have none.
    if (shell.isUnhooked && shell.family !== 'posix') record.mixedOutput = true;
    this.#commands.add(record);
    shell.restoreDue = false;
    if (event.reader) shell.givenTo(event.reader);
    if (outer) {
      const open = shell.nestedLines.filter(line => line.phase !== 'ended');
      shell.nestedLines = [...open, record];
      return;
    }
    shell.nestedLines = [];
    shell.current = record;
    shell.hasReadAll();
    shell.hasAside = atPrompt && !nested && shell.lineDirty;
    shell.lineDirty = true;
    shell.lineTaken = false;
    if (record.nested) shell.phase = 'running';
  }

  /** The line editor lets go of its line: it switches bracketed paste off. */
  accepted({offset}: EventOf<'mode'>): void {
    const shell = this.#shells.top;
    const {current, nestedLines} = shell;
    if (!current) shell.letGoAt = offset;
    if (current?.phase === 'submitted' && !current.nested) this.#letGo(current, offset);
    // A line without marks stays submitted: what it runs may have a line editor too.
    const unmarked = current?.nested ? current : nestedLines.at(-1);
    if (unmarked?.phase === 'submitted') unmarked.acceptedAt ??= offset;
  }

  /** A line behind it, which is no part of it, is thrown away by bash's parser. */
  #letGo(current: CommandRecord, offset: LogCursor): void {
    if (current.readsAgainAt !== undefined && !current.goesOn) return;
    current.acceptedAt = offset;
    current.readsAgainAt = undefined;
  }

  /** The line editor reads: it switches bracketed paste on. */
  readsAgain({offset}: EventOf<'mode'>): void {
    const {current} = this.#shells.top;
    if (current?.named && (current.phase !== 'submitted' || current.acceptedAt !== null)) current.readsAgainAt = offset;
  }

  /** Somebody typed while a command ran, or at the prompt. */
  typed(event: EventOf<'input'>): void {
    const shell = this.#shells.top;
    const {current} = shell;
    if (event.by.type === 'cotty') shell.restoreDue = false;
    else if (current) {
      if (current.phase === 'submitted' && event.kind !== 'command') current.undisturbed = false;
      const nested = shell.nestedLines.at(-1);
      if (nested?.phase === 'submitted' && nested.acceptedAt === null && event.kind !== 'command')
        nested.undisturbed = false;
      for (const record of [current, nested])
        if (record && record.phase !== 'ended' && isAnothers(event, record)) record.mixedOutput = true;
    }
    const line = shell.beginsUnsaid(event);
    shell.typed(event, this.#terminal);
    if (line === undefined) return;
    // By the end mark of a POSIX shell alone nobody would know what has the terminal until then.
    const {lines} = this.#terminal;
    const flags = {lines, nested: false, ...surroundings(shell, this.#terminal, event.atMs)};
    shell.current = typedRecord({...event, commandLine: line}, shell.typedBy, flags);
    this.#commands.add(shell.current);
  }

  /** Weaker evidence than a mark: a command is over (the foreground group is the shell, and it reads), or a prompt has no marks. */
  concluded(event: EventOf<'verdict'>): void {
    const record = event.commandId === null ? undefined : this.#commands.get(event.commandId);
    this.#shells.top.promptLines = event.lines;
    if (!record) {
      if (this.#shells.top.phase === 'preparing') gradeDown(this.#shells.top);
      return;
    }
    if (record.phase === 'ended') return;
    this.#commands.leave(this.#shells.leaveCarried(record));
    const shell = this.#shells.top;
    const isOwn = shell.integration !== 'none' && !record.nested;
    if (isOwn && (event.unhooked || !(event.neverRan || event.told))) shell.integration = 'none';
    if (event.unhooked) {
      shell.isUnhooked = true;
      // Where its prompt begins nobody has said.
      record.mixedOutput = true;
    }
    const isSure = record.undisturbed && !record.wasUnheard && !event.told;
    const hasFailed = !event.unhooked && event.neverRan && record.named && isSure;
    if (hasFailed && !event.refused) shell.passedOverKey();
    record.mayHaveRun = event.neverRan && (event.unhooked === true || event.unheard === true);
    // Our marks tell of everything that runs: the shell has not taken this line.
    record.lost = event.neverRan && !record.interruptSent && record.commandLine?.trim() !== '';
    const {outputEnd, lines, via, endedAtMs: atMs} = event;
    for (const over of [record, ...shell.earlierTo(record)])
      this.#commands.end(over, over.outside ?? {outputEnd, lines, exitStatus: null, via, atMs});
    if (shell.current !== null || (shell.integration !== 'none' && !event.neverRan && !event.told)) return;
    shell.phase = 'prompt';
    // What does not know the key may have taken it for text.
    shell.lineDirty = hasFailed || event.unheard === true;
  }

  /** A channel beside the terminal, or the terminal's own monitor, said something of a command. */
  heardOutside(event: EventOf<'signal'> | EventOf<'prompt'>): void {
    const shell = this.#shells.top;
    const flags = {lines: event.lines, nested: false, ...surroundings(shell, this.#terminal, event.atMs)};
    const isOver = heardOutside(event, {shell, commands: this.#commands, flags});
    if (isOver) this.#terminal.lastExitStatus = exitCodeOf(event.exitStatus);
  }

  /**
   * Nobody has heard the shell for a time: its marks may have said anything. One that can be asked whether its command runs is asked once it
   * reads; of others weaker evidence counts until the next mark.
   */
  wasUnheard(): void {
    const shell = this.#shells.top;
    if (shell.integration !== 'full') return;
    shell.isUnheard = true;
    if (shell.phase === 'running' && shell.tellsLine) {
      // The next line of a block may run.
      if (shell.current?.phase === 'betweenLines') shell.current.phase = 'running';
      return;
    }
    shell.integration = 'none';
    if (shell.phase === 'prompt' || shell.phase === 'continuation') shell.phase = 'preparing';
  }

  /** A shell that {@link wasUnheard} was asked where it stands. `line` is what stands on its line; null where it has not said so. */
  answered(line: string | null): void {
    const shell = this.#shells.top;
    if (!shell.isUnheard) return;
    shell.isUnheard = false;
    if (line === null || (shell.phase !== 'preparing' && shell.phase !== 'prompt')) return;
    shell.integration = 'full';
    shell.phase = 'prompt';
    shell.lineDirty = line !== '';
    shell.mayBeFilled = true;
  }

  /** The session's own shell has ended, and with it whatever it ran. */
  exited(event: EventOf<'exit'>): void {
    const {offset: outputEnd, exitStatus, atMs} = event;
    const shell = this.#shells.top;
    shell.phase = 'exited';
    this.#terminal.exit = event;
    this.#terminal.lastExitStatus = exitStatus;
    for (const record of this.#commands.running()) {
      record.shellExited = true;
      record.lost = shell.nested === null && shell.current === record && wasNeverBegun(record);
      const status = record.lost ? null : exitStatus;
      this.#commands.end(record, {outputEnd, lines: this.#terminal.lines, exitStatus: status, via: 'exit', atMs});
    }
  }

  /** The terminal is gone without an exit event. */
  lost(atMs: number): void {
    this.#shells.top.phase = 'exited';
    this.#loseRunning(atMs);
  }

  /** The log has lost how it came about, but the session's own shell, which has the terminal, runs nothing now. */
  foundIdle(atMs: number, {readsLine}: {readonly readsLine: boolean}): void {
    const shell = this.#shells.top;
    if (shell.integration !== 'full' || shell.phase === 'exited') return;
    this.#loseRunning(atMs);
    shell.phase = readsLine ? 'prompt' : 'preparing';
    shell.mayBeFilled = true;
  }

  #loseRunning(atMs: number): void {
    const {outputEnd, lines} = this.#terminal;
    for (const record of this.#commands.running()) {
      record.lost = true;
      this.#commands.end(record, {outputEnd, lines, exitStatus: null, via: null, atMs});
    }
  }
}

/** Its shell says of each line that it begins, and of this one has said nothing. What was printed when a signal was typed may be lost. */
function wasNeverBegun(record: CommandRecord): boolean {
  const {nested, saysStarts, signalSent, wasUnheard} = record;
  return isUntaken(record) && !nested && saysStarts === true && !signalSent && !wasUnheard;
}

/** What a command finds when it begins. */
export function surroundings(
  shell: TrackedShell,
  {id, modes}: TerminalState,
  atMs: number,
): Omit<RecordFlags, 'lines' | 'nested'> {
  return {
    terminalId: id,
    saysStarts: shell.integration === 'full',
    mixedOutput: shell.isMixed(atMs),
    modesBefore: new Set(modes.keys()),
    promptsBefore: shell.promptsBehind,
    mayBeAnothers: shell.typists === 'several',
  };
}

/** Our marks are gone (`exec bash`, an rc file that execs another shell): go on with weaker evidence. */
function gradeDown(shell: TrackedShell): void {
  shell.integration = 'none';
  shell.phase = 'prompt';
  shell.lineDirty = false;
}

function isAnothers({by, elsewhere}: EventOf<'input'>, record: CommandRecord): boolean {
  return elsewhere === true || record.mayBeAnothers === true || actorName(by) !== actorName(record.by);
}
