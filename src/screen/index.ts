/** Bytes to grid to text, keys and mouse to bytes, and what a terminal answers. */

/** What part of a screen to read, and what was read. */
export type {CaptureOptions, RowsApart, ScreenCapture} from './capture.ts';
/** Text that a person does not see: how it is marked, shown to a reader, and compared. */
export {
  markConcealed,
  revealHidden,
  tagConcealed,
  withoutForgedMarks,
  withoutLastCharacter,
  withoutMarks,
} from './conceal/concealed-marks.ts';
/** Which style output is printed in, as far as it decides whether it can be seen. */
export {Pen, type PenState} from './conceal/pen.ts';
export {penAfter} from './conceal/pen-after.ts';
/** A text on the screen, and where. */
export {findText} from './find-text.ts';
/** A command's output in at most so many bytes, its middle left out. */
export {foldHeadTail} from './fold/fold-head-tail.ts';
/** A command's raw output as a person would copy it. */
export {foldOutput} from './fold/fold-output.ts';
/** True when output is not meant to be read as text. */
export {looksBinary} from './fold/looks-binary.ts';
/** The same as `foldOutput`, fed piece by piece. */
export {OutputFolder} from './fold/output-folder.ts';
/** A line as a terminal without autowrap shows it. */
export {withoutWrap} from './fold/without-wrap.ts';
/** Ctrl with a letter as its byte. */
export {encodeControl} from './keys/encode-control.ts';
/** Named keys, text and mouse gestures as bytes in the modes a program has set. */
export {encodeKeys, endsInEscape} from './keys/encode-keys.ts';
/** Text as a paste that cannot break out of its brackets. */
export {encodePaste} from './keys/encode-paste.ts';
/** The modes that decide how keys become bytes. */
export type {KeyModes} from './keys/key-modes.ts';
/** Names that keys have. */
export {keyNames} from './keys/key-names.ts';
/** A screen for a terminal of another size. */
export type {PaintedRows} from './painted-rows.ts';
/** A screen cell by cell. */
export type {CellStyle, ScreenGrid} from './picture/grid/screen-grid.ts';
/** How a style is said: `bold fg=red`. */
export {styleWords} from './picture/grid/style-words.ts';
/** Pictures of screens: PNG, SVG, HTML, ANSI, text. */
export {PictureMaker} from './picture/picture-maker.ts';
export {type PictureFormat, pictureFormats} from './picture/picture-messages.ts';
/** Pictures that follow one another, as one file. */
export {GifEncoder} from './picture/raster/encode-gif.ts';
/** Colours that a terminal chooses itself. */
export {type ThemeName, themes} from './picture/theme.ts';
/** Answers to a program's questions to its terminal. */
export {cursorReply, replyTo} from './reply-to.ts';
/** One emulated terminal. */
export type {Screen} from './screen.ts';
/** Rows by their numbers. */
export type {LinesWanted, ScreenLine, ScreenLines} from './screen-lines.ts';
/** The worker threads that emulate terminals. */
export {ScreenPool, type ScreenPoolOptions} from './screen-pool.ts';
/** Where in its output a screen came to grief. */
export type {FeedPlace} from './watch/beat.ts';
/** How many screens are emulated at the moment. */
/** Why a screen must be made anew. */
