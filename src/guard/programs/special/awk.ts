import {judgePath} from '../../judge/judge-path.ts';
import {type Invocation, say, sayFact} from '../../judge/scope.ts';
import {type Argument, fixed, textOf} from '../../shell/argument.ts';
import {judgeWord} from '../judge-row.ts';
import {readOptions} from '../read-options.ts';
import {readTable} from '../row.ts';

const row = readTable(
  `awk | S | t,r* | -F: -v: -f:x!^C --field-separator: --assign: --file:x!^C --posix -P --traditional -c --re-interval -r -S --sandbox --version -V --help -W:^D -i:x^D -l:x^D -e:! -E:x^D --exec:x^D --include:x^D --load:x^D -p?w^C -o?w^C -d?w^C --profile?w^C --pretty-print?w^C --dump-variables?w^C -n -N -b -M -O -s --csv -k`,
).get('awk');

/** `awk`: the program in its words can run others and write files. */
export function judgeAwk(call: Invocation): void {
  if (!row) return;
  const read = readOptions(row, call.args, true);
  const [strange] = [...read.unknown, ...read.uncertain];
  if (strange) sayFact(call, 'CAUTION', 'option.unknown', 'awk has an option that is not known.', strange);
  for (const {name, facts, value, at} of read.options) {
    say(call, facts.level, 'option', `${name} of awk does more than read.`, at);
    if (value) judgeWord(value, facts.kind, call);
    if (/^(?:-f|--file)$/.test(name) && value && /^(?:-|\/dev\/(?:stdin|fd\/\d+))$/.test(textOf(value) ?? '')) {
      if (call.input.type === 'text') judgeCode(call.input.text, call);
      else if (call.input.type !== 'terminal')
        sayFact(call, 'DANGEROUS', 'code.piped', 'awk runs what comes through a pipe.', value);
    }
    if (name === '-e') judgeCode((value && textOf(value)) ?? null, call);
  }
  const replaced = read.options.some(({facts}) => facts.replacesFirst);
  const [program, ...files] = replaced ? [undefined, ...read.operands] : read.operands;
  if (program) judgeCode(textOf(program), call);
  for (const file of files) if (file && !/^[A-Za-z_]\w*=/.test(textOf(file) ?? '')) judgePath(file, 'read', call);
}

function judgeCode(code: string | null, call: Invocation): void {
  if (code === null) {
    sayFact(call, 'DANGEROUS', 'code.unknown', 'It is not known which program awk runs.', call.span);
    return;
  }
  const found = awkEffect(code);
  if (found === 'runs') say(call, 'DANGEROUS', 'code.runs', 'The program of awk runs commands.');
  if (found === 'writes') {
    say(call, 'CAUTION', 'code.writes', 'The program of awk writes files.');
    for (const [, target = ''] of code.matchAll(/>>?\s*"([^"]*)"/g)) judgePath(named(target, call), 'write', call);
    if (!/>>?\s*"/.test(code)) say(call, 'DANGEROUS', 'path.unknown', 'It is not known which file awk writes.');
  }
  for (const [, target = ''] of code.matchAll(/<\s*"([^"]*)"/g)) judgePath(named(target, call), 'read', call);
  if (found !== 'reads') return;
  say(call, 'CAUTION', 'code.reads', 'The program of awk reads files of its own choice.');
  for (const [, text = ''] of code.matchAll(/"([^"]*[/.][^"]*)"/g)) judgePath(named(text, call), 'read', call);
}

function named(path: string, {span}: Invocation): Argument {
  return fixed(path, span);
}

/** Looked at without its texts and regular expressions, in which anything may stand. */
export function awkEffect(code: string): 'none' | 'reads' | 'writes' | 'runs' {
  const bare = withoutTexts(code);
  if (bare === null || /\bsystem\b|@|\|&|\\/.test(bare) || /(?<!\|)\|(?!\|)/.test(bare)) return 'runs';
  if (printsIntoFile(bare)) return 'writes';
  // Alone it goes on to the next line of what is read anyway.
  const others = bare.replace(/\bgetline\s*(?=[;}\n]|$)/g, '');
  return /\b(?:getline|ARGV|ARGC|PROCINFO)\b/.test(others) ? 'reads' : 'none';
}

/** Null when it is not clear where a text ends. A slash begins a regular expression where no value can stand before it. */
function withoutTexts(code: string): string | null {
  let bare = '';
  let before = '';
  let word = '';
  for (let at = 0; at < code.length; at++) {
    const character = code[at] ?? '';
    const isExpression = character === '/' && (!/[\w)\]$.]/.test(before) || BEFORE_EXPRESSION.test(word));
    // A `)` may end a value, or a condition before a statement.
    if (character === '/' && before === ')' && closing(code, at, '/') > 0) return null;
    if (character === '#') {
      const end = code.indexOf('\n', at);
      if (end < 0) return bare;
      at = end - 1;
    } else if (character === '"' || isExpression) {
      const end = closing(code, at, character);
      if (end < 0) return null;
      bare += '""';
      before = '"';
      at = end;
    } else {
      bare += character;
      if (!/\s/.test(character)) {
        word = /\w/.test(character) ? (/\w$/.test(bare.slice(0, -1)) ? word : '') + character : '';
        before = character;
      }
    }
  }
  return bare;
}

/** Behind these a value begins. */
const BEFORE_EXPRESSION = /^(?:print|printf|return|do|else|in|exit|case)$/;

function closing(code: string, start: number, quote: string): number {
  let inClass = false;
  for (let at = start + 1; at < code.length; at++) {
    const character = code[at];
    if (character === '\\') at++;
    else if (character === '\n') return -1;
    else if (quote === '/' && character === '[') inClass = true;
    else if (quote === '/' && character === ']') inClass = false;
    else if (character === quote && !inClass) return at;
  }
  return -1;
}

/** `>` behind `print` outside of parentheses is a file; elsewhere it compares. */
function printsIntoFile(bare: string): boolean {
  for (const {index} of bare.matchAll(/\bprintf?\b/g)) {
    let depth = 0;
    for (let at = index; at < bare.length; at++) {
      const character = bare[at] ?? '';
      if (character === '(') depth++;
      else if (character === ')') depth--;
      else if (depth <= 0 && /[;}\n]/.test(character)) break;
      else if (depth <= 0 && character === '>') return true;
    }
  }
  return false;
}
