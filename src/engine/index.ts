/** Sessions, commands, waits and the one write boundary. */

export {
  type Approval,
  CONTEXT_BEFORE,
  decisions,
  judgeOpening,
  levels,
  MaskedStream,
  SecretMask,
} from '../guard/index.ts';
export type {CallScope, FileOperation, FileReply} from '../pseudoterm/index.ts';
export type {CellStyle, LinesWanted, ScreenLine} from '../screen/index.ts';
export {type PictureFormat, pictureFormats, type ThemeName, themes} from '../screen/index.ts';
export {afterInput} from './command/after-input.ts';
export type {Asked} from './command/await-answered.ts';
export type {CommandLabels} from './command/command-labels.ts';
export {InputNote} from './command/input-note.ts';
export type {AfterInput} from './command/input-result.ts';
export {runCommand, waitForCommand} from './command/run-command.ts';
export type {RunResult} from './command/run-result.ts';
export {Engine} from './engine.ts';
export type {EngineDefaults, EngineOptions} from './engine-options.ts';
export {eventKinds} from './events/event-kinds.ts';
export type {EngineEvent} from './events/event-ring.ts';
/** What agents may do, and where. */
export type {NamedPlace} from './guard/called.ts';
export type {Decided, DecisionLog} from './guard/decision-log.ts';
export {isLineRefused, type LineRefused, type Refusal} from './guard/line-refused.ts';
export {type BytesListener, type BytesPiece, BytesTeller} from './output/live/bytes-teller.ts';
export {LiveOutput} from './output/live/live-output.ts';
export {type OutputListener, type OutputPiece, TextTeller} from './output/live/text-teller.ts';
export {maskedLog} from './output/masked-log.ts';
export {readRange} from './output/output-source.ts';
export {readOutput} from './output/read-output.ts';
export {watchOutput} from './output/watch.ts';
export type {CommandRecord, CommandState, CompletionEvidence} from './projection/command-record.ts';
/** Recordings: a stretch of a session as a film, a page, or a file to be played. */
export {toGif} from './recordings/draw-film.ts';
export {makeRecording} from './recordings/make-recording.ts';
export {type Stretch, stretchOf} from './recordings/stretch.ts';
export {toCast} from './recordings/to-cast.ts';
export {type PlayerFiles, toHtml} from './recordings/to-html.ts';
export {writeMp4} from './recordings/to-mp4.ts';
export {awaitScreen, type ScreenCondition, type ScreenMatch} from './screen/await-screen.ts';
export type {BrowserPictureOptions, BrowserPictures} from './screen/browser-pictures.ts';
export type {ScreenReading} from './screen/screen-reading.ts';
export {awaitStableScreen} from './screen/stable-screen.ts';
export type {Viewer, ViewerHandlers} from './screen/viewer.ts';
/** What the engine does for those who ask it, by name. */
export {type ServiceName, type Services, servicesOf} from './services.ts';
export {heartbeat} from './session/heartbeat.ts';
/** Where programs ask for secrets now. */
export {SecretsWanted} from './session/secrets-wanted.ts';
export type {Session} from './session/session.ts';
export {surroundings} from './session/session-context.ts';
export {isUnseen, isUnsure} from './session/session-state.ts';
/** The size of a session that several look at. */
export type {Seat, Size} from './session/shared-size.ts';
export {stateInLog, stateNow} from './session/state-now.ts';
export {type Caller, callingAs, noteHeard} from './sessions/caller.ts';
export type {EndedSession} from './sessions/ended-sessions.ts';
export {folderPath} from './sessions/folder-path.ts';
export {actorOf, type Credentials, type Identity} from './sessions/identity.ts';
export type {LeftSession} from './sessions/meant-session.ts';
export {placeOfCall, placeOfSession} from './sessions/place-of-call.ts';
export {recoverSession} from './sessions/recover-session.ts';
export {type SandboxWish, sandboxWishes} from './sessions/session-sandbox.ts';
export type {UnaskedMemory, UnaskedRecord} from './sessions/unasked-session.ts';
/** A session's whole life, to be shown. */
export {LogFootage} from './timeline/log-footage.ts';
export {openRecording, type Recording} from './timeline/open-recording.ts';
export {TimeLines} from './timeline/time-lines.ts';
export {promptRead} from './write/before-typing.ts';
export {actorName} from './write/input-lease.ts';
export {integrateShell} from './write/integrate-shell.ts';
export type {ComposedLine, WriteJudge} from './write/judge-write.ts';
export {lineAnswered} from './write/line-answered.ts';
/** `^C`, `^Z` and `^\\`. */
export {isSignalCharacter} from './write/line-effect.ts';
export {typeRaw} from './write/type-raw.ts';
export {typeSecret} from './write/type-secret.ts';
export {sendControl, sendKeys, sendText} from './write/typing.ts';
