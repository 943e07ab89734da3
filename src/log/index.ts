/** The session log: writing, reading, exporting it, and scanning output for the control sequences it records. */

/** Takes what is ours alone out of output that leaves the house. */
export {OutputStripper} from './asciicast/output-stripper.ts';
/** A log as an asciicast v3 recording. */
export {toAsciicast} from './asciicast/to-asciicast.ts';
/** Counts line feeds in bytes, fast. */
export {countLineFeeds} from './line-feeds.ts';
/** Makes a nonce. */
export {newNonce} from './proof/new-nonce.ts';
/** Overwrites nonces in a stream of output. */
export {type BlankedPiece, NonceBlanker} from './proof/nonce-blanker.ts';
/** Where a reader's checkpoint is kept. */
export type {CheckpointFile} from './reader/checkpoint-text.ts';
/** Reads a session's log, live or finished. */
export {SessionLogReader} from './reader/session-log-reader.ts';
/** Bounds what a flood of it costs. */
export {Allowance} from './scanner/allowance.ts';
/** Finds marks, modes, titles, custom events and queries in program output. */
export {ControlScanner} from './scanner/control-scanner.ts';
/** What the scanner finds. */
export type {AnswerHit, MarkHit, ScanHit} from './scanner/hit.ts';
export {HitThinner, type ThinnedHit} from './scanner/hit-thinner.ts';
/** Undoes the percent-encoding of what a mark tells. */
export {percentDecode} from './scanner/text.ts';
/** Appends events to a session's log. */
export {SessionLogWriter, type SessionLogWriterOptions} from './writer/session-log-writer.ts';
