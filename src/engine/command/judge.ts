/** What one look at a terminal means for a command, were it confirmed by another. Pure: everything it knows is in its argument. */
import type {IntegrationLevel, LineReader, TtyProbe} from '../../core/index.ts';
import {isOpenLine, isWholeLine} from '../../guard/index.ts';
import type {ForegroundClaim} from '../foreground/classify.ts';
import {editsCommandsAlone, isInterpreter, isShellName, worksWhileReading} from '../foreground/program-names.ts';
import {asks, goesOnIn, isParticular, isSamePrompt} from '../foreground/prompt-text.ts';
import {readCallOf, readsAgain} from '../foreground/reads-again.ts';
import {readsCommands} from '../foreground/takes-commands.ts';
import {type CommandRecord, isUntaken} from '../projection/command-record.ts';
import type {PromptPhase} from '../projection/tracked-shell.ts';
import type {Verdict} from './verdict.ts';

export interface LookFacts {
  readonly claim: ForegroundClaim;
  readonly probe: Pick<TtyProbe, 'mode' | 'shell' | 'foreground' | 'unreadBytes'>;
  /** The shell that was given the command waits for input itself. */
  readonly isShellReading: boolean;
  /** It has no line editor, and what it waits for is a command, or the rest of one. */
  readonly readsByPromptCall: boolean;
  readonly record: Pick<
    CommandRecord,
    | 'phase'
    | 'nested'
    | 'named'
    | 'goesOn'
    | 'reader'
    | 'commandLine'
    | 'acceptedAt'
    | 'interruptSent'
    | 'sourced'
    | 'wasUnheard'
  >;
  /** It is what the shell runs; else it was typed into that. */
  readonly isCurrent: boolean;
  /** It runs a nested shell that has marks, and the terminal. */
  readonly carriesShell: boolean;
  readonly phase: PromptPhase;
  /** A typed line runs before the command, which the shell has not taken yet. */
  readonly runsTypedLine: boolean;
  readonly integration: IntegrationLevel;
  /** The terminal's own monitor tells of the shell's prompts and commands. */
  readonly isMonitored: boolean;
  /** A nested shell with marks has the terminal. */
  readonly inNestedShell: boolean;
  /** Of the session's own shell. */
  readonly ownIntegration: IntegrationLevel;
  readonly bracketedPaste: boolean;
  /** Text before the cursor that the command has left there, blanks at its end removed. */
  readonly tail: string;
  /** A line feed was printed since the line was given away: its Enter has arrived. */
  readonly isTaken: boolean;
  /** Prompts that stood when lines were given to the same reader. */
  readonly seenPrompts: readonly string[];
  /** What took the line waits where it does at its prompt (`PromptWaits`); undefined where nobody can tell. */
  readonly waitsAtPrompt?: boolean | undefined;
  /** Somebody has typed a line since. */
  readonly isTypedInto: boolean;
  readonly quietForMs: number;
  /** The shell was asked by our key while it read at what looks like a prompt, and has said nothing: its hooks are gone. */
  readonly isUnhooked: boolean;
  /** The same, wherever it reads: at a prompt that looks like none, or for the command. */
  readonly isSilent: boolean;
  /** Somebody is there to answer: a program that reads counts as asking, also when no question stands on the screen. */
  readonly countsBareReads: boolean;
  readonly sinceSubmitMs: number;
}

/** On the far side of `ssh` and the like nothing can be looked at: text without a line feed is a question after this time. */
const FAR_QUESTION_MS = 1000;
/**
 * Where the system does not tell whether input is unread (macOS): a shell that reads this long after the submit and has said nothing
 * has not taken the line; sooner it may not have woken up yet.
 */
const NEVER_RAN_MS = 300;

/** News of a prompt monitor may be so late; after this a shell that reads has taken the line for nothing. */
const MONITOR_MS = 2000;

/** Null while nothing can be said. */
export function judge(facts: LookFacts): Verdict | null {
  const {claim, tail, record} = facts;
  if (facts.carriesShell) return atNestedPrompt(facts);
  const mayRun = claim.type !== 'shellReads' && (record.wasUnheard || runsUnsaid(facts));
  if (facts.isCurrent && isUntaken(record) && !mayRun) return untaken(facts);
  if (claim.type === 'secret') return {type: 'secret', tail};
  if (claim.type === 'tui')
    return {type: 'tui', program: claim.program, ...(facts.probe.mode === null ? {unseen: true} : {})};
  if (claim.type === 'busy') return null;
  if (claim.type === 'unknown') return unseen(claim.program, facts);
  if (record.reader) return ofReader(record.reader, claim, facts);
  switch (claim.type) {
    case 'awaiting':
      if (claim.carried) return farSide(claim.program, facts);
      return {
        type: 'awaiting',
        kind: claim.kind,
        program: claim.program,
        tail,
        ...(isSilent(facts) && {unsure: true}),
      };
    case 'blockedOnRead':
      return facts.countsBareReads ? {type: 'awaiting', kind: 'prompt', program: claim.program, tail: ''} : null;
    case 'shellReads':
      return shellReads(claim, facts);
    default:
      return claim satisfies never;
  }
}

