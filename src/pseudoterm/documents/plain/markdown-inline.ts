import {linkTarget} from '../link-target.ts';
import {type Span, tidySpans} from '../model.ts';

type Style = Omit<Span, 'text'>;

/**
 * The styles inside of a line of Markdown: code, links, pictures, notes, emphasis, escapes. Markers that do not pair up are
 * text. Simpler than CommonMark's rules for nested emphasis, and linear in the length.
 */
export function markdownInline(text: string, style: Style = {}, depth = 0): Span[] {
  const spans: Span[] = [];
  let at = 0;
  for (const match of text.matchAll(pieces)) {
    if (match.index < at) continue;
    if (match.index > at) spans.push({text: text.slice(at, match.index), ...style});
    spans.push(...spansOf(match, style, depth));
    at = match.index + match[0].length;
  }
  if (at < text.length) spans.push({text: text.slice(at), ...style});
  return depth === 0 ? tidySpans(spans) : spans;
}

/** Every group is one kind; none of them can run past a blank line, and none backtracks over more than its own end. */
const pieces =
  /\\([!-/:-@[-`{-~])|(`+)([^`]+)\2(?!`)|!?\[((?:[^[\]\\]|\\.)*)\]\(<?([^()<>\s]*)>?(?:\s+"[^"]*")?\)|\[\^([^\]\s]+)\](?!:)|<((?:https?|mailto):[^<>\s]+)>|(\*\*|__|~~)(?=\S)([^*~\n]*?\S)\8|(?<![\p{L}\p{N}])([*_])(?=\S)([^*_\n]*?\S)\10(?![\p{L}\p{N}])|(?: {2,}|\\)\n|<br ?\/?>|&(amp|lt|gt|quot|nbsp);/gu;

function spansOf(match: RegExpExecArray, style: Style, depth: number): Span[] {
  const [whole, escaped, , code, label, address, note, autolink, strong, inStrong, , inSlant, entity] = match;
  const inner = (content: string, more: Style): Span[] =>
    depth > 8 ? [{text: content, ...style}] : markdownInline(content, {...style, ...more}, depth + 1);
  if (escaped !== undefined) return [{text: escaped, ...style}];
  if (code !== undefined)
    return [{text: code.length > 2 ? code.replace(/^ (.*) $/s, '$1') : code, ...style, code: true}];
  if (label !== undefined) return linked(whole, label, address, inner);
  if (note !== undefined) return [{text: `[${note}]`, note}];
  if (autolink !== undefined) return [{text: autolink, ...style, href: autolink}];
  if (inStrong !== undefined) return inner(inStrong, strong === '~~' ? {strike: true} : {bold: true});
  if (inSlant !== undefined) return inner(inSlant, {italic: true});
  if (entity !== undefined) return [{text: entities[entity] ?? whole, ...style}];
  return [{text: '\n', ...style}];
}

function linked(
  whole: string,
  label: string,
  address: string | undefined,
  inner: (content: string, more: Style) => Span[],
): Span[] {
  if (whole.startsWith('!')) return label === '' ? [] : [{text: `[image: ${label}]`}];
  const href = linkTarget(address);
  return inner(label, href === undefined ? {} : {href});
}

const entities: Readonly<Record<string, string>> = {amp: '&', lt: '<', gt: '>', quot: '"', nbsp: '\u00a0'};
