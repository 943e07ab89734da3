import {withoutQuotes} from './judge-dialect.ts';

/**
 * What a line for fish, in the quotes of bash, says in the words of bash: `(…)` for `$(…)`, `; and`, `; or`, `not`, and blocks that end with `end`. Null where
 * something else stands in it that bash reads otherwise. fish documentation, “The fish language”.
 */
export function plainFish(given: string): string | null {
  const line = tellingOnly(given);
  const bare = withoutQuotes(line);
  if (STRANGE.test(bare) || /"[^"]*(?<!\$)\(/.test(quotedParts(bare))) return null;
  const blocks = new Blocks();
  for (const statement of statementsOf(line, bare) ?? [null])
    if (statement === null || !blocks.take(statement)) return null;
  return blocks.text();
}

/** Forms of the words of fish that print something, as a command that prints; and reading into variables. */
function tellingOnly(line: string): string {
  const told = replaced(line, TELLS, found => (found.startsWith('history') ? 'history' : 'true'));
  return replaced(told, READS, found => found.replace(/read(?:\s+(?:-l|--local))?/, 'read -r'));
}

const BEGINS = String.raw`(?<=(?:^|[;&|(\n]|\b(?:and|or|not|if|while|begin|else)\s)\s{0,9})`;
const ENDS_HERE = String.raw`(?=\s{0,9}(?:$|[;&|)\n]))`;
/** Without `history delete`, `clear` and `merge`, and without `functions -e` and `-c`. */
const TELLS = new RegExp(
  String.raw`${BEGINS}(?:history(?:\s+search(?:\s+[\w.=-]+)*)?|functions(?:\s+-[na]{1,2})?|builtin\s+-n|status(?:\s+(?:is-[a-z-]+|(?:current-)?(?:filename|function|line-number|command)|fish-path|basename|dirname|features))?)${ENDS_HERE}`,
  'g',
);
const READS = new RegExp(
  String.raw`${BEGINS}read(?:\s+(?:-l|--local))?(?:\s+(?!status\b|argv\b|fish_)[a-z_]\w*){1,5}${ENDS_HERE}`,
  'g',
);

/** In the parts of the line that are not quoted. */
function replaced(line: string, pattern: RegExp, by: (found: string) => string): string {
  let read = '';
  let end = 0;
  for (const {0: found, index} of withoutQuotes(line).matchAll(pattern)) {
    read += line.slice(end, index) + by(line.slice(index, index + found.length));
    end = index + found.length;
  }
  return read + line.slice(end);
}