/**
 * The shell was told what it is given, and has not said that it begins. Whatever else has the terminal was typed by somebody before.
 * Once the shell itself waits for input and there is none that it has not read, the line has reached it and was not taken.
 */
function untaken(facts: LookFacts): Verdict | null {
  const {claim, record, phase, runsTypedLine, probe, tail, sinceSubmitMs} = facts;
  if (claim.type === 'shellReads' && facts.inNestedShell && !claim.nested) return shellReads(claim, facts);
  if (runsTypedLine || claim.type === 'busy' || claim.type === 'secret' || claim.type === 'tui') return null;
  const program = claim.type === 'shellReads' ? (probe.shell?.name ?? 'shell') : claim.program;
  if (phase === 'continuation' && record.goesOn) return {type: 'awaiting', kind: 'continuation', program, tail};
  return facts.isShellReading && hasReadAll(probe, sinceSubmitMs) ? {type: 'ended'} : null;
}

/**
 * The line editor has let go of the line and is not back: it runs, though no mark has said so. Of a bash whose prompts and hooks were all
 * unset the key says where it stands and takes the line, and no PS0 says that this begins.
 */
function runsUnsaid({record, runsTypedLine, bracketedPaste, phase}: LookFacts): boolean {
  return record.acceptedAt !== null && !runsTypedLine && !bracketedPaste && phase !== 'continuation';
}

/**
 * Nobody can look at the terminal. What its shell says by marks holds all the same; of a line that was given without marks only the
 * whole prompt tells, as it stood when the line was typed; and any other text without a line feed may be a question.
 */
function unseen(program: string | null, facts: LookFacts): Verdict | null {
  const {record, phase, tail, quietForMs, probe, bracketedPaste, seenPrompts} = facts;
  if (phase === 'continuation') return {type: 'awaiting', kind: 'continuation', program, tail};
  const {reader} = record;
  if (reader && !facts.isTaken) return null;
  if (reader) {
    const now = {pid: null, canonical: false, bracketedPaste, unreadBytes: probe.unreadBytes, prompt: tail};
    const again = readsAgain({...reader, pid: null, carried: true}, now, seenPrompts);
    if (again === 'again' && mayGoOn(facts, reader))
      return {type: 'awaiting', kind: 'continuation', program: reader.program, tail, unsure: true, unseen: true};
    if (again === 'again')
      return {type: 'awaiting', kind: 'repl', program: reader.program, tail, over: true, unseen: true};
  }
  if (tail === '' || quietForMs < FAR_QUESTION_MS) return null;
  return {type: 'awaiting', kind: 'prompt', program: reader?.program ?? program, tail, unsure: true, unseen: true};
}

function hasReadAll({unreadBytes}: LookFacts['probe'], sinceSubmitMs: number): boolean {
  return unreadBytes === null ? sinceSubmitMs >= NEVER_RAN_MS : unreadBytes === 0;
}

/** The command runs a shell that has marks of its own: these say whether it waits for a line. */
function atNestedPrompt({phase, record, tail}: LookFacts): Verdict | null {
  if (phase !== 'prompt' && phase !== 'continuation') return null;
  const program = record.commandLine?.trim().split(/\s/)[0] ?? 'shell';
  return {type: 'awaiting', kind: phase === 'prompt' ? 'shell' : 'continuation', program, tail};
}

/** The shell that took the line has given its process to an interpreter (`exec node`): the line runs, and the interpreter waits for its first statement. */
function hasBecome(reader: LineReader, claim: Extract<ForegroundClaim, {type: 'awaiting'}>): boolean {
  if (reader.carried || claim.pid !== reader.pid) return false;
  return isShellName(reader.program) && isInterpreter(claim.program);
}

