import {decodeText} from '../decode-text.ts';
import type {Block} from '../model.ts';
import type {ReadContext} from '../read-context.ts';
import {tableAt} from './markdown-table.ts';

/**
 * Markdown by its lines: headings, fenced code, items, quotes, pipe tables, paragraphs. Styles inside of a line stay as
 * they are written; whoever wants Markdown from Markdown takes the file itself.
 */
export async function* readMarkdown(context: ReadContext): AsyncGenerator<Block, void, undefined> {
  const {text} = decodeText(context.bytes);
  const lines = text.split(/\r?\n/);
  for (let at = frontMatterEnd(lines); at < lines.length; ) {
    const [block, next] = blockAt(lines, at);
    if (block) yield block;
    at = next;
    await context.breathe();
  }
}

/** The block that begins at a line, and the line after it. */
function blockAt(lines: readonly string[], at: number): [Block | undefined, number] {
  const line = lines[at] ?? '';
  if (line.trim() === '') return [undefined, at + 1];
  const fence = /^ {0,3}(`{3,}|~{3,})\s*([^\s`]*)/.exec(line);
  if (fence) return fencedCode(lines, at, fence[1] ?? '```', fence[2] ?? '');
  const heading = /^ {0,3}(#{1,6})(?:\s+(.*?))?\s*#*\s*$/.exec(line);
  if (heading) return [{type: 'heading', level: heading[1]?.length ?? 1, spans: [{text: heading[2] ?? ''}]}, at + 1];
  if (/^ {0,3}([-*_])\s*(?:\1\s*){2,}$/.test(line)) return [{type: 'rule'}, at + 1];
  const table = tableAt(lines, at);
  if (table) return table;
  const item = /^(\s*)(?:[-*+]|(\d{1,9})[.)])\s+(.*)$/.exec(line);
  if (item) {
    const [, blanks = '', number, rest = ''] = item;
    const depth = Math.min(8, Math.floor(blanks.replaceAll('\t', '    ').length / 2));
    return [
      {type: 'item', depth, ...(number === undefined ? {} : {number: Number(number)}), spans: [{text: rest}]},
      at + 1,
    ];
  }
  const underline = lines[at + 1] ?? '';
  if (/^ {0,3}(=+|-{2,})\s*$/.test(underline))
    return [{type: 'heading', level: underline.includes('=') ? 1 : 2, spans: [{text: line.trim()}]}, at + 2];
  return paragraph(lines, at);
}

function paragraph(lines: readonly string[], start: number): [Block, number] {
  let at = start;
  const quote = /^\s*>/.test(lines[at] ?? '') ? 1 : 0;
  const held: string[] = [];
  while (at < lines.length) {
    const line = lines[at] ?? '';
    if (line.trim() === '' || (at > start && /^\s*(#{1,6}\s|[-*+]\s|\d{1,9}[.)]\s|`{3}|~{3})/.test(line))) break;
    held.push(quote > 0 ? line.replace(/^\s*>\s?/, '') : line.trim());
    at++;
  }
  return [{type: 'paragraph', spans: [{text: held.join('\n')}], ...(quote > 0 ? {quote} : {})}, at];
}

function fencedCode(lines: readonly string[], start: number, fence: string, language: string): [Block, number] {
  const held: string[] = [];
  let at = start + 1;
  while (at < lines.length && !(lines[at] ?? '').trim().startsWith(fence)) held.push(lines[at++] ?? '');
  return [{type: 'code', text: held.join('\n'), ...(language === '' ? {} : {language})}, at + 1];
}

/** Front matter is about the text, not of it. */
function frontMatterEnd(lines: readonly string[]): number {
  if (lines[0]?.trim() !== '---') return 0;
  const end = lines.findIndex((line, index) => index > 0 && line.trim() === '---');
  return end === -1 ? 0 : end + 1;
}
