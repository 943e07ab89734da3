import {type Invocation, say, sayFact, terminalInput} from '../../judge/scope.ts';
import {type Argument, fixed, someName, textOf, unknownArgument} from '../../shell/argument.ts';
import {findRow} from '../find-row.ts';
import {judgeWord} from '../judge-row.ts';
import {readOptions} from '../read-options.ts';
import {readTable} from '../row.ts';
import {isPlainWord, onlyLooks} from './find.ts';

const row = readTable(
  `xargs | S | t* | -0 -r -t -p -x -a:r -d: -E: -e? -I: -i? -L: -l? -n: -P: -s: -J: -R: -S: -o --null --no-run-if-empty --max-args: --max-procs: --replace? --delimiter: --arg-file:r --verbose --interactive --max-lines? --max-chars: --exit --open-tty --process-slot-var: --show-limits --eof?`,
).get('xargs');

/** `xargs`: its input becomes words of a command. */
export function judgeXargs(call: Invocation): void {
  if (!row) return;
  const read = readOptions(row, call.args, true);
  const [strange] = [...read.unknown, ...read.uncertain];
  if (strange)
    sayFact(call, 'DANGEROUS', 'wrapper.option', 'What xargs runs is not known: it has an option of its own.', strange);
  for (const {value, facts} of read.options) if (value) judgeWord(value, facts.kind, call);
  const words = read.rest.length > 0 ? read.rest : read.operands;
  if (words.length === 0) return;
  const replaced = replacement(read.options);
  const items = read.options.some(({name}) => name === '-a' || name === '--arg-file')
    ? [unknownArgument(call.span)]
    : itemsOf(call);
  const filled =
    replaced === null
      ? [...words, ...items]
      : words.flatMap(word => fill(word, replaced, items[0] ?? unknownArgument(call.span)));
  // A text for a shell that takes in what comes from elsewhere runs what comes from elsewhere.
  const program = textOf(words[0]) ?? '';
  const onlyReads = findRow(program)?.level === 'SAFE' || program === 'echo' || program === 'printf';
  if (!onlyReads && filled.some(word => word.values === null && word.prefix.includes(' ')))
    say(call, 'DANGEROUS', 'code.unknown', 'The input becomes a part of code.');
  // Of files that another program has named nothing is shown but what can be seen of them from outside.
  const isList = call.input.type === 'data' && call.input.isList === true;
  const isSeen = isList ? onlyLooks(program) : /^(?:data|file)$/.test(call.input.type) && LISTERS.test(program);
  const seen = {...someName(call.span), values: [{text: '/*', glob: true}], prefix: '/'};
  const given = isSeen ? filled.map(word => (items.includes(word) ? seen : word)) : filled;
  call.scope.judge.words(given, call.scope, terminalInput);
}

/** Whatever word they are given, they show names, sizes and dates. */
const LISTERS = /^(?:ls|stat|du|basename|dirname|readlink|realpath)$/;

function replacement(options: readonly {readonly name: string; readonly value: Argument | null}[]): string | null {
  const found = options.find(({name}) => /^(?:-I|-i|-J|--replace)$/.test(name));
  return found ? ((found.value && textOf(found.value)) ?? '{}') : null;
}

/** What comes by the input, as words. */
export function itemsOf({input, span}: Invocation): readonly Argument[] {
  switch (input.type) {
    case 'names':
      return [{...someName(span), values: input.items}];
    case 'text':
      return input.text
        .split(/\s+/)
        .filter(word => word !== '')
        .slice(0, 200)
        .map(word => fixed(word, span));
    case 'terminal':
    case 'file':
    case 'environment':
    case 'data':
      return [unknownArgument(span)];
    default:
      return input satisfies never;
  }
}

function fill(word: Argument, mark: string, item: Argument): readonly Argument[] {
  const text = textOf(word);
  if (text === null || mark === '' || !text.includes(mark)) return [word];
  if (text === mark) return [item];
  // A text with more than a name in it may be code, in which the name is as good as unknown.
  const values = isPlainWord(text)
    ? (item.values?.map(each => ({text: text.replaceAll(mark, each.text), glob: each.glob})) ?? null)
    : null;
  return [{...word, values, prefix: text.slice(0, text.indexOf(mark))}];
}
