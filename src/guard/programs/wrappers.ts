/** Programs that run another command: what is judged is that one. */
import {judgeAssignment} from '../judge/judge-assignment.ts';
import {dataInput, type Input, type Invocation, say, sayFact} from '../judge/scope.ts';
import {type Argument, fixed, textOf} from '../shell/argument.ts';
import {judgeWord} from './judge-row.ts';
import {type ReadOptions, readOptions} from './read-options.ts';
import {type Row, readTable} from './row.ts';
import {isOrdinarySshOption} from './special/ssh-options.ts';
import {itemsOf} from './special/xargs.ts';
import {wrappers as table} from './tables/wrappers.ts';

export interface Wrapper extends Row {
  /** Words between the options and the command. */
  readonly wordsBefore: number;
}

/** By the name of a program, or of a subcommand. */
export function findWrapper(name: string): Wrapper | undefined {
  rows ??= readWrappers();
  return rows.get(name);
}

let rows: ReadonlyMap<string, Wrapper> | undefined;

function readWrappers(): ReadonlyMap<string, Wrapper> {
  const found = new Map<string, Wrapper>();
  for (const line of table.split('\n')) {
    const [names = '', level = '', before = '', options = ''] = line.split('|');
    if (names.trim() === '') continue;
    for (const [name, row] of readTable(`${names}|${level}|t*|${options}`))
      found.set(name, Object.assign(row, {wordsBefore: Number(before)}));
  }
  return found;
}

/** `args`: what follows the wrapper's name. */
export function judgeWrapper(wrapper: Wrapper, call: Invocation, args: readonly Argument[] = call.args): void {
  if (wrapper.name === 'ssh' && asksSsh(args)) return;
  say(call, wrapper.level, 'program', `${wrapper.name} runs another command.`);
  const read = GOES_ON.test(wrapper.name) ? readAfterHost(wrapper, args) : readOptions(wrapper, args, true);
  const [strange] = [...read.unknown, ...read.uncertain];
  if (strange)
    sayFact(
      call,
      'DANGEROUS',
      'wrapper.option',
      `What ${wrapper.name} runs is not known: it has an option of its own.`,
      strange,
    );
  for (const {name, facts, value, at} of read.options) {
    sayOption(call, wrapper, name, facts.level, at);
    if (wrapper.name === 'ssh' && name === '-J' && value?.prefix.startsWith('-'))
      say(call, 'DANGEROUS', 'option', 'Where a machine stands there is an option.', value);
    if (value) judgeWord(value, facts.kind, call);
  }
  if (/^(?:command)$/.test(wrapper.name) && has(read, '-v', '-V')) return;
  judgeRest(wrapper, call, read);
}

/** Their options go on behind the first word. */
const GOES_ON = /^(?:ssh|kubectl exec)$/;

/** `ssh host -N -L 1:localhost:2`: its options go on behind the host, up to the command (`main` in ssh.c). */
function readAfterHost(wrapper: Wrapper, args: readonly Argument[]): ReadOptions {
  const read = readOptions(wrapper, args, true);
  const [host, ...rest] = read.rest;
  if (!host || !(textOf(rest[0]) ?? '').startsWith('-')) return read;
  const more = readOptions(wrapper, rest, true);
  return {
    options: [...read.options, ...more.options],
    operands: read.operands,
    rest: [host, ...more.rest],
    unknown: [...read.unknown, ...more.unknown],
    uncertain: [...read.uncertain, ...more.uncertain],
  };
}

/** `ssh -G host` tells what its settings come to, `-Q` and `-V` what it is. */
function asksSsh([first, second, ...more]: readonly Argument[]): boolean {
  const isName = second === undefined || /^\w[\w@.-]*$/.test(textOf(second) ?? '');
  return /^-[GQV]$/.test(textOf(first) ?? '') && isName && more.length === 0;
}