/** A line that was given to something without marks is over when the same reads again as it did then, and never because anything asks. */
function ofReader(
  reader: LineReader,
  claim: Extract<ForegroundClaim, {type: 'awaiting' | 'blockedOnRead' | 'shellReads'}>,
  facts: LookFacts,
): Verdict | null {
  const {probe, bracketedPaste, tail, seenPrompts, waitsAtPrompt} = facts;
  const prompts = [reader.prompt, ...seenPrompts];
  if (!isTaken(facts) && (isShellName(reader.program) || !goesOnIn(reader.program, tail, prompts))) return null;
  if (claim.type === 'awaiting' && hasBecome(reader, claim))
    return {type: 'awaiting', kind: claim.kind, program: claim.program, tail};
  const canonical = probe.mode?.canonical ?? false;
  const readCall = readCallOf(probe, claim.pid);
  const {unreadBytes} = probe;
  const editsCommand = isAtOwnEditor(facts);
  const now = {
    pid: claim.pid,
    canonical,
    bracketedPaste,
    unreadBytes,
    prompt: tail,
    readCall,
    editsCommand,
    waitsAtPrompt,
  };
  const {program} = reader;
  const again = readsAgain(reader, now, seenPrompts, () => isOver(facts.record, program));
  const certain = isParticular(tail) && (again === 'goesOn' || isSamePrompt(tail, reader.prompt, seenPrompts));
  if (again === 'goesOn')
    return {
      type: 'awaiting',
      kind: isShellName(program) ? 'continuation' : 'repl',
      program,
      tail,
      ...(certain && {certain}),
    };
  if (again === 'again' && mayGoOn(facts, reader))
    return {type: 'awaiting', kind: 'continuation', program, tail, unsure: true};
  if (again === 'again') {
    if (claim.type === 'shellReads') return {type: 'ended'};
    const kind = claim.type === 'awaiting' && claim.kind !== 'prompt' ? claim.kind : 'repl';
    return {type: 'awaiting', kind, program, tail, over: true, ...(certain && {certain})};
  }
  if (reader.carried) {
    if (again === 'no' || facts.quietForMs < FAR_QUESTION_MS) return null;
    return {type: 'awaiting', kind: 'prompt', program, tail, unsure: true};
  }
  // A shell reads a command, or the rest of one, and nothing else: it shows nothing else where it goes on, or nothing at all.
  const isSameCall = editsCommand || (readCall !== undefined && readCall === reader.readCall);
  if (again === 'unsure' && isShellName(program) && isSameCall)
    return {type: 'awaiting', kind: 'continuation', program, tail, unsure: true};
  // The session's own shell has the terminal again: what took the line has left.
  const isOwnRead = claim.pid === reader.pid;
  if (claim.type === 'shellReads' && !isOwnRead && facts.ownIntegration === 'none') return {type: 'ended'};
  if (claim.type === 'awaiting' && isSilent(facts)) {
    if (worksWhileReading(claim.program) && !facts.countsBareReads) return null;
    return facts.quietForMs < FAR_QUESTION_MS
      ? null
      : {type: 'awaiting', kind: 'prompt', program: claim.program, tail, unsure: true};
  }
  // The shell that took the line reads, and not at its prompt: by a `read` of its own.
  if (claim.type === 'awaiting')
    return {type: 'awaiting', kind: isOwnRead ? 'prompt' : claim.kind, program: claim.program, tail};
  return again === 'unsure' ? {type: 'awaiting', kind: 'prompt', program, tail, unsure: true} : null;
}

/** The shell that took the line is at its line editor, which it has for nothing but command lines. */
function isAtOwnEditor({claim, probe: {mode}, record: {reader}}: LookFacts): boolean {
  const isSame = reader != null && 'pid' in claim && claim.pid === reader.pid && !reader.carried && !reader.canonical;
  return isSame && mode?.canonical === false && !mode.echo && editsCommandsAlone(reader.program);
}

/** Where the tty echoes no Enter, whoever has read all that was typed has read it; the line may have switched the echo on again. */
function isTaken(facts: LookFacts): boolean {
  const {
    isTaken,
    probe: {mode, unreadBytes},
    record: {reader},
    tail,
  } = facts;
  if (isTaken || unreadBytes !== 0) return isTaken;
  if (isAtOwnEditor(facts)) return true;
  if (reader && !reader.canonical) return hasReadSilently(facts, reader);
  if (!reader) return false;
  return (mode?.canonical === true && !mode.echo) || (tail !== '' && tail === reader.prompt);
}

/**
 * With the echo switched off before it began, a REPL's line editor shows nothing of a line, nor of its end: it has read all, and waits elsewhere than
 * at its prompt, or something else than the line stands there now.
 */
function hasReadSilently({claim, record: {commandLine}, tail, waitsAtPrompt}: LookFacts, reader: LineReader): boolean {
  if (reader.carried || !('pid' in claim) || claim.pid !== reader.pid || !isInterpreter(reader.program)) return false;
  if (waitsAtPrompt === false) return true;
  const line = commandLine?.trim().split('\n', 1)[0] ?? '';
  return tail !== '' && line !== '' && !line.startsWith(tail) && !tail.includes(line);
}

/**
 * What holds the tty has the kernel collect no line, shows nothing of what it wants, and polls for it or is known to read all the time: an event loop does
 * so for a key, and just as well while it waits for something else.
 */
