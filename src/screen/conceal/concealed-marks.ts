/**
 * How folded text remembers what of it was printed so that nobody sees it: between two code points that are no characters, so
 * that no program's text can be mistaken for them (folding replaces these two in what it reads). For a reader the marks become
 * `<hidden>…</hidden>`, and invisible characters become visible too.
 */
import {type Revealed, revealInvisible} from '../../core/index.ts';

const FROM = '\ufdd0';
const TO = '\ufdd1';

/** Text that was printed concealed, for a row of folded text. */
export function markConcealed(text: string): string {
  return FROM + text + TO;
}

/** The same for a row of a screen, where blanks on either side are no text; nothing is marked where nothing can be read. */
export function markReadable(text: string): string {
  if (!WORD.test(text)) return text;
  const core = text.trim();
  const start = text.indexOf(core);
  return text.slice(0, start) + markConcealed(withoutForgedMarks(core)) + text.slice(start + core.length);
}

/** Takes the marks out of what a program printed. */
export function withoutForgedMarks(text: string): string {
  return text.includes(FROM) || text.includes(TO) ? text.replace(MARK, '\ufffd') : text;
}

/** Adds a combining character to what stands in one cell, marked or not. */
export function joinToCell(cell: string, text: string): string {
  return cell.endsWith(TO) ? cell.slice(0, -1) + text + TO : cell + text;
}

/** What is left of a line when the cursor goes back over its last character and something else is written there. */
export function withoutLastCharacter(line: string): string {
  return line.endsWith(TO) ? line.slice(0, -2) + TO : line.slice(0, -1);
}

/** Text as stretches with and without marks, the marks taken away. */
export function stretches(text: string): readonly {readonly text: string; readonly isConcealed: boolean}[] {
  if (!text.includes(FROM)) return [{text, isConcealed: false}];
  return text
    .split(STRETCH)
    .filter(part => part !== '')
    .map(part =>
      part.startsWith(FROM) ? {text: part.slice(1, -1), isConcealed: true} : {text: part, isConcealed: false},
    );
}

/** The text alone, for whatever compares or searches it. */
export function withoutMarks(text: string): string {
  return text.includes(FROM) || text.includes(TO) ? text.replace(MARK, '') : text;
}

/**
 * Folded text for a reader: nothing that a person at the terminal would not see passes for text that they would. `before` is
 * what stood in front of it on its line.
 */
export function revealHidden(folded: string, before = ''): Revealed {
  const {text, hidden} = tagConcealed(folded);
  const revealed = revealInvisible(text, before);
  return {text: revealed.text, hidden: hidden + revealed.hidden};
}

/** A piece that was cut out may begin or end between marks. */
export function tagConcealed(folded: string): Revealed {
  if (!folded.includes(FROM) && !folded.includes(TO)) return {text: folded, hidden: 0};
  const joined = folded.replaceAll(TO + FROM, '');
  const whole = joined.search(MARK) === joined.indexOf(TO) ? FROM + joined : joined;
  let hidden = 0;
  const text = whole.replace(CONCEALED, (_, inner: string) => {
    if (!WORD.test(inner)) return inner;
    hidden += inner.match(SEEN)?.length ?? 0;
    return `<hidden>${inner}</hidden>`;
  });
  return {text, hidden};
}

const MARK = /[\ufdd0\ufdd1]/g;
const STRETCH = /(\ufdd0[^\ufdd1]*\ufdd1)/;
const CONCEALED = /\ufdd0([^\ufdd1]*)(?:\ufdd1|$)/g;
/** Blanks, blocks and lines in the colour of their background are drawings: only what can be read counts. */
const WORD = /[\p{L}\p{N}]/u;
const SEEN = /[^\s\p{Default_Ignorable_Code_Point}]/gu;
