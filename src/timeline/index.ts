/** A session's life as a time line: what is known of it, and how it is played. Also for browsers. */

/** Commands as chapters, and words for people. */
export {chapterWords, clockWords} from './chapters.ts';
/** Looks for words in output. */
export {LineFinder} from './find-lines.ts';
/** What a time line shows. */
export type {ActiveStretch, Chapter, Footage, FootageFacts, Found, Frame, Match, Piece, Place} from './footage.ts';
export {shownPauseMs} from './idle.ts';
/** Plays it. */
export {Player, type PlayerClock, type Speed, type Stage, speeds} from './player.ts';
/** Footage as one text. */
export {FileFootage, isBehind, type PlainPiece, pieceOf, plainPiece, type RecordingFile} from './recording-file.ts';
