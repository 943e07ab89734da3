import type {Span} from '../model.ts';
import type {Line} from './lines.ts';

/**
 * The lines of a paragraph as running text: a blank between words, none between East Asian characters, hyphens at line
 * ends taken back. Where the next word would have fitted on the line, the break was meant and stays.
 */
export function joinLines(lines: readonly Line[], columnEnd: number): Span[] {
  const spans: Span[] = [];
  for (const [index, line] of lines.entries()) {
    const next = lines[index + 1];
    const own = line.segments.flatMap((segment, at) => [...(at > 0 ? [{text: ' '}] : []), ...segment.spans]);
    if (!next) {
      spans.push(...own);
      break;
    }
    const end = own.at(-1);
    const start = next.text.trimStart();
    if (end && isHyphenated(end.text, start)) {
      spans.push(...own.slice(0, -1), {...end, text: end.text.trimEnd().slice(0, -1)});
      continue;
    }
    spans.push(...own, {text: glue(line, next, start, columnEnd)});
  }
  return spans.map(withoutLeaders);
}

/** Rows of dots that lead to a page number. */
function withoutLeaders(span: Span): Span {
  return span.text.includes('. .') || span.text.includes('....')
    ? {...span, text: span.text.replaceAll(/\s*(?:\.\s?){5,}/g, ' … ')}
    : span;
}

function isHyphenated(before: string, after: string): boolean {
  return /\p{Ll}[-\u00ad]\s*$/u.test(before) && /^\p{Ll}/u.test(after);
}

function glue(line: Line, next: Line, start: string, columnEnd: number): string {
  const letters = Math.max(1, line.text.length);
  const word = /^\S+/.exec(start)?.[0].length ?? 0;
  const isEastAsian = eastAsian.test(line.text.trimEnd().slice(-1)) && eastAsian.test(start.slice(0, 1));
  const free = columnEnd - line.end;
  const needed = isEastAsian ? line.size * 2 : ((line.end - line.x) / letters) * (word + 1) + line.size * 0.5;
  if (free > needed && free > (columnEnd - next.x) * 0.12) return '\n';
  return isEastAsian ? '' : ' ';
}

const eastAsian = /[\u3000-\u30ff\u3400-\u9fff\uff00-\uffef]/;
