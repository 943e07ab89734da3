/** The nouns of cotty. No I/O, no `node:*`. */
export type {Backend, BackendSource, ForeignTerminal, ResumeOptions} from './backend.ts';
export {type Clock, systemClock} from './clock.ts';
/** What a shell can be given. */
export {endsInEmptyLine, isPython, maySetPrompt, requireDeliverable} from './command-text.ts';
export {END_OF_INPUT, INTERRUPT, isEnter, isSignal, KILL, mayTakeLine, SUSPEND} from './control-characters.ts';
export {asCottyError, CottyError, type CottyErrorCode, cancelledCall, type ErrorShape, isCottyError} from './errors.ts';
export type {
  Actor,
  CommandEvent,
  Door,
  EventOf,
  EventStamp,
  ExitEvent,
  GapEvent,
  InputEvent,
  InputKind,
  IntegrationLevel,
  LineReader,
  MarkEvent,
  MarkKind,
  ModeEvent,
  NestedShell,
  OmissionEvent,
  OpenEvent,
  PromptEvent,
  SessionEvent,
  SessionEventBody,
  SessionEventType,
  ShellFamily,
  TrackedMode,
  UnseenStreams,
  VerdictEvent,
} from './events.ts';
export {factsLine} from './facts-line.ts';
export {
  type CommandId,
  type EventSeq,
  encodeId,
  eventSeq,
  type LogCursor,
  logCursor,
  parseCommandId,
  parseSessionId,
  type SessionId,
  uniqueId,
} from './ids.ts';
export {isNamed} from './is-named.ts';
export {field, numberField, textField} from './json-fields.ts';
/** Waits that end by time, or with their caller. */
export {LinkedAbort} from './linked-abort.ts';
export {nearest} from './nearest.ts';
export type {OpenOptions} from './open-options.ts';
export {OWN_SECRETS, withoutOwnSecrets} from './own-secrets.ts';
export type {LayoutPane, LayoutTab, LayoutWindow, PaneLayout, SplitDirection} from './pane-layout.ts';
export {type PaneState, type ShownPlace, shownPlaces} from './pane-state.ts';
export {Patience} from './patience.ts';
export {pause} from './pause.ts';
export type {BlockedOn, ProcessFacts, TtyMode, TtyProbe} from './process.ts';
/** Words as a line for a shell. */
export {quoteWords} from './quote-words.ts';
export {InvisibleRevealer, judgedLength, type Revealed, revealInvisible} from './reveal-invisible.ts';
export {roughTime} from './rough-time.ts';
/** Sandboxes around a session's shell. */
export {type SandboxFacts, type SandboxName, type SandboxRequest, sandboxName} from './sandbox.ts';
export type {ScreenCursor, ScreenSnapshot} from './screen.ts';
export {openWriter, type SealedWriter, sealWriter} from './sealed-writer.ts';
export {asksForSecret, mayAskForSecret} from './secret-prompt.ts';
export type {
  KeptTexts,
  LogCheckpoint,
  LogCheckpoints,
  OutputSlice,
  OutputTime,
  SessionLogView,
} from './session-log-view.ts';
/** Whose size a session has at which several look. */
export {type SharedSizePolicy, sharedSizes} from './shared-sizes.ts';
export {showControls} from './show-controls.ts';
export {shownLine, shownName} from './shown-to-person.ts';
export type {TerminalCapabilities} from './terminal-capabilities.ts';
export type {TerminalQuery} from './terminal-query.ts';
export {
  type BackendKind,
  backendKinds,
  type TerminalFacts,
  type TerminalLink,
  type TerminalNotice,
  type TerminalStanding,
  type TerminalView,
} from './terminal-view.ts';
export type {
  CommandRequest,
  InputRequest,
  IntegrationRequest,
  LineAnswer,
  LineQuestion,
  TerminalWriter,
  TypedAt,
} from './terminal-writer.ts';
export {TextMemo} from './text-memo.ts';
/** Names of tools, for whoever does not load them. */
export {toolNames} from './tool-names.ts';
export {type Toolset, toolsets} from './toolsets.ts';
