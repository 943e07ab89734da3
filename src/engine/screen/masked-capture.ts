import {createHash} from 'node:crypto';
import {inColumns, type SecretMask} from '../../guard/index.ts';
import type {CaptureOptions, RowsApart, Screen, ScreenCapture} from '../../screen/index.ts';

interface MaskedCaptureOptions {
  readonly options: CaptureOptions;
  readonly secrets: SecretMask;
  readonly signal: AbortSignal;
}

/** What {@link Screen.snapshot} reads, with masks in place of secrets: one look at the screen. The hash is made of the masked screen. */
export async function maskedCapture(
  screen: Screen,
  {options, secrets, signal}: MaskedCaptureOptions,
): Promise<ScreenCapture> {
  const {apart, ...capture} = await screen.snapshot({...options, apart: true}, {signal});
  if (!apart) return capture;
  const {asked, viewport} = apart;
  const seen = maskedRows(viewport, secrets);
  const hash = seen === viewport.rows ? capture.hash : hashOf(together(seen, viewport, false), capture);
  const rows = maskedRows(asked, secrets);
  const text = rows === asked.rows ? capture.text : together(rows, asked, options.joinWrapped ?? false);
  return {...capture, text, hash};
}

/** The very rows where there is nothing to mask. */
function maskedRows({rows, goesOn, above}: RowsApart, secrets: SecretMask): readonly string[] {
  // What has scrolled away tells what its end on the screen is a part of.
  const lines = above === '' ? rows : [above, ...rows];
  const added = lines.length - rows.length;
  const masked = secrets.maskLines(lines, at => at < added || goesOn[at - added] === true).slice(added);
  return masked.every((row, at) => row === rows[at]) ? rows : masked.map((row, at) => inColumns(rows[at] ?? '', row));
}

/** As a text of the screen is put together: without blanks at the ends of lines, and blank lines at its own. */
function together(rows: readonly string[], {isWrapped}: RowsApart, joinWrapped: boolean): string {
  const lines: string[] = [];
  for (const [at, row] of rows.entries())
    if (joinWrapped && at > 0 && isWrapped[at]) lines.push(lines.pop() + row);
    else lines.push(row);
  return lines
    .map(line => line.trimEnd())
    .join('\n')
    .replace(/\n+$/, '');
}

function hashOf(text: string, {cursor}: ScreenCapture): string {
  const parts = [text, cursor.row, cursor.col, cursor.visible];
  return createHash('sha1').update(JSON.stringify(parts)).digest('base64url').slice(0, 16);
}
