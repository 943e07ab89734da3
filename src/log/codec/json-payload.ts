/** Payloads of the rare events: JSON objects, checked field by field on the way back. */
import {
  type Actor,
  CottyError,
  type Door,
  type LineReader,
  logCursor,
  type MarkKind,
  type PromptEvent,
  parseCommandId,
  parseSessionId,
  type SandboxFacts,
  type SessionEventBody,
  type ShellFamily,
  type TrackedMode,
  type UnseenStreams,
} from '../../core/index.ts';

export type JsonEventBody = Exclude<SessionEventBody, {type: 'output'} | {type: 'input'}>;

/** The event's fields without `type`, which the record type says. Refuses what a reader would not understand. */
export function encodeJsonEvent(event: JsonEventBody): Buffer {
  const known = DECODERS[event.type]({...event});
  if (known === null)
    throw new CottyError(
      'invalid_argument',
      `This is no well-formed ${event.type} event.`,
      'Check the fields of the event.',
    );
  const {type: _, ...fields} = known;
  return Buffer.from(JSON.stringify(fields), 'utf8');
}

/** Undefined when the payload is not a well-formed event of this type: the reader then passes over it. */
export function decodeJsonEvent(type: JsonEventBody['type'], payload: Buffer): JsonEventBody | undefined {
  const fields = parseObject(payload);
  return fields === undefined ? undefined : (DECODERS[type](fields) ?? undefined);
}

