import {decodeText} from '../decode-text.ts';
import type {Block} from '../model.ts';
import type {ReadContext} from '../read-context.ts';
import {markdownInline} from './markdown-inline.ts';
import {tableAt} from './markdown-table.ts';

/** Markdown as people write it: headings, lists, code, quotes, pipe tables, notes. HTML inside of it stays text. */
export async function* readMarkdown(context: ReadContext): AsyncGenerator<Block, void, undefined> {
  const {text} = decodeText(context.bytes);
  const lines = text.split(/\r?\n/);
  const reader = new LineReader(lines);
  for (let at = frontMatterEnd(lines); at < lines.length; ) {
    const [block, next] = reader.blockAt(at);
    if (block) yield block;
    at = next;
    await context.breathe();
  }
}

type Found = [Block | undefined, number];

class LineReader {
  readonly #lines: readonly string[];
  /** Where the text of each open list item begins, outermost first. */
  #indents: number[] = [];

  constructor(lines: readonly string[]) {
    this.#lines = lines;
  }

  /** The block that begins at a line, and the line after it. */
  blockAt(at: number): Found {
    const line = this.#line(at);
    if (line.trim() === '') return [undefined, at + 1];
    const indent = indentOf(line);
    const item = itemMark.exec(line);
    if (item && indent < (this.#indents.at(-1) ?? 0) + 4) return this.#item(item, at);
    this.#indents = this.#indents.filter(each => each <= indent);
    const inside = this.#indents.at(-1) ?? 0;
    const fence = /^\s*(`{3,}|~{3,})\s*([^\s`]*)/.exec(line);
    if (fence) return this.#fenced(at, fence[1] ?? '```', fence[2] ?? '');
    if (indent >= inside + 4) return this.#indented(at, inside + 4);
    const heading = /^\s*(#{1,6})(?:\s+(.*?))?\s*#*\s*$/.exec(line);
    if (heading)
      return [{type: 'heading', level: heading[1]?.length ?? 1, spans: markdownInline(heading[2] ?? '')}, at + 1];
    if (/^\s*([-*_])\s*(?:\1\s*){2,}$/.test(line)) return [{type: 'rule'}, at + 1];
    const anchor = /^<!-- (page|slide|sheet|chapter) (\d+)(?:: (.*))? -->$/.exec(line);
    if (anchor) return [undefined, at + 1];
    const table = tableAt(this.#lines, at);
    if (table) return table;
    const underline = /^\s*(=+|-{2,})\s*$/.exec(this.#line(at + 1))?.[1];
    if (underline)
      return [{type: 'heading', level: underline.startsWith('=') ? 1 : 2, spans: markdownInline(line.trim())}, at + 2];
    return this.#paragraph(at);
  }

  #line(at: number): string {
    return this.#lines[at] ?? '';
  }

  #item([whole, blanks = '', mark = '', number]: RegExpExecArray, start: number): Found {
    const indent = blanks.replaceAll('\t', '    ').length;
    this.#indents = this.#indents.filter(each => each <= indent);
    const depth = Math.min(8, this.#indents.length);
    this.#indents.push(indent + mark.length + 1);
    const [text, next] = this.#running(start, this.#line(start).slice(whole.length));
    return [
      {type: 'item', depth, ...(number === undefined ? {} : {number: Number(number)}), spans: markdownInline(text)},
      next,
    ];
  }

  #paragraph(start: number): Found {
    const quote = /^\s*>/.test(this.#line(start)) ? 1 : 0;
    const note = /^\[\^([^\]\s]+)\]:\s*(.*)$/.exec(this.#line(start));
    const [text, next] = this.#running(start, note ? (note[2] ?? '') : this.#line(start).replace(/^\s*>\s?/, ''));
    const spans = markdownInline(text);
    if (note) return [{type: 'note', id: note[1] ?? '', spans}, next];
    const depth = this.#indents.length - 1;
    return [{type: 'paragraph', spans, ...(depth >= 0 ? {itemDepth: depth} : {}), ...(quote > 0 ? {quote} : {})}, next];
  }

  /** A line and those that go on with it. Soft line breaks are blanks. */
  #running(start: number, first: string): [string, number] {
    let text = first.trimStart();
    let at = start + 1;
    for (; at < this.#lines.length; at++) {
      const line = this.#line(at);
      if (line.trim() === '' || startsBlock.test(line)) break;
      const isHardBreak = /( {2}|\\)$/.test(text);
      text = `${text}${isHardBreak ? '\n' : ' '}${line.trimStart().replace(/^>\s?/, '')}`;
    }
    return [text.trimEnd(), at];
  }

  #fenced(start: number, fence: string, language: string): Found {
    const held: string[] = [];
    let at = start + 1;
    while (at < this.#lines.length && !this.#line(at).trim().startsWith(fence)) held.push(this.#line(at++));
    return [{type: 'code', text: held.join('\n'), ...(language === '' ? {} : {language})}, at + 1];
  }

  #indented(start: number, indent: number): Found {
    const held: string[] = [];
    let at = start;
    for (; at < this.#lines.length; at++) {
      const line = this.#line(at);
      if (line.trim() !== '' && indentOf(line) < indent) break;
      held.push(line.slice(indent));
    }
    return [{type: 'code', text: held.join('\n').trimEnd()}, at];
  }
}

const itemMark = /^(\s*)([-*+]|(\d{1,9})[.)])(?:\s+|$)/;

const startsBlock = /^\s*(#{1,6}\s|[-*+]\s|\d{1,9}[.)]\s|`{3}|~{3}|<!-- )/;

function indentOf(line: string): number {
  return /^\s*/.exec(line)?.[0].replaceAll('\t', '    ').length ?? 0;
}

/** Front matter is about the text, not of it. */
function frontMatterEnd(lines: readonly string[]): number {
  if (lines[0]?.trim() !== '---') return 0;
  const end = lines.findIndex((line, index) => index > 0 && line.trim() === '---');
  return end === -1 ? 0 : end + 1;
}
