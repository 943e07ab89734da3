import {judgePath} from '../judge/judge-path.ts';
import {type Invocation, say, sayFact, terminalInput} from '../judge/scope.ts';
import {isAtLeast} from '../level.ts';
import {type Argument, mayBeSeveral, someName, textOf} from '../shell/argument.ts';
import {findAbbreviated, findRow} from './find-row.ts';
import {type GivenOption, type ReadOptions, readOptions} from './read-options.ts';
import type {Row, WordKind} from './row.ts';
import {optionsSoundDangerous, soundsDangerous, soundsLikeShowing, wordsSoundDangerous} from './telling-names.ts';

/** Judges a command by what a table knows of its program. `path`: the program and its subcommands so far. */
export function judgeRow(row: Row, call: Invocation, args: readonly Argument[] = call.args, path = call.name): void {
  const read = readOptions(row, args, row.hasSubcommands);
  const onlyTells = tellsOnly(read);
  for (const option of read.options) judgeOption(option, row, call, onlyTells);
  if (row.level === 'SAFE' && !isHarmless(row)) {
    for (const option of read.unknown)
      say(call, 'CAUTION', 'option.unknown', `It is not known what ${shown(option)} makes ${row.name} do.`, option);
    if (row.hasWorseOptions)
      for (const word of read.uncertain)
        say(call, 'CAUTION', 'option.uncertain', `${shown(word)} may become an option of ${row.name}.`, word);
  }
  if (RESPONSE_FILES.has(row.name))
    for (const word of args.filter(({prefix, values}) => (values?.[0]?.text ?? prefix).startsWith('@')))
      say(call, 'CAUTION', 'option.uncertain', `${shown(word)} holds further options of ${row.name}.`, word);
  if (PAGERS.has(row.name) && args.some(word => /[\r\n]/.test(textOf(word) ?? '')))
    say(call, 'DANGEROUS', 'code.runs', `What stands behind the line feed are keys that ${row.name} obeys.`, call.span);
  const skipsFirst = read.options.some(({facts}) => facts.replacesFirst);
  if (!onlyTells && row.level === 'CAUTION' && !row.name.includes(' ')) judgeNames(row, call, args);
  if (row.hasSubcommands && onlyTells && read.rest.length === 0) return;
  if (row.hasSubcommands) judgeSubcommand(row, path, call, read.rest);
  else {
    if (!onlyTells || row.level === 'SAFE') say(call, row.level, 'program', says(row), call.span);
    judgeOperands(row, call, read.operands, skipsFirst, onlyTells && row.level !== 'SAFE');
    const folder = read.options.find(({name}) => /^(?:-t|--target-directory)$/.test(name))?.value;
    if (folder && row.operands.last) judgeInto(folder, read.operands, call);
    const patterns = row.operands.first.length - (skipsFirst ? 1 : 0);
    if (read.operands.length <= patterns && readsFolder(row, call, read.options))
      judgePath({...someName(call.span), values: [{text: '.', glob: false}]}, 'read', call);
    // An option that is not known may have taken what looks like an operand, and the other way round.
    if (row.level !== 'SAFE') for (const word of read.unknown) judgeHidden(word, call);
  }
}

/** GNU binutils read options from `@file`. */
const RESPONSE_FILES: ReadonlySet<string> = new Set([
  'nm',
  'size',
  'objdump',
  'readelf',
  'strings',
  'c++filt',
  'addr2line',
  'javap',
]);
const PAGERS: ReadonlySet<string> = new Set(['less', 'more', 'most', 'zless', 'bat']);

/** A whole program, of whose words, or of some of whose subcommands, no table knows anything. */
function judgeNames(row: Row, call: Invocation, args: readonly Argument[]): void {
  const texts = args.map(textOf);
  const isOfAnyWords = !row.hasSubcommands && (row.operands.first[0] ?? row.operands.rest) === 'text';
  if ((isOfAnyWords && wordsSoundDangerous(call.name, texts)) || optionsSoundDangerous(call.name, texts))
    say(call, 'DANGEROUS', 'subcommand', `By its name this removes or publishes something.`);
}

/** Told of no file, it reads all that lies in the folder of the shell. */
function readsFolder({name}: Row, call: Invocation, options: readonly GivenOption[]): boolean {
  if (name === 'rg' || name === 'ag' || name === 'ack') return call.input === terminalInput;
  return /^u?grep$/.test(name) && (call.name === 'rgrep' || options.some(option => RECURSIVE.has(option.name)));
}

const RECURSIVE: ReadonlySet<string> = new Set(['-r', '-R', '--recursive', '--dereference-recursive']);

/** Some options make a program only tell something; then every other one must be known. */
function tellsOnly({options, unknown, uncertain}: ReadOptions): boolean {
  return options.some(({facts}) => facts.replacesFirst) && unknown.length === 0 && uncertain.length === 0;
}

function judgeOption({name, facts, value, at}: GivenOption, row: Row, call: Invocation, onlyTells: boolean): void {
  say(call, facts.level, 'option', `${name} of ${row.name} does more than read.`, at);
  const looksInto = onlyTells && row.level !== 'SAFE' && facts.level === 'SAFE' && /^(?:write|make)$/.test(facts.kind);
  if (value) judgeWord(value, looksInto ? 'read' : facts.kind, call);
}

/** Those before a subcommand that is judged by itself. */
export function judgeGlobalOptions({options}: ReadOptions, row: Row, call: Invocation): void {
  for (const option of options) judgeOption(option, row, call, false);
}