function sayOption(call: Invocation, wrapper: Wrapper, name: string, level: Row['level'], at: Argument): void {
  if (name === '-o' && wrapper.name === 'ssh') {
    judgeSshOption(call, at);
    return;
  }
  say(call, level, 'option', `${name} of ${wrapper.name} does more than run a command.`, at);
}

/** `-o ProxyCommand=…` and its like run programs here. */
function judgeSshOption(call: Invocation, at: Argument): void {
  const place = call.args.indexOf(at);
  const own = textOf(at) ?? '';
  const text = own.length > 2 ? own.slice(2) : (textOf(call.args[place + 1]) ?? '');
  if (!isOrdinarySshOption(text)) say(call, 'DANGEROUS', 'option', 'This option of ssh may run a program.', at);
}

function judgeRest(wrapper: Wrapper, call: Invocation, {rest, operands, options}: ReadOptions): void {
  const words = rest.length > 0 ? rest : operands;
  const before = wrapper.wordsBefore;
  const given = words.slice(0, before);
  const command = withoutSeparator(words.slice(before));
  switch (wrapper.name) {
    case 'env':
    case 'sudo':
    case 'cross-env':
    case 'doas':
      judgeAfterAssignments(call, command);
      return;
    case 'adb shell':
    case 'adb exec-out':
      if (words.length > 0) judgeJoined(call, words, 'CAUTION');
      return;
    case 'watch':
      if (options.some(({name}) => name === '-x' || name === '--exec')) run(call, command);
      else judgeJoined(call, command, 'SAFE');
      return;
    case 'cross-env-shell':
    case 'watchexec':
      judgeJoined(call, command, 'CAUTION');
      return;
    case 'flock':
      if (textOf(command[0]) === '-c') judgeJoined(call, command.slice(1), 'CAUTION');
      else run(call, command);
      return;
    case 'ssh':
      if (given.some(word => word.values?.every(({text}) => !text.startsWith('-')) !== true))
        say(call, 'DANGEROUS', 'wrapper.unknown', `It is not known where ${wrapper.name} runs it.`);
      if (command.length > 0) judgeJoined(call, command, 'CAUTION', call.input);
      else if (call.input.type !== 'terminal') call.scope.judge.words([fixed('sh', call.span)], call.scope, call.input);
      return;
    case 'setarch':
    case 'runcon':
      // The first word may be left out.
      if (words.length > 0) run(call, words);
      if (words.length > 1) run(call, words.slice(1));
      return;
    case 'tmux new-session':
    case 'tmux new':
    case 'tmux new-window':
    case 'tmux neww':
    case 'tmux split-window':
    case 'tmux splitw':
      if (command.length === 1) judgeJoined(call, command, 'CAUTION');
      else if (command.length > 1) run(call, command);
      return;
    case 'script':
      for (const word of given) judgeWord(word, 'write', call);
      if (command.length > 0) run(call, command);
      return;
    case 'parallel':
      judgeParallel(call, command);
      return;
    case 'exec':
      if (command.length > 0) {
        run(call, command);
        say(call, 'CAUTION', 'shell.exit', 'The shell ends with what takes its place.');
      } else if (call.args.length > 0) say(call, 'CAUTION', 'program', 'exec changes the shell itself.');
      return;
    default:
      if (command.length > 0) run(call, command);
      else if (wrapper.level === 'SAFE' && !/^(?:time|command|numactl|xcrun|arch)$/.test(wrapper.name))
        say(call, 'CAUTION', 'wrapper.empty', `${wrapper.name} has nothing to run.`);
  }
}

function run(call: Invocation, command: readonly Argument[]): void {
  call.scope.judge.words(command, call.scope, call.input);
}

function withoutSeparator(words: readonly Argument[]): readonly Argument[] {
  return textOf(words[0]) === '--' ? words.slice(1) : words;
}