function isSilent({claim, probe, tail}: LookFacts): boolean {
  if (claim.type !== 'awaiting' || claim.kind === 'shell' || tail !== '' || probe.mode?.canonical !== false)
    return false;
  if (worksWhileReading(claim.program)) return true;
  return probe.foreground?.some(process => process.blockedOn === 'tty_read') === false;
}

/** The shell asks for no more of the line that it was given: it was begun, or is a whole one, or was thrown away. */
export function isOver(
  record: Pick<CommandRecord, 'phase' | 'interruptSent' | 'commandLine' | 'sourced'>,
  program: string,
): boolean {
  // What is read from a file ends with that.
  if (record.phase === 'running' || record.interruptSent || record.sourced) return true;
  return record.commandLine !== null && isWholeLine(record.commandLine, program);
}

/**
 * A shell without marks reads behind what looks like its prompt, and its line is none that could be over: the prompt for the rest of a line
 * may look just so. What shell a far side has is not known.
 */
export function mayGoOn(
  {
    record,
    isTypedInto,
  }: {readonly record: Pick<CommandRecord, 'commandLine' | 'interruptSent'>; readonly isTypedInto: boolean},
  {program, carried}: Pick<LineReader, 'program' | 'carried'>,
): boolean {
  if (isTypedInto || record.interruptSent || record.commandLine === null) return false;
  return isOpenLine(record.commandLine, carried ? 'sh' : program);
}

/** A shell that says marks reads: what that means depends on what they have said so far. */
function shellReads(
  {replaced, nested}: Extract<ForegroundClaim, {type: 'shellReads'}>,
  facts: LookFacts,
): Verdict | null {
  const {record, phase, integration, tail, probe} = facts;
  // The session's own has the terminal again, and has no marks to say so; else they are on their way.
  if (facts.inNestedShell && !nested) return facts.ownIntegration === 'none' ? {type: 'ended'} : null;
  const shell = probe.shell?.name;
  if (replaced && !readsCommands(shell ?? '', facts))
    return {type: 'awaiting', kind: 'prompt', program: shell ?? 'shell', tail};
  if (phase === 'continuation') return {type: 'awaiting', kind: 'continuation', program: shell ?? 'shell', tail};
  if (facts.isMonitored && integration === 'none' && facts.isCurrent && !replaced) return atMonitored(facts);
  if (integration === 'none' || record.nested || replaced) return {type: 'ended'};
  // It waits for a command, and what should have said so is gone; or for the rest of one, which a zsh without its line editor says by no mark.
  if (facts.readsByPromptCall && hasReadAll(probe, facts.sinceSubmitMs))
    return isOver(record, shell ?? 'sh')
      ? {type: 'ended', unhooked: true}
      : {
          type: 'awaiting',
          kind: 'continuation',
          program: shell ?? 'sh',
          tail,
          ...(integration === 'graded' && {unsure: true}),
        };
  if (integration === 'graded') {
    if (tail === '') return null;
    const program = shell ?? 'sh';
    return {
      type: 'awaiting',
      kind: mayGoOn(facts, {program, carried: false}) ? 'continuation' : 'prompt',
      program,
      tail,
    };
  }
  if (record.phase === 'submitted') return hasReadAll(probe, facts.sinceSubmitMs) ? {type: 'ended'} : null;
  if (facts.isUnhooked) return {type: 'ended', unhooked: true};
  const doubt = facts.isSilent ? ({unsure: true, mayBePrompt: true} as const) : {};
  return {type: 'awaiting', kind: 'prompt', program: shell ?? 'shell', tail, ...doubt};
}

/** A shell reads that is watched: who watches it will say what became of its line, unless the line was none. */
function atMonitored({record, probe, tail, sinceSubmitMs}: LookFacts): Verdict | null {
  if (record.phase === 'submitted') return sinceSubmitMs >= MONITOR_MS ? {type: 'ended'} : null;
  return tail === '' ? null : {type: 'awaiting', kind: 'prompt', program: probe.shell?.name ?? 'shell', tail};
}

/**
 * Only what is printed tells of the far side of `ssh` and the like, and of the command that went there nothing is asked but where
 * it stands: text without a line feed is a prompt, or a question.
 */
function farSide(program: string, {phase, inNestedShell, tail, quietForMs}: LookFacts): Verdict | null {
  if (!inNestedShell)
    return tail === '' ? null : {type: 'awaiting', kind: asks(tail) ? 'prompt' : 'shell', program, tail};
  // Its shell says marks: while it says none, no text is a prompt of it.
  if (phase === 'continuation') return {type: 'awaiting', kind: 'continuation', program, tail};
  if (tail === '' || quietForMs < FAR_QUESTION_MS) return null;
  return {type: 'awaiting', kind: 'prompt', program, tail, unsure: true};
}
