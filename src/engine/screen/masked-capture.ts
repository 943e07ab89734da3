import {createHash} from 'node:crypto';
import type {SecretMask} from '../../guard/index.ts';
import type {CaptureOptions, Screen, ScreenCapture} from '../../screen/index.ts';

interface MaskedCaptureOptions {
  /** Of the terminal: rows that fill it go on in the next. */
  readonly cols: number;
  readonly options: CaptureOptions;
  readonly secrets: SecretMask;
  readonly signal: AbortSignal;
}

/** What {@link Screen.snapshot} reads, with masks in place of secrets. The hash is made of the masked screen. */
export async function maskedCapture(
  screen: Screen,
  {cols, options, secrets, signal}: MaskedCaptureOptions,
): Promise<ScreenCapture> {
  const read = (wanted: CaptureOptions): Promise<ScreenCapture> => screen.snapshot(wanted, {signal});
  const viewport = await read({});
  const seen = secrets.maskRows(viewport.text, cols);
  const hash = seen === viewport.text ? viewport.hash : hashOf(seen, viewport);
  const capture = await read(options);
  if (!options.joinWrapped) return {...capture, text: secrets.maskRows(capture.text, cols), hash};
  const rows = (await read({...options, joinWrapped: false})).text;
  return {...capture, text: joinedAs(capture.text, rows, secrets.maskRows(rows, cols)), hash};
}

/** Masked rows joined where those of the screen are. Were they of another screen, the rows stay apart. */
function joinedAs(joined: string, rows: string, masked: string): string {
  if (rows === masked) return joined;
  let text = '';
  let at = 0;
  for (const character of joined.split('')) {
    while (rows[at] === '\n' && character !== '\n') at++;
    // Blanks at the end of a row stand only where another row follows it.
    if (rows[at] === character) text += masked[at++];
    else if (character === ' ') text += character;
    else return masked;
  }
  return at === rows.length ? text : masked;
}

function hashOf(text: string, {cursor}: ScreenCapture): string {
  const parts = [text, cursor.row, cursor.col, cursor.visible];
  return createHash('sha1').update(JSON.stringify(parts)).digest('base64url').slice(0, 16);
}
