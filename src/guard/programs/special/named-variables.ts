import {judgeAssignment} from '../../judge/judge-assignment.ts';
import {type Invocation, say, sayFact} from '../../judge/scope.ts';
import {isTyped, judgeGivenNumber, judgeNumbers, noteTyped} from '../../judge/typed-values.ts';
import {type Argument, tail, textOf} from '../../shell/argument.ts';

/** `read`, `mapfile`: every word that names a variable sets it, also the one behind `-a`. */
export function judgeRead(call: Invocation): void {
  const {args} = call;
  for (let at = 0; at < args.length; at++) {
    const word = args[at];
    if (!word) break;
    const text = textOf(word) ?? word.prefix;
    if (!/^-./s.test(text) || text === '--') {
      if (text !== '--') judgeName(word, call);
      continue;
    }
    const place = text.slice(1).search(call.name === 'read' ? /[adinNptu]/ : /[dnOsuCc]/) + 1;
    const letters = place > 0 ? text.slice(1, place + 1) : text.slice(1);
    if (textOf(word) === null && place === 0)
      sayFact(call, 'DANGEROUS', 'variable.unknown', 'It is not known which variable is set.', word);
    if (letters.includes('C') && call.name !== 'read')
      say(call, 'DANGEROUS', 'code.callback', 'It runs something for each line.');
    if (place === 0) continue;
    const isAttached = text.length > place + 1 || textOf(word) === null;
    const value = isAttached ? tail(word, place + 1) : args[++at];
    const isName = call.name === 'read' && letters.endsWith('a');
    // Options that take a word in bash take none in zsh, where the word then names a variable.
    const mayBeName = call.scope.mayBeZsh && !isAttached && /^[A-Za-z_]\w*(?:\[|\?|$)/.test(textOf(value) ?? '');
    if (value && (isName || mayBeName)) judgeName(value, call);
    else if (/[tknu]$/.test(letters)) judgeNumbers([value], call.scope);
  }
  // Without a name there is one all the same.
  const own = call.name === 'read' ? 'REPLY' : 'MAPFILE';
  if (isTyped(call.input)) call.scope.seen.typed.add(own);
}

/** A variable that gets a value from elsewhere. */
export function judgeName(word: Argument, call: Invocation): void {
  const text = textOf(word);
  if (text === null) {
    sayFact(call, 'DANGEROUS', 'variable.unknown', 'It is not known which variable is set.', word);
    return;
  }
  // In zsh a prompt may follow the name.
  const name = call.scope.mayBeZsh ? text.replace(/\?.*$/s, '') : text;
  judgeEvaluated(word, call);
  judgeAssignment({name, value: null, span: word, use: 'plain'}, call.scope);
  const plain = name.replace(/\[.*$/s, '');
  if (!READS.test(call.name)) noteTyped(plain, call.args.map(({source}) => source).join(' '), call.scope);
  else if (isTyped(call.input)) call.scope.seen.typed.add(plain);
  judgeGivenNumber(plain, null, word, call.scope);
  call.scope.variables.set(name, call.input.type === 'names' && isWholeName(call) ? call.input.items : null);
}

const READS = /^(?:read|mapfile|readarray)$/;

/** Nobody gives more to a `read` of one variable; each of very many would ask for all of them. */
const MOST_WORDS_OF_ONE = 8;

/** `read` with one variable, `-r` and what stops at no separator but the line's end: what is read is a name as it was given. */
function isWholeName({name, args}: Invocation): boolean {
  if (args.length > MOST_WORDS_OF_ONE) return false;
  const words = args.filter(word => !/^-/.test(textOf(word) ?? '-'));
  const options = args.flatMap(word => (/^-/.test(textOf(word) ?? '-') ? [textOf(word) ?? '?'] : []));
  return name === 'read' && words.length <= 1 && options.every(option => option === '-r');
}

/** fish: `string match -r '(?<name>…)'` sets a variable for each group that has a name; string-match(1). */
export function judgeMatch(call: Invocation): void {
  const [verb, ...words] = call.args;
  const end = words.findIndex(word => textOf(word) === '--');
  const options = words.filter((word, place) => /^-./.test(textOf(word) ?? word.prefix) && (end < 0 || place < end));
  const isRegex = options.some(word => /^-\w*r|^--r/.test(textOf(word) ?? '-r'));
  if (call.name !== 'string' || textOf(verb) !== 'match' || !isRegex) return;
  // An option may have had a word of its own.
  for (const word of words) {
    if (options.includes(word)) continue;
    const text = word.source;
    for (const [, , name = ''] of text.matchAll(/\(\?P?(['<])([A-Za-z_]\w*)['>]/g))
      judgeAssignment({name, value: null, span: word, use: 'plain'}, call.scope);
    if (textOf(word) === null && word === words.find(each => !options.includes(each) && textOf(each) !== '--'))
      sayFact(call, 'CAUTION', 'variable.unknown', 'A group with a name in this pattern would set a variable.', word);
  }
}

/** A text that the shell evaluates as arithmetic, or takes for a name with a subscript. */
export function judgeEvaluated(word: Argument, call: Invocation): void {
  for (const {text} of word.values ?? [])
    if (/\[/.test(text))
      sayFact(
        call,
        /[$`]/.test(text) ? 'DANGEROUS' : 'CAUTION',
        'code.subscript',
        'A subscript is evaluated, and commands may stand in it.',
        word,
      );
}
