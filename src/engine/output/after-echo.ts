import {maySetPrompt} from '../../core/index.ts';

/** The echo of a line, drawn this far from where it was given to the shell, is found. */
const ECHO_CHARS = 512;
/**
 * What a POSIX shell is given in place of a long line, or one of several: the private command file, or a nested one the text escaped. ksh93 draws no
 * blank at the edge of the screen.
 */
const DELIVERED_OTHERWISE =
  /^((?:\\?\. ?'[^']*\/shell\/command-read'; ?__cotty_as_before ?&& ?:; ?)?\\?\. ?(?:'[^']*\/shell\/command'|"\$__cotty_file")|eval ?"\$\(printf ?%b ?'.*'\)")$/;
/** Shorter lines without control characters that set no prompt are given as they are, if they are ASCII or very short. */
const DELIVERED_OTHERWISE_CHARS = 256;
const DELIVERED_OTHERWISE_BYTES = 64;
/** The same behind a prompt. */
const DELIVERED_BEHIND = new RegExp(DELIVERED_OTHERWISE.source.replace(/^\^/, ''));

/** The end of such a line. */
const DELIVERED_END = /(?:'\)"|\/shell\/command'|"\$__cotty_file")$/;
/** So much of the end of a line is in one row at least. */
const SCROLLED_CHARS = 4;

/**
 * What comes behind the echo of `commandLine` in the text that begins with it; all of the text when it was not echoed. Where others had typed on
 * that line (`isDisturbed`) a line editor may have drawn its prompt anew, or no more than the end of the line. `prompt`: what stood before it, as far as
 * that is known.
 */
export function afterEcho(text: string, commandLine: string, isDisturbed = false, prompt = ''): string {
  if (commandLine === '') return text;
  if (mayBeDeliveredOtherwise(commandLine)) {
    const rest = afterBrokenEcho(text, echo => (isDisturbed ? DELIVERED_BEHIND : DELIVERED_OTHERWISE).test(echo));
    if (rest !== undefined) return rest;
  }
  const sent = commandLine.split('\n');
  if (sent.length > 1) return afterScrolled(text, commandLine) ?? afterEchoes(text, sent);
  // A line editor may have drawn the line several times over: its last drawing before the first line feed is the echo.
  const lineEnd = text.indexOf('\n');
  const last = text.lastIndexOf(commandLine, lineEnd < 0 ? text.length : lineEnd);
  const isUnbroken = last >= 0 && last <= ECHO_CHARS;
  const wrapped = isUnbroken ? undefined : afterWrapped(text, commandLine);
  if (wrapped !== undefined) return wrapped;
  const at = last < 0 ? lineThatIs(text, commandLine) : last;
  if (at >= 0 && at <= ECHO_CHARS) return text.slice(at + commandLine.length);
  const isBehindPrompt = (echo: string) => echo.endsWith(commandLine) && echo.length <= commandLine.length + ECHO_CHARS;
  const isEcho = (echo: string) => isDrawing(echo, commandLine) || (isDisturbed && isBehindPrompt(echo));
  return (
    afterBrokenEcho(text, isEcho) ??
    afterScrolled(text, commandLine, prompt) ??
    (isDisturbed ? afterEndOfEcho(text, commandLine) : text)
  );
}

/**
 * The same where somebody's half line was on the row before: a line editor (ksh) draws no more of the line than what differs from that. Only
 * the first row that is not blank may be its end.
 */
function afterEndOfEcho(text: string, commandLine: string): string {
  const [before = '', row = ''] = /^(\s*\n)?([^\n]*)/.exec(text)?.slice(1) ?? [];
  const shown = row.trim();
  const isEnd = shown.length >= SCROLLED_CHARS && !commandLine.includes('\n') && commandLine.trimEnd().endsWith(shown);
  return isEnd ? text.slice(before.length + row.length) : text;
}

/** What is shown ends as the line does; a line editor that has moved along draws the prompt in front of that anew. */
function endsAlike(shown: string, line: string): boolean {
  return line.endsWith(shown) || line.endsWith(shown.slice(-SCROLLED_CHARS));
}

