import {revealInvisible} from '../core/index.ts';

/**
 * What a document says, for a person's terminal: control characters are shown, so that none moves the cursor or fills the
 * clipboard, and so are characters that the terminal would not show.
 */
export function visibleText(text: string): string {
  return revealInvisible(text.replaceAll(/(?!\r\n)[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g, shown)).text;
}

function shown(control: string): string {
  const code = control.charCodeAt(0);
  if (code < 0x20) return String.fromCharCode(0x2400 + code);
  return code === 0x7f ? '\u2421' : `<U+00${code.toString(16).toUpperCase()}>`;
}
