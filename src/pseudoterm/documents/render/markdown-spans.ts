import type {Span} from '../model.ts';

/** How a line break inside of a block is written. */
export interface SpanStyle {
  readonly lineBreak: string;
  /** Headings are bold already. */
  readonly plainWeight?: boolean;
  /** Inside of a table cell. */
  readonly inCell?: boolean;
}

/** Spans as CommonMark, escaping only what would be read as markup, so that text stays as it is wherever possible. */
export function markdownSpans(spans: readonly Span[], style: SpanStyle): string {
  let text = '';
  let at = 0;
  while (at < spans.length) {
    const span = spans[at];
    if (!span) break;
    if (span.href === undefined) {
      text += oneSpan(span, style);
      at++;
      continue;
    }
    // A link may hold several styles; it is written once around all of them.
    let label = '';
    const {href} = span;
    for (; spans[at]?.href === href; at++) label += oneSpan(spans[at] ?? span, style);
    text += link(label, href);
  }
  return text;
}

function oneSpan(span: Span, style: SpanStyle): string {
  if (span.note !== undefined) return `[^${noteLabel(span.note)}]`;
  if (span.code) return inlineCode(span.text, style);
  const [, before = '', core = '', after = ''] = /^(\s*)([\s\S]*?)(\s*)$/.exec(span.text) ?? [];
  if (core === '') return broken(span.text, style);
  const weight = span.bold && !style.plainWeight ? '**' : '';
  const slant = span.italic ? '*' : '';
  const struck = span.strike ? '~~' : '';
  const script = scriptOf(span, core);
  const open = struck + weight + slant + (script && `<${script}>`);
  const close = (script && `</${script}>`) + slant + weight + struck;
  return broken(before, style) + open + broken(escapeMarkdown(core, style), style) + close + broken(after, style);
}

/** 10⁶ is not 106; but 1st, TM and the marks of links say the same on the line. */
function scriptOf({script, href}: Span, text: string): '' | 'sup' | 'sub' {
  if (script === undefined || href !== undefined || /^(st|nd|rd|th|er|re|ère|e|[ao]|tm|sm|[®©™])$/i.test(text))
    return '';
  return script === 'super' ? 'sup' : 'sub';
}

function link(label: string, href: string): string {
  const [, before = '', core = '', after = ''] = /^(\s*)([\s\S]*?)(\s*)$/.exec(label) ?? [];
  if (core === '') return label;
  if (core === href && /^(https?|mailto):/.test(href)) return `${before}<${href}>${after}`;
  const target = /[\s()<>]/.test(href)
    ? `<${href.replace(/[<>\s]/g, character => encodeURIComponent(character))}>`
    : href;
  const text = hasPairs(core) ? core : core.replaceAll(/(?<!\\)[[\]]/g, '\\$&');
  return `${before}[${text}](${target})${after}`;
}

/** Whether every bracket has its other one; such a label needs no escapes. */
function hasPairs(label: string): boolean {
  let open = 0;
  for (const [sign] of label.matchAll(/(?<!\\)[[\]]/g)) {
    open += sign === '[' ? 1 : -1;
    if (open < 0) return false;
  }
  return open === 0;
}

function inlineCode(text: string, style: SpanStyle): string {
  const flat = text.replaceAll('\n', ' ');
  const content = style.inCell ? flat.replaceAll('|', '\\|') : flat;
  if (content.trim() === '') return content;
  const longest = Math.max(0, ...[...content.matchAll(/`+/g)].map(match => match[0].length));
  const fence = '`'.repeat(longest + 1);
  const pad = content.startsWith('`') || content.endsWith('`') ? ' ' : '';
  return fence + pad + content + pad + fence;
}

function broken(text: string, style: SpanStyle): string {
  return text.includes('\n') ? text.replaceAll('\n', style.lineBreak) : text;
}

/** `noteLabel` for both ends of a note. */
export function noteLabel(id: string): string {
  return id.replaceAll(/[\s\]^]/g, '-');
}

function escapeMarkdown(text: string, style: SpanStyle): string {
  if (!/[\\`*_[\]<~|&]/.test(text)) return text;
  const escaped = text
    .replaceAll(/\\(?=[!-/:-@[-`{-~])/g, '\\\\')
    .replaceAll('`', '\\`')
    .replaceAll(/\*(?!\s|$)|(?<!\s|^)\*/g, '\\*')
    .replaceAll(/(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, '\\_')
    .replaceAll(/\[(?=[^\]]*\][([:])|\[(?=\^)/g, '\\[')
    .replaceAll(/<(?=[A-Za-z/!?])/g, '\\<')
    .replaceAll('~~', '\\~~')
    .replaceAll(/&(?=#?\w+;)/g, '\\&');
  return style.inCell ? escaped.replaceAll('|', '\\|') : escaped;
}

/** At the start of a line, signs that would begin a heading, quote, list, rule or code. */
export function escapeLineStart(line: string): string {
  return line
    .replace(/^(#{1,6})(?=\s|$)/, '\\$1')
    .replace(/^>/, '\\>')
    .replace(/^([-+*])(?=\s|$)/, '\\$1')
    .replace(/^(\d{1,9})([.)])(?=\s|$)/, '$1\\$2')
    .replace(/^(-{3,}|={3,}|~{3,})(?=\s*$)/, '\\$1');
}