/** `env A=1 B=2 command`. */
function judgeAfterAssignments(call: Invocation, words: readonly Argument[]): void {
  const place = words.findIndex(word => !/^[A-Za-z_]\w*=/.test(word.prefix || (textOf(word) ?? '')));
  const assignments = place < 0 ? words : words.slice(0, place);
  for (const word of assignments) {
    const text = word.prefix || (textOf(word) ?? '');
    const name = text.slice(0, text.indexOf('='));
    const whole = textOf(word);
    judgeAssignment(
      {name, value: whole === null ? null : whole.slice(name.length + 1), span: word, use: 'prefix'},
      call.scope,
    );
  }
  const command = place < 0 ? [] : words.slice(place);
  if (command.length > 0) run(call, command);
}

/** Words that a shell reads again as one text. */
function judgeJoined(
  call: Invocation,
  words: readonly Argument[],
  least: 'SAFE' | 'CAUTION',
  input: Input = dataInput,
): void {
  const texts = words.map(textOf);
  say(call, least, 'program', 'It runs a command elsewhere.');
  if (texts.some(text => text === null)) {
    const [unknown] = words.filter(word => textOf(word) === null);
    if (unknown) sayFact(call, 'DANGEROUS', 'code.unknown', 'A shell reads what is not known before.', unknown);
    return;
  }
  const [first] = words;
  const span = {start: first?.start ?? call.span.start, end: words.at(-1)?.end ?? call.span.end};
  call.scope.judge.text(texts.join(' '), span, call.scope, input);
}

/** Its arguments come after `:::`, or from its input, and are quoted by it. */
function judgeParallel(call: Invocation, words: readonly Argument[]): void {
  const place = words.findIndex(word => /^:::/.test(textOf(word) ?? ''));
  const command = place < 0 ? words : words.slice(0, place);
  const items = place < 0 ? [] : words.slice(place + 1);
  if (command.length === 0) {
    say(call, 'DANGEROUS', 'code.unknown', 'It runs its input as commands.');
    return;
  }
  const given = items.length > 0 ? items : itemsOf(call);
  if (command.some(word => /\{[^}]/.test(textOf(word) ?? '')))
    say(call, 'CAUTION', 'wrapper.parts', 'It puts parts of its arguments into the command.');
  if (given.some(word => textOf(word) === null) && command.some((word, at) => takesCode(command, word, at)))
    sayFact(call, 'DANGEROUS', 'code.unknown', 'The input becomes a part of code.', call.span);
  // A shell reads the words of the command once more, as one text.
  if (command.some(word => /[^\w./{}:=@%+,-]/.test(textOf(word) ?? '$')))
    for (const each of given) judgeJoined(call, withItem(command, each), textOf(each) === null ? 'CAUTION' : 'SAFE');
  if (command.length > 1 || !/\s/.test(textOf(command[0]) ?? ''))
    for (const each of given) run(call, [...command.filter(word => textOf(word) !== '{}'), each]);
}

/** Its argument is put where code stands: `parallel 'sh -c {}'`. */
function takesCode(command: readonly Argument[], word: Argument, at: number): boolean {
  const before = command.slice(0, at).map(each => textOf(each) ?? '');
  const text = [...before, textOf(word) ?? ''].join(' ');
  return /(?:^|[\s/;&|])(?:(?:ba|z|da|k|fi)?sh\s(?:-\w+\s+)*-\w*c|eval|(?:python[\d.]*|node|perl|ruby)\s(?:-\w+\s+)*-[ce])\s[^;|&]*\{\}/.test(
    text,
  );
}

/** The argument, quoted as parallel quotes it, in place of `{}`, or at the end. */
function withItem(command: readonly Argument[], item: Argument): readonly Argument[] {
  const text = textOf(item);
  const quoted = text === null ? '{}' : `'${text.replaceAll("'", "'\\''")}'`;
  const filled = command.map(word => {
    const own = textOf(word);
    return own?.includes('{}') ? fixed(own.replaceAll('{}', quoted), word) : word;
  });
  return filled.every((word, place) => word === command[place]) ? [...filled, fixed(quoted, item)] : filled;
}

function has(read: ReadOptions, ...names: readonly string[]): boolean {
  return read.options.some(({name}) => names.includes(name));
}