function judgeSubcommand(row: Row, path: string, call: Invocation, rest: readonly Argument[]): void {
  const [word, ...args] = rest;
  if (!word) {
    say(call, row.level, 'program', says(row), call.span);
    return;
  }
  const name = textOf(word);
  if (name === null) {
    say(call, 'DANGEROUS', 'subcommand.unknown', `It is not known what ${row.name} is told to do.`, word);
    return;
  }
  const below = findRow(`${path} ${name}`) ?? findRow(`${row.name} ${name}`);
  const inFull = below ? undefined : (findAbbreviated(path, name) ?? findAbbreviated(row.name, name));
  if (below) judgeRow(below, call, args, `${path} ${name}`);
  else if (inFull) judgeRow(inFull, call, args, inFull.name);
  else {
    const words = [name, ...args.map(textOf)];
    const isDangerous = isAtLeast(row.level, 'DANGEROUS') && !soundsLikeShowing(call.name, words);
    // An option that is not known may have had a value, or a package of the project was named first: `yarn workspace web publish`.
    const isNamedLater = words
      .slice(1, 3)
      .some(word => (findRow(`${path} ${word}`) ?? findRow(`${row.name} ${word}`))?.level === 'DANGEROUS');
    const level = isDangerous || isNamedLater || soundsDangerous(call.name, words) ? 'DANGEROUS' : 'CAUTION';
    say(call, level, 'subcommand', `${row.name} ${name} may change something.`, call.span);
    for (const argument of args) judgeHidden(argument, call);
  }
}

/** `onlyTells`: what is otherwise changed is only looked into. */
function judgeOperands(
  row: Row,
  call: Invocation,
  operands: readonly Argument[],
  skipsFirst: boolean,
  onlyTells: boolean,
): void {
  const {rest, last} = row.operands;
  const first = skipsFirst ? row.operands.first.slice(1) : row.operands.first;
  const isOneTooMany = rest === undefined && operands.length > first.length && !skipsFirst;
  if (isOneTooMany && row.level === 'SAFE' && operands[0])
    say(
      call,
      'CAUTION',
      'operand.unknown',
      `It is not known what ${row.name} does with ${shown(operands[0])}.`,
      operands[0],
    );
  operands.forEach((operand, place) => {
    const isLast = place === operands.length - 1 && place > 0;
    const given = (isLast ? last : undefined) ?? first[place] ?? rest ?? 'text';
    const kind = onlyTells && /^(?:write|make)$/.test(given) ? 'read' : given;
    judgeWord(operand, kind, call);
    // What becomes several words stands where others are written, too.
    const behind = mayBeSeveral(operand) ? first.slice(place + 1).find(each => WRITTEN.test(each)) : undefined;
    if (behind) judgeWord(operand, behind, call);
    if (/^(?:write|make)$/.test(kind) && isLast && last) judgeInto(operand, operands.slice(0, -1), call);
  });
}

const WRITTEN = /^(?:write|make|build|run)$/;

/** `cp x folder` writes `folder/x`. */
function judgeInto(folder: Argument, sources: readonly Argument[], call: Invocation): void {
  const into = textOf(folder);
  if (into === null) return;
  for (const source of sources)
    for (const {text, glob} of source.values ?? []) {
      const values = [{text: `${into}/${text.slice(text.replace(/\/+$/, '').lastIndexOf('/') + 1)}`, glob}];
      judgePath({...folder, values, prefix: ''}, 'make', call);
    }
}

/** Says what is to be said about one word, by what it is to the program. */
export function judgeWord(argument: Argument, kind: WordKind, call: Invocation): void {
  switch (kind) {
    case 'text':
    case 'any':
      return;
    case 'read':
      if (ADDRESS.test(argument.prefix || (textOf(argument) ?? '')))
        say(call, 'CAUTION', 'network', 'It reaches beyond this machine.', argument);
      judgePath(argument, kind, call);
      return;
    case 'look':
    case 'write':
    case 'make':
    case 'build':
    case 'run':
      judgePath(argument, kind, call);
      return;
    case 'code': {
      const text = textOf(argument);
      if (text === null) sayFact(call, 'DANGEROUS', 'code.unknown', 'It runs what is not known before.', argument);
      else call.scope.judge.text(text, argument, call.scope, {type: 'data'});
      return;
    }
    default:
      kind satisfies never;
  }
}

/** Many programs that read files read what has an address too. */
const ADDRESS = /^(?:https?|ftps?|sftp|ssh|rtmps?|rtsp|s3|gs|smb|tcp|udp):\/\//i;

/** A word of which nobody knows what it is for: it may name a secret. */
export function judgeHidden(argument: Argument, call: Invocation): void {
  if (argument.values === null && call.scope.seen.sought.length > 0)
    sayFact(call, 'DANGEROUS', 'path.secret', 'It is given a secret that the line has looked for.', argument);
  for (const {text} of argument.values ?? []) {
    const path = text.slice(text.indexOf('=') + 1).replace(/^@/, '');
    if (/[/.]/.test(path)) judgePath({...argument, values: [{text: path, glob: true}]}, 'read', call);
  }
}

function isHarmless(row: Row): boolean {
  return row.operands.rest === 'any';
}

function says({name, level}: Row): string {
  if (level === 'SAFE') return `${name} only reads.`;
  return level === 'CAUTION'
    ? `${name} changes something, or runs code of the project.`
    : `${name} destroys, needs privileges, or changes the machine.`;
}

function shown(argument: Argument): string {
  return argument.source === '' ? 'a word that is not known' : argument.source.slice(0, 60);
}