/** Of a line editor that keeps to one row (mksh, ksh93 by choice; readline and zsh on a terminal that can do nothing) only the end of the line is seen. */
function afterScrolled(text: string, commandLine: string, prompt = ''): string | undefined {
  const lineEnd = text.indexOf('\n');
  const row = text.slice(0, lineEnd < 0 ? text.length : lineEnd);
  const shown = row.replace(/^\s*<|\s*[<>*+]\s*$/g, '').trim();
  const isScrolled = /^\s*<|[<>*+]\s*$/.test(row) && shown.length >= SCROLLED_CHARS;
  // zsh shows line feeds so there.
  const line = commandLine.replaceAll('\n', '\\n');
  const isEcho = isScrolled
    ? endsAlike(shown, line.trimEnd()) || (mayBeDeliveredOtherwise(commandLine) && DELIVERED_END.test(shown))
    : (line !== commandLine && row.trim() === line) || isMovedAlong(row.trimEnd(), line.trimEnd(), prompt);
  return isEcho ? text.slice(row.length) : undefined;
}

/**
 * ksh93 breaks the line at the edge of the screen itself where a blank stands there: it draws none of the blanks before the edge, and goes to
 * the next row.
 */
function afterWrapped(text: string, commandLine: string): string | undefined {
  const line = commandLine.trimEnd();
  let [at, sent] = [0, 0];
  while (sent < line.length) {
    if (text[at] === line[sent]) {
      at++;
      sent++;
      continue;
    }
    if (text[at] !== '\n' || line[sent] !== ' ') return undefined;
    at++;
    sent += Math.max(0, blanksAt(line, sent) - blanksAt(text, at));
  }
  return /^[^\S\n]*(?:\n|$)/.test(text.slice(at)) ? text.slice(at) : undefined;
}

function blanksAt(text: string, at: number): number {
  let end = at;
  while (text[end] === ' ') end++;
  return end - at;
}

/** The row holds no mark of what is left out where what is shown just fills it: the prompt, and the end of the line. */
function isMovedAlong(row: string, line: string, prompt: string): boolean {
  const shown = row.startsWith(prompt) ? row.slice(prompt.length).trimStart() : '';
  return prompt !== '' && shown.length >= SCROLLED_CHARS && shown !== line && line.endsWith(shown);
}

function mayBeDeliveredOtherwise(commandLine: string): boolean {
  if (commandLine.length >= DELIVERED_OTHERWISE_CHARS || /\p{Cc}/u.test(commandLine)) return true;
  if (maySetPrompt(commandLine)) return true;
  return /[^\0-\x7f]/.test(commandLine) && Buffer.byteLength(commandLine) > DELIVERED_OTHERWISE_BYTES;
}

/** Which line below the first one it is; a message may hold it too, and a prompt that is drawn again. Negative when none is. */
function lineThatIs(text: string, commandLine: string): number {
  for (let at = text.indexOf(commandLine); at >= 0 && at <= ECHO_CHARS; at = text.indexOf(commandLine, at + 1)) {
    const begins = at === 0 || text[at - 1] === '\n';
    if (begins && /^[^\S\n]*(?:\n|$)/.test(text.slice(at + commandLine.length))) return at;
  }
  return -1;
}

/** Of several lines each is echoed behind a prompt of its own; from where one was answered, all stays. */
function afterEchoes(text: string, sent: readonly string[]): string {
  const shown = text.split('\n', sent.length + 1);
  const kept = sent.findIndex((line, index) => !shown[index]?.trimEnd().endsWith(line.trimEnd()));
  const echoes = kept < 0 ? sent.length : kept;
  let at = 0;
  for (let line = 0; line < echoes; line++) at += (shown[line]?.length ?? 0) + 1;
  return text.slice(at);
}

/** busybox breaks the line at the edge of the screen itself, so that its parts are lines of their own. */
function afterBrokenEcho(text: string, isEcho: (echo: string) => boolean): string | undefined {
  let echo = '';
  for (let at = 0; echo.length < ECHO_CHARS * 16; ) {
    const end = text.indexOf('\n', at);
    echo += end < 0 ? text.slice(at) : text.slice(at, end);
    if (isEcho(echo)) return end < 0 ? '' : text.slice(end);
    if (end < 0) return undefined;
    at = end + 1;
  }
  return undefined;
}

/** busybox draws what it takes for unprintable as question marks. */
function isDrawing(echo: string, commandLine: string): boolean {
  const sent = [...commandLine];
  const shown = [...echo];
  return (
    shown.length === sent.length &&
    shown.every((character, index) => character === sent[index] || (character === '?' && (sent[index] ?? '') > '\x7f'))
  );
}
