/** Here-documents whose delimiter is quoted: every shell that has them takes what stands in them as it is. */
import {eachBelow, forEachChild, parseShell, type SyntaxNode} from './parse-shell.ts';

/** `<<'EOF'`, `<<-"EOF"` */
const OPERATOR = /<<(-?)[ \t]*(['"])([\w.-]+)\2/g;
/** A line that all shells read alike: words, plain quotes, variables and operators, no comment, bracket or backslash. */
const PLAIN = /^(?:[\w \t./~:@%+,=<>|&;-]|"[\w \t./~:@%+,=$-]*"|'[\w \t./~:@%+,=$-]*'|\$(?=\w))*$/;
/** `git commit -m "$(cat <<'EOF'`: the text becomes a word, by a line that begins with `)"`. */
const WORD = /"\$\(cat (?=<<-?['"][\w.-]+['"]$)/;

/** With more of them than people write a text is taken as it is. */
const MOST = 40;

/**
 * The text with blanks in place of what stands in such here-documents, where it is certain that the shell takes them for such; the parser says
 * so of the text without them. Else the text as it is. `isOther`: the shell may read lines otherwise than the parser, so every other line has to be
 * plain.
 */
export function withoutQuotedBodies(text: string, {isOther = false}: {readonly isOther?: boolean} = {}): string {
  if (!text.includes('<<')) return text;
  const lines = text.split('\n');
  const blank = [...lines];
  const kept: string[] = [];
  const operators: number[] = [];
  let length = 0;
  let begun = 0;
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] ?? '';
    if (line.includes('<<') && ++begun > MOST) return text;
    const end = endOf(lines, at);
    if (end !== null) {
      operators.push(length + line.indexOf('<<'));
      for (let inner = at + 1; inner < end; inner++) blank[inner] = ' '.repeat(lines[inner]?.length ?? 0);
      at = end - 1;
    }
    kept.push(line);
    length += line.length + 1;
  }
  if (operators.length === 0 || (isOther && !arePlain(kept))) return text;
  const rest = kept.join('\n');
  const script = parseShell(rest);
  if (!script) return text;
  const found: SyntaxNode[] = [];
  const visit = (node: SyntaxNode): void => {
    if (node.type === 'HereDoc' && node.delimiter?.quoted && node.closing !== undefined) found.push(node);
  };
  forEachChild(script, child => {
    visit(child);
    eachBelow(child, visit);
  });
  return operators.every(at => found.some(({pos, end}) => pos <= at && at < end)) ? blank.join('\n') : text;
}

/** The line that ends the here-document which begins behind this one; null where there is none, or more than one. */
function endOf(lines: readonly string[], at: number): number | null {
  const line = lines[at] ?? '';
  const [operator] = line.matchAll(OPERATOR);
  if (!operator || line.split('<<').length !== 2) return null;
  const [, dash, , delimiter] = operator;
  const end = lines.findIndex((other, index) => index > at && (dash ? other.replace(/^\t+/, '') : other) === delimiter);
  return end < 0 ? null : end;
}

/** All shells read these lines alike; behind a line with an operator stands the one that ends its here-document. */
function arePlain(lines: readonly string[]): boolean {
  return lines.every((line, at) => {
    const closes = closing(lines[at - 2]);
    return line.startsWith(closes) && PLAIN.test(line.slice(closes.length).replace(WORD, ''));
  });
}

/** How the line begins that makes a word of a here-document; empty where it makes none. */
function closing(line = ''): string {
  return WORD.test(line) ? ')"' : '';
}