/** Not read as bash reads it, or not at all. */
const STRANGE =
  /(?:^|[\s;&|(])#|`|\(\s*\(|\(\s*\)|<\s*[(<]|\$(?:[^A-Za-z_\s"'(]|['"])|(?:^|[;&|(\n]|(?:^|\s)(?:command|time|and|or|not|if|while|begin|else)\s)\s*(?:builtin|source|eval|exec|abbr|alias|bind|complete|functions|funced|funcsave|emit|trap|argparse|psub|commandline|history(?!\s{0,9}(?:$|[|;&)\n]))|fish_\w+|status|block|read(?!\s+-r\s+[a-z_])|do|done|then|fi|elif|esac|until|select|coproc|\{|\}|\[\[|\(\()(?:$|[\s;&|)])/;

function quotedParts(bare: string): string {
  return (bare.match(/"[^"]*"/g) ?? []).join(' ');
}

/** Parts between `;` and ends of lines, with `$` before each `(`; null where brackets do not close. */
function statementsOf(line: string, bare: string): readonly string[] | null {
  const statements: string[] = [];
  let now = '';
  let depth = 0;
  for (let at = 0; at < line.length; at++) {
    const character = bare[at] ?? '';
    if (character === ')') depth--;
    if (depth < 0) return null;
    if (depth === 0 && /[;\n]/.test(character)) {
      statements.push(now);
      now = '';
    } else if (character === '(') {
      depth++;
      now += bare[at - 1] === '$' ? '(' : '$(';
    } else now += line[at] ?? '';
    // Blocks within a substitution are not followed.
    if (depth > 0 && character === '(' && WORDS.test(bare.slice(at + 1))) return null;
  }
  return depth === 0 ? [...statements, now] : null;
}

const WORDS = /^[^)]*(?:^|[;&|(\n])\s*(?:and|or|not|begin|end|if|else|for|while|switch|case|function)(?:$|[\s;&|)])/;

type Block = 'begin' | 'if' | 'loop' | 'switch' | 'function';

const ENDS: Readonly<Record<Block, string>> = {
  begin: '}',
  if: 'fi',
  loop: 'done',
  switch: 'fi',
  function: '}',
};

/** The words of bash so far. */
class Blocks {
  #text = '';
  /** What a condition is followed by, once it has ended. */
  #pending = '';
  readonly #open: Block[] = [];

  /** False where the statement is none that is understood. */
  take(statement: string): boolean {
    const trimmed = statement.trim();
    if (trimmed === '') return true;
    const [, word = '', rest = ''] =
      /^(and|or|not|begin|end|if|else|for|while|switch|case|function)(?=\s|$)\s*(.*)$/s.exec(trimmed) ?? [];
    if (word === 'and' || word === 'or') return this.#join(word === 'and' ? '&&' : '||', rest);
    this.#text += this.#pending;
    this.#pending = '';
    return this.#begin(word, rest, trimmed);
  }

  text(): string | null {
    return this.#open.length > 0 || this.#pending !== '' ? null : this.#text;
  }

  #join(operator: string, rest: string): boolean {
    const before = this.#text.trimEnd().replace(/;$/, '');
    if (before === '' || /(?:^|\s)(?:do|then|else|\{)$/.test(before)) return false;
    this.#text = `${before} ${operator} `;
    return this.#plain(rest, this.#pending === '' ? '; ' : '');
  }

  #begin(word: string, rest: string, whole: string): boolean {
    switch (word) {
      case 'begin':
        this.#open.push('begin');
        this.#text += '{ ';
        return rest === '' || this.take(rest);
      case 'if':
        this.#open.push('if');
        return this.#condition('if', rest, '; then ');
      case 'else': {
        if (this.#open.at(-1) !== 'if') return false;
        const further = /^if\s+(.*)$/s.exec(rest)?.[1];
        if (further !== undefined) return this.#condition('elif', further, '; then ');
        this.#text += 'else ';
        return rest === '';
      }
      case 'while':
        this.#open.push('loop');
        return this.#condition('while', rest, '; do ');
      case 'for':
        if (!/^[A-Za-z_]\w*\s+in\s/.test(rest)) return false;
        this.#open.push('loop');
        this.#text += `for ${rest}; do `;
        return true;
      case 'end': {
        const block = this.#open.pop();
        this.#text += block ? ENDS[block] : '';
        return block !== undefined && this.#plain(rest === '' ? '' : ` ${rest}`, '; ');
      }
      // What is compared runs; then one of the branches, or none.
      case 'switch':
        this.#open.push('switch');
        this.#text += 'if ';
        this.#pending = '; then :; ';
        return rest !== '' && this.#plain(`: ${rest}`, '');
      case 'case':
        if (this.#open.at(-1) !== 'switch' || rest === '') return false;
        this.#text += 'elif ';
        this.#pending = '; then :; ';
        return this.#plain(`: ${rest}`, '');
      case 'function': {
        const name = /^([A-Za-z]\w*)(?:\s+(?:-d|--description)\s+(?:\w+|'[^'\\]*'))?$/.exec(rest)?.[1];
        if (name === undefined || name.startsWith('fish_')) return false;
        this.#open.push('function');
        this.#text += `${name}() { `;
        return true;
      }
      case 'not':
        this.#text += '! ';
        return this.#plain(rest, '; ');
      default:
        return this.#plain(whole, '; ');
    }
  }

  #condition(word: string, condition: string, then: string): boolean {
    this.#text += `${word} `;
    this.#pending = then;
    return condition !== '' && this.#plain(condition, '');
  }

  /** Commands, joined as they are in bash; the last of a pipeline may be a loop. */
  #plain(text: string, end: string): boolean {
    const [, before, block] = /^(.*\|)\s*((?:while|for|begin|if)(?:\s.*)?)$/s.exec(withoutQuotes(text)) ?? [];
    if (before !== undefined && block !== undefined) {
      if (end === '' || /(?:^|[|&])\s*(?:not|and|or|begin|end|if|else|for|while|switch|case|function)\s/.test(before))
        return false;
      this.#text += `${text.slice(0, before.length)} `;
      return this.take(text.slice(before.length));
    }
    const said = text.replace(/(?<=^\s*|&&\s*|\|\|\s*)not\s+/g, '! ');
    if (
      /(?:^|[|&])\s*(?:not|and|or|begin|end|if|else|for|while|switch|case|function)(?=\s|$)/.test(withoutQuotes(said))
    )
      return false;
    this.#text += /(?<!&)&\s*$/.test(said) ? `${said} ` : `${said}${end}`;
    return true;
  }
}