/** Undefined unless the bytes are JSON of an object. */
export function parseObject(payload: Buffer): Fields | undefined {
  try {
    const value: unknown = JSON.parse(payload.toString('utf8'));
    return isFields(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

type Fields = Readonly<Record<string, unknown>>;

const DECODERS: {readonly [T in JsonEventBody['type']]: (fields: Fields) => Extract<JsonEventBody, {type: T}> | null} =
  {
    open: f => {
      const sessionId = typeof f.sessionId === 'string' ? parseSessionId(f.sessionId) : undefined;
      const {argv, cwd, cols, rows, pid, tty, name, shellFamily, integration} = f;
      const sandbox = sandboxOf(f.sandbox);
      return sessionId !== undefined &&
        isStrings(argv) &&
        isText(cwd) &&
        isCount(cols) &&
        isCount(rows) &&
        isIntegerOrNull(pid) &&
        isTextOrNull(tty) &&
        isText(name) &&
        isFamily(shellFamily) &&
        isLevel(integration)
        ? {type: 'open', sessionId, argv, cwd, cols, rows, pid, tty, name, shellFamily, integration, ...sandbox}
        : null;
    },
    command: f => {
      const commandId = isText(f.commandId) ? parseCommandId(f.commandId) : undefined;
      const by = actorOf(f.by);
      const reader = readerOf(f.reader);
      return commandId !== undefined && by !== null && isText(f.commandLine)
        ? {
            type: 'command',
            commandId,
            commandLine: f.commandLine,
            by,
            ...(isCount(f.lines) ? {lines: f.lines} : {}),
            ...(f.named === true ? {named: true} : {}),
            ...(f.sourced === true ? {sourced: true} : {}),
            ...(f.beside === true ? {beside: true} : {}),
            ...(reader ? {reader} : {}),
          }
        : null;
    },
    resize: f => (isCount(f.cols) && isCount(f.rows) ? {type: 'resize', cols: f.cols, rows: f.rows} : null),
    mark: f => {
      const {kind, proved, shell, cycle, length, lines, exitStatus, commandLine, cwd, takesKey, tellsLine, jobs} = f;
      const commandId = isText(f.commandId) ? parseCommandId(f.commandId) : undefined;
      return isMarkKind(kind) &&
        typeof proved === 'boolean' &&
        isCount(cycle) &&
        isCount(length) &&
        isCount(lines) &&
        isIntegerOrNull(exitStatus) &&
        isTextOrNull(commandLine) &&
        isTextOrNull(cwd)
        ? {
            type: 'mark',
            kind,
            proved,
            ...(isCount(shell) && shell > 0 ? {shell} : {}),
            cycle,
            length,
            lines,
            exitStatus,
            commandLine,
            cwd,
            ...(commandId === undefined ? {} : {commandId}),
            ...seldomSaid(f),
            ...(typeof takesKey === 'boolean' ? {takesKey} : {}),
            ...(tellsLine === true ? {tellsLine} : {}),
            ...(f.takesEscape === true ? {takesEscape: true} : {}),
            ...(f.csiU === true ? {csiU: true} : {}),
            ...(isCount(jobs) && jobs > 0 ? {jobs} : {}),
          }
        : null;
    },
    nestedShell: f => {
      const {shell, family, takesKey, pid} = f;
      return isCount(shell) && shell > 0 && isFamily(family) && typeof takesKey === 'boolean' && isIntegerOrNull(pid)
        ? {type: 'nestedShell', shell, family, takesKey, pid}
        : null;
    },
    mode: ({mode, value, since}) =>
      isMode(mode) && isCount(value)
        ? {type: 'mode', mode, value, ...(isCount(since) ? {since: logCursor(since)} : {})}
        : null,
    title: f => (isText(f.title) ? {type: 'title', title: f.title} : null),
    custom: f => (isText(f.event) && isText(f.data) ? {type: 'custom', event: f.event, data: f.data} : null),
    omission: f => {
      const {from, titles, modes, marks, customs, queries} = f;
      return isCount(from) &&
        isCount(titles) &&
        isCount(modes) &&
        isCount(marks) &&
        isCount(customs) &&
        isCount(queries)
        ? {type: 'omission', from: logCursor(from), titles, modes, marks, customs, queries}
        : null;
    },
    gap: f => {
      const {from, to, reason} = f;
      return isCount(from) && isCount(to) && to >= from && isReason(reason)
        ? {type: 'gap', from: logCursor(from), to: logCursor(to), reason}
        : null;
    },
    signal: f => {
      const {exitStatus, lines} = f;
      const commandId = isText(f.commandId) ? parseCommandId(f.commandId) : undefined;
      return commandId !== undefined && isIntegerOrNull(exitStatus) && isCount(lines)
        ? {type: 'signal', commandId, exitStatus, lines}
        : null;
    },
    prompt: f => {
      const {kind, promptId, exitStatus, commandLine, cwd, lines} = f;
      return isPromptKind(kind) &&
        isText(promptId) &&
        isIntegerOrNull(exitStatus) &&
        isTextOrNull(commandLine) &&
        isTextOrNull(cwd) &&
        isCount(lines)
        ? {type: 'prompt', kind, promptId, exitStatus, commandLine, cwd, lines}
        : null;
    },
    exit: f =>
      isIntegerOrNull(f.exitStatus) && isTextOrNull(f.signal)
        ? {type: 'exit', exitStatus: f.exitStatus, signal: f.signal, ...(isCount(f.lines) ? {lines: f.lines} : {})}
        : null,
    verdict: f => {
      const {via, neverRan, unhooked, refused, unheard, told, outputEnd, lines, endedAtMs} = f;
      const commandId = isText(f.commandId) ? parseCommandId(f.commandId) : f.commandId === null ? null : undefined;
      return commandId !== undefined &&
        isWeakEvidence(via) &&
        typeof neverRan === 'boolean' &&
        isCount(outputEnd) &&
        isCount(lines) &&
        isTime(endedAtMs)
        ? {
            type: 'verdict',
            commandId,
            via,
            neverRan,
            ...(unhooked === true ? {unhooked} : {}),
            ...(refused === true ? {refused} : {}),
            ...(unheard === true ? {unheard} : {}),
            ...(told === true ? {told} : {}),
            outputEnd: logCursor(outputEnd),
            lines,
            endedAtMs,
          }
        : null;
    },
  };

/** What few marks say. An object is put together field by field only of those. */
function seldomSaid(f: Fields): Partial<Extract<JsonEventBody, {type: 'mark'}>> {
  const {late, heldMs, dropped, stopped, unsaid, aside, ownBytes, unseen, uncounted, filled, redrawn} = f;
  const first =
    late ?? heldMs ?? dropped ?? stopped ?? unsaid ?? aside ?? ownBytes ?? unseen ?? uncounted ?? filled ?? redrawn;
  if (first === undefined) return NOTHING_SELDOM;
  return {
    ...(late === true ? {late} : {}),
    ...(isTime(heldMs) && heldMs > 0 ? {heldMs} : {}),
    ...(dropped === true ? {dropped} : {}),
    ...(stopped === true ? {stopped} : {}),
    ...(unsaid === true ? {unsaid} : {}),
    ...(aside === true ? {aside} : {}),
    ...(isCount(ownBytes) && ownBytes > 0 ? {ownBytes} : {}),
    ...(isUnseen(unseen) ? {unseen} : {}),
    ...(uncounted === true ? {uncounted} : {}),
    ...(filled === true ? {filled} : {}),
    ...(redrawn === true ? {redrawn} : {}),
  };
}

const NOTHING_SELDOM = {};

function actorOf(value: unknown): Actor | null {
  if (!isFields(value)) return null;
  const {type, name, via} = value;
  if (type === 'emulator' || type === 'cotty') return {type};
  if ((type !== 'agent' && type !== 'person') || !isText(name)) return null;
  // A door of a later version is passed over.
  return {type, name, ...(isDoor(via) && {via})};
}

function sandboxOf(value: unknown): {readonly sandbox?: SandboxFacts} {
  if (!isFields(value)) return {};
  const {project, network} = value;
  return isText(project) && typeof network === 'boolean' ? {sandbox: {project, network}} : {};
}

function readerOf(value: unknown): LineReader | null {
  if (!isFields(value)) return null;
  const {pid, program, carried, canonical, bracketedPaste, prompt, readCall, front} = value;
  return isIntegerOrNull(pid) &&
    isText(program) &&
    typeof carried === 'boolean' &&
    typeof canonical === 'boolean' &&
    typeof bracketedPaste === 'boolean' &&
    isText(prompt)
    ? {
        pid,
        program,
        carried,
        canonical,
        bracketedPaste,
        prompt,
        ...(isText(readCall) && {readCall}),
        ...(isText(front) && {front}),
      }
    : null;
}

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isText = (value: unknown): value is string => typeof value === 'string';
const isTextOrNull = (value: unknown): value is string | null => value === null || isText(value);
const isStrings = (value: unknown): value is readonly string[] => Array.isArray(value) && value.every(isText);
const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 0;
const isTime = (value: unknown): value is number => Number.isFinite(value) && Number(value) >= 0;
const isIntegerOrNull = (value: unknown): value is number | null => value === null || Number.isSafeInteger(value);

/** A guard that accepts exactly the literals of one union; the record type makes the list complete by construction. */
const oneOf =
  <T extends string>(literals: Readonly<Record<T, true>>) =>
  (value: unknown): value is T =>
    typeof value === 'string' && Object.hasOwn(literals, value);

const isFamily = oneOf<ShellFamily>({bash: true, zsh: true, fish: true, posix: true, other: true});
const isDoor = oneOf<Door>({commandLine: true, attach: true, mcp: true, http: true, library: true, iterm2: true});
const isLevel = oneOf<'full' | 'graded' | 'none'>({full: true, graded: true, none: true});
const isWeakEvidence = oneOf<'signal' | 'prompt' | 'foreground'>({signal: true, prompt: true, foreground: true});
const isPromptKind = oneOf<PromptEvent['kind']>({prompt: true, commandStart: true, commandEnd: true});
const isReason = oneOf<'retention' | 'disconnected' | 'damaged' | 'disk_full'>({
  retention: true,
  disconnected: true,
  damaged: true,
  disk_full: true,
});
const isMarkKind = oneOf<MarkKind>({
  promptStart: true,
  continuationStart: true,
  inputStart: true,
  outputStart: true,
  commandEnd: true,
});
const isUnseen = oneOf<UnseenStreams>({stdout: true, stderr: true, both: true});
const isMode = oneOf<TrackedMode>({
  alternateScreen: true,
  bracketedPaste: true,
  mouse: true,
  mouseSgr: true,
  applicationCursor: true,
  applicationKeypad: true,
  focusReporting: true,
  synchronizedOutput: true,
  kittyKeyboard: true,
  modifyOtherKeys: true,
});
