import {type FoldOptions, OutputFolder} from './output-folder.ts';

/**
 * A command's raw output as a person would copy it.
 *
 * - Carriage returns, backspaces and cursor movement overwrite: progress bars and redrawn blocks fold to their last
 *   state. Movement reaches the last 500 rows.
 * - A clear (`ESC[2J`, `ESC[H ESC[J`, `ESC c`) keeps what was printed before it; the rest follows below.
 * - What was drawn on the alternate screen, and on a status line between save and restore of the cursor, is left out.
 * - Line-drawing characters become box characters; colours, titles, links and all other sequences go; tabs stay.
 * - Invalid UTF-8 becomes U+FFFD. NUL and other control characters go.
 * - A space printed over something erases it; erased cells at the end of a line are no text, printed spaces are.
 * - Exactly one newline at the end is removed: both `printf foo` and `echo foo` give `foo`.
 */
export function foldOutput(bytes: Uint8Array, options: FoldOptions = {}): string {
  if (bytes.length === 0) return '';
  const folder = new OutputFolder(options);
  folder.push(bytes);
  return folder.finish();
}
