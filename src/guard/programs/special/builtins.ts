import {goesOn, judgeAssignment, KEPT} from '../../judge/judge-assignment.ts';
import {judgeNumber} from '../../judge/judge-number.ts';
import {judgePath} from '../../judge/judge-path.ts';
import {fixSettings, forgetSetting, noteSetting} from '../../judge/note-setting.ts';
import {writtenText} from '../../judge/note-texts.ts';
import {isOrdinarySetting} from '../../judge/ordinary-settings.ts';
import {dataInput, forgetVariables, type Invocation, type Scope, say, sayFact} from '../../judge/scope.ts';
import {judgeGivenNumber, judgeNumbers, judgeTypedName, noteTyped} from '../../judge/typed-values.ts';
import {resolvePath} from '../../paths/resolve-path.ts';
import {type Argument, tail, textOf} from '../../shell/argument.ts';
import {SECRET_NAME} from '../../shell/read-word.ts';
import {findRow, isCommonProgram} from '../find-row.ts';
import {runFile} from './interpreters.ts';
import {judgeEvaluated, judgeName, judgeRead} from './named-variables.ts';

/** Builtins of shells that need more than a table. */
export const builtins: Readonly<Record<string, (call: Invocation) => void>> = {
  cd: judgeCd,
  pushd: judgeCd,
  popd: call => {
    call.scope.cwd = null;
  },
  test: judgeTest,
  '[': judgeTest,
  printf: judgePrintf,
  print: judgePrint,
  export: judgeDeclare,
  declare: judgeDeclare,
  typeset: judgeDeclare,
  local: judgeDeclare,
  readonly: judgeDeclare,
  alias: judgeAlias,
  unalias: call => say(call, 'CAUTION', 'shell.alias', 'Words get another meaning.'),
  eval: judgeEval,
  source: judgeSource,
  '.': judgeSource,
  trap: judgeTrap,
  read: judgeRead,
  mapfile: judgeRead,
  readarray: judgeRead,
  getopts: call => {
    say(call, 'CAUTION', 'variable.set', 'It sets variables of the shell.');
    const [, name] = call.args;
    if (name) judgeName(name, call);
  },
  unset: judgeNames,
  let: judgeArithmetic,
  exit: judgeLeaving,
  logout: judgeLeaving,
  set: call => {
    const tells = call.args.length === 1 && /^[-+]o$/.test(textOf(call.args[0]) ?? '');
    if (call.scope.shell === 'fish') {
      judgeFishSet(call);
      return;
    }
    if (call.args.length > 0 && !tells) say(call, 'CAUTION', 'shell.option', 'It changes how the shell works.');
    // zsh: `set -A NAME values…` sets an array.
    if (
      call.scope.mayBeZsh &&
      textOf(call.args[0]) !== '--' &&
      call.args.some(word => /^[-+]\w*A/.test(textOf(word) ?? '-A'))
    )
      for (const word of call.args.slice(0, 3)) if (!/^[-+]/.test(word.prefix)) judgeName(word, call);
  },
  fish_add_path: judgeFishPath,
  history: judgeHistory,
  fc: call => {
    if (/^-[lnridfED]*l[lnridfED]*$/.test(textOf(call.args[0]) ?? '')) return;
    say(call, 'DANGEROUS', 'code.unknown', 'It runs lines that stand in the history.');
  },
  bind: judgeBind,
  shopt: call => {
    if (call.args.some(word => !/^(?:-[poq]+|\w+)$/.test(textOf(word) ?? '-s')))
      say(call, 'CAUTION', 'shell.option', 'It changes how the shell works.');
  },
  enable: call => {
    if (call.args.length > 0) say(call, 'DANGEROUS', 'shell.builtin', 'It loads or replaces builtins of the shell.');
  },
  hash: call => {
    const [first] = call.args.map(textOf);
    const isFolder = call.scope.shell === 'zsh' && first === '-d' && /^\w+=[~\w./-]+$/.test(call.args[1]?.source ?? '');
    if ((first === '-r' && call.args.length === 1) || (isFolder && call.args.length === 2))
      say(call, 'CAUTION', 'shell.hash', 'The shell looks for programs anew.');
    else if (call.args.length > 0 && !/^-(?:t|l|lt)$/.test(first ?? ''))
      say(call, 'DANGEROUS', 'shell.hash', 'It decides which file a name runs.');
  },
  complete: call => {
    if (call.args.length > 0 && textOf(call.args[0]) !== '-p')
      say(call, 'DANGEROUS', 'shell.completion', 'It sets what runs at the Tab key.');
  },
  compgen: call => {
    if (call.args.some(word => /^-[CFW]/.test(textOf(word) ?? '-C')))
      say(call, 'DANGEROUS', 'code.unknown', 'It runs what completes words.');
  },
  zpty: judgeEval,
  break: judgeCount,
  continue: judgeCount,
  return: judgeCount,
  shift: judgeCount,
  umask: call => {
    if (call.args.some(word => textOf(word) !== '-S'))
      say(call, 'CAUTION', 'shell.option', 'It changes who may read new files.');
  },
};

function judgeCd(call: Invocation): void {
  const {scope, args} = call;
  const words = args.filter(word => !/^-[LPe@]+$|^--$/.test(textOf(word) ?? ''));
  const [folder] = words;
  const text = folder ? textOf(folder) : scope.home;
  if (words.length > 1) say(call, 'CAUTION', 'operand.unknown', 'It is not known where this goes.');
  if (text === null || text === '-' || /^[+-]\d*$/.test(text)) {
    if (text === null && folder) sayFact(call, 'CAUTION', 'path.unknown', 'It is not known where this goes.', folder);
    scope.cwd = null;
    return;
  }
  if (folder) judgePath({...folder, values: [{text: `${text}/`, glob: false}]}, 'look', call);
  // Where CDPATH is set a name may mean another folder; with a dot or slash it never does.
  scope.cwd = resolvePath(text, scope.cwd);
}

/** Comparing numbers evaluates subscripts, in which commands can stand. */
function judgeTest(call: Invocation): void {
  call.args.forEach((word, place) => {
    const text = textOf(word);
    const before = textOf(call.args[place - 1]);
    if ((before === '-v' || before === '-R') && text === null) judgeNumber(word.source, word, call.scope);
    if (before === '-t') judgeNumbers([word], call.scope);
    if (before === '-v' || before === '-R' || isNumeric(before) || isNumeric(textOf(call.args[place + 1])))
      judgeEvaluated(word, call);
    else if (text !== null && /^-[a-zA-Z]$/.test(before ?? '') && !/^-[anoz]$/.test(before ?? ''))
      judgePath(word, 'look', call);
  });
}

function isNumeric(operator: string | null): boolean {
  return /^-(?:eq|ne|lt|le|gt|ge)$/.test(operator ?? '');
}

function judgePrintf(call: Invocation): void {
  const [first, name] = call.args;
  const place = call.args.findIndex(word => textOf(word) === '--') + 1 || (textOf(first) === '-v' ? 2 : 0);
  judgeFormat(call.args.slice(place), call.scope);
  if (textOf(first) === '-v' && name) {
    judgeName(name, call);
    return;
  }
  const text = textOf(first) ?? first?.prefix ?? 'x';
  if (text.startsWith('-v')) {
    say(call, 'DANGEROUS', 'variable.unknown', 'It is not known which variable is set.');
    return;
  }
  if (text === '' && first) sayFact(call, 'CAUTION', 'option.uncertain', 'This may set a variable.', first);
}

/** The words that a format takes for numbers, `*` for widths among them; one that is not known may take all. */
function judgeFormat([format, ...words]: readonly Argument[], scope: Scope): void {
  const text = textOf(format);
  const taken = [...(text ?? '%d').matchAll(/%(?:%|[^a-zA-Z%]*[a-zA-Z])/g)].flatMap(([directive]) => [
    ...directive.matchAll(/\*|[a-zA-Z]$/g),
  ]);
  const isOrdered = !/%\d+\$/.test(text ?? '');
  judgeNumbers(
    words.filter((_, place) => !isOrdered || !/^[sbqc]$/.test(taken[place % taken.length]?.[0] ?? 's')),
    scope,
  );
}

/** zsh: `print -z` puts a line on the prompt, `-s` into the history. */
function judgePrint(call: Invocation): void {
  for (const word of call.args) {
    const text = textOf(word) ?? word.prefix;
    if (
      (!/^-/.test(text) && text !== '') ||
      text === '--' ||
      /^"?\$\{?(?:#\w|(?:f?path|F?PATH|PWD|HOME)\b)/.test(word.source)
    )
      return;
    if (call.args.length === 1 && isPartOf(word, call)) return;
    if (text === '' && textOf(word) === null && /^"?\$[{(]?[\w(]/.test(word.source)) {
      sayFact(call, 'CAUTION', 'option.uncertain', 'This may put something on the prompt or into the history.', word);
      return;
    }
    // In a prompt that it prints commands are run, where the shell is set so.
    if (/P/.test(text) && call.args.some(each => /[$`]/.test(textOf(each) ?? '$')))
      say(call, 'DANGEROUS', 'code.prompt', 'What it prints is expanded as a prompt, and commands in it run.');
    if (!/^-[-rnlNcPiaoOCD\d]+$/.test(text))
      say(call, 'DANGEROUS', 'shell.print', 'It may put something on the prompt or into the history.');
  }
}

/** `$x[1,7]`, `${(U)x}`, `${h[key]}` of a variable that the line has not set: one word, and an option alone puts nothing anywhere. */
function isPartOf({source}: Argument, {scope}: Invocation): boolean {
  const [, plain, name = plain] =
    /^"?\$(?:(\w+)\[-?\d+(?:,-?\d+)?\]|\{(?:\([ULC]\)|_U_|_L_|_C_)?(\w+)(?:\[\w+\]|:[therlu])?\})"?$/.exec(source) ??
    [];
  return name !== undefined && scope.variables.get(name) === undefined;
}

function judgeDeclare(call: Invocation): void {
  const flags = call.args.flatMap(word => (/^[-+]/.test(textOf(word) ?? '') ? [textOf(word) ?? ''] : []));
  const exports = call.name === 'export' || flags.some(flag => /^-\w*x/.test(flag));
  const isFixing = call.name === 'readonly' || flags.some(flag => /^[-+]\w*[^-+gpx]/.test(flag));
  const words = call.args.filter(word => !/^[-+]/.test(textOf(word) ?? ''));
  if (flags.length === 1 && flags[0] === '-p' && words.every(word => /^\w+$/.test(textOf(word) ?? ''))) {
    for (const word of words)
      if (SECRET_NAME.test(textOf(word) ?? ''))
        say(call, 'DANGEROUS', 'variable.secret', 'The value is a secret.', word);
    return;
  }
  if (flags.some(flag => /^-\w*[fF]/.test(flag)) && exports)
    say(call, 'CAUTION', 'shell.function', 'A function becomes known to other shells.');
  const isReference = flags.some(flag => /^-\w*n/.test(flag)) && call.name !== 'export';
  const isNumber = call.name === 'integer' || flags.some(flag => /^-\w*[iEF]/.test(flag));
  if (isReference) judgeReferences(words, call);
  for (const word of words) {
    const text = textOf(word) ?? word.prefix;
    const [, name, append, subscript] = /^([A-Za-z_]\w*)(\[[^\]]*\])?(\+?=|$)/.exec(text)
      ? (/^([A-Za-z_]\w*)()(\[[^\]]*\])?/.exec(text) ?? [])
      : [];
    if (name === undefined)
      sayFact(call, 'DANGEROUS', 'variable.unknown', 'It is not known which variable is set.', word);
    else {
      if (subscript) judgeEvaluated({...word, values: [{text: subscript, glob: false}]}, call);
      if (/^\w+\+?=\s*\(.*[$`]/s.test(text) && word.source.includes('='))
        sayFact(call, 'DANGEROUS', 'code.array', 'A text becomes an array, and commands in it run.', word);
      const equals = text.indexOf('=');
      if (!isNumber && equals >= 0)
        judgeGivenNumber(
          name,
          {...tail(word, equals + 1), source: word.source.replace(/^[^=]*=/, '')},
          word,
          call.scope,
        );
      if (isNumber && word.source.includes('='))
        judgeNumber(textOf(word)?.slice(equals + 1) ?? word.source.replace(/^[^=]*=/, ''), word, call.scope);
      else if (isNumber && call.scope.seen.typed.has(name)) judgeNumber(name, word, call.scope);
      if (isNumber) call.scope.seen.numbers.add(name);
      if (flags.some(flag => /^-\w*A/.test(flag))) call.scope.keyed.add(name);
      noteTyped(name, word.source, call.scope);
      const value = textOf(word) === null || equals < 0 ? null : text.slice(equals + 1);
      // What stands for another variable has the value of that one, whenever it is asked.
      if (isReference) call.scope.variables.set(name, null);
      else if (equals >= 0 || append)
        call.scope.variables.set(
          name,
          word.values?.map(({text: each, glob}) => ({text: each.slice(equals + 1), glob})) ?? null,
        );
      judgeAssignment(
        {
          name,
          value: equals < 0 ? KEPT : value,
          source: writtenValue(word.source, name),
          span: word,
          use: exports ? 'export' : 'plain',
        },
        call.scope,
      );
    }
    // Of a name that is not known it may be any.
    if (isFixing) fixSettings(call.scope.deciding, name === undefined ? call.scope.deciding.keys() : [name]);
  }
}

/** What a reference is given is the name of the variable that is set in its place. */
function judgeReferences(words: readonly Argument[], call: Invocation): void {
  say(call, 'CAUTION', 'variable.reference', 'A name stands for another.');
  for (const word of words) {
    const equals = (textOf(word) ?? word.prefix).indexOf('=');
    if (equals >= 0 || textOf(word) === null) judgeName(tail(word, equals + 1), call);
    else sayFact(call, 'DANGEROUS', 'variable.unknown', 'It is said later for which variable this name stands.', word);
  }
}

/** In bash `+=` goes on from what was there. */
function writtenValue(source: string, name: string): string {
  const value = source.slice(source.indexOf('=') + 1);
  return /^\w+\+=/.test(source) ? goesOn(name, value) : value;
}

function judgeAlias(call: Invocation): void {
  for (const word of call.args) {
    const text = textOf(word);
    const equals = text?.indexOf('=') ?? -1;
    if (text === null)
      sayFact(call, 'DANGEROUS', 'shell.alias', 'It is not known which word gets another meaning.', word);
    else if (text.startsWith('-')) {
      if (text !== '-p' && text !== '--' && !(text === '-L' && call.args.length === 1 && call.scope.shell === 'zsh'))
        sayFact(call, 'DANGEROUS', 'shell.alias', 'Words get another meaning everywhere.', word);
    } else if (equals >= 0) {
      const name = text.slice(0, equals);
      const body = text.slice(equals + 1);
      const before = call.scope.aliases.get(name) ?? [];
      // A word of the same line has its old meaning yet, and keeps it where the line ends before.
      if (before.length !== 1 || before[0] !== body)
        call.scope.aliases.set(name, [...before.filter(each => each !== body), body]);
      say(call, 'CAUTION', 'shell.alias', `${name} gets another meaning.`, word);
      const [program = ''] = body.trim().split(/\s+/);
      const isOtherName = findRow(name) !== undefined && findRow(name)?.name === findRow(program)?.name;
      if (isKnownName(name) && program !== name && !isOtherName)
        sayFact(call, 'DANGEROUS', 'shell.alias', `${name} will not be what it is thought to be.`, word);
      // Within its own meaning a word is what it was.
      const aliases = new Map([...call.scope.aliases].filter(([each]) => each !== name));
      call.scope.judge.text(body, word, {...call.scope, aliases}, call.input);
    }
  }
}

function isKnownName(name: string): boolean {
  return isCommonProgram(name) || name in builtins;
}

function judgeEval(call: Invocation): void {
  const texts = call.args.map(textOf);
  const unknown = call.args.find(word => textOf(word) === null);
  if (unknown) {
    sayFact(call, 'DANGEROUS', 'code.unknown', 'It runs what is not known before.', unknown);
    return;
  }
  const [first] = call.args;
  if (first) call.scope.judge.text(texts.join(' '), {start: first.start, end: call.span.end}, call.scope, call.input);
}

function judgeSource(call: Invocation): void {
  const [file] = call.args.filter(word => textOf(word) !== '--');
  if (!file && call.input.type !== 'terminal')
    sayFact(call, 'DANGEROUS', 'code.piped', 'What is run comes through a pipe.', call.span);
  if (!file) return;
  forgetVariables(call.scope);
  if (textOf(file) === null && !file.isPipe && file.prefix === '') {
    sayFact(call, 'DANGEROUS', 'path.unknown', 'It is not known which file is run.', file);
    return;
  }
  const written = writtenText(file, call.scope);
  if (written === undefined) runFile(file, call);
  else call.scope.judge.text(written, file, call.scope, call.input);
}

function judgeTrap(call: Invocation): void {
  const [code] = call.args.filter(word => textOf(word) !== '--');
  const text = textOf(code);
  if (!code || /^-[lp]$|^-$/.test(text ?? '')) return;
  if (text === null) {
    sayFact(call, 'DANGEROUS', 'code.unknown', 'It runs later what is not known before.', code);
    return;
  }
  say(call, 'CAUTION', 'shell.trap', 'It runs something later.');
  if (text !== '') call.scope.judge.text(text, code, call.scope, dataInput);
}

function judgeNames(call: Invocation): void {
  for (const word of call.args) {
    const text = textOf(word);
    if (text?.startsWith('-')) continue;
    judgeEvaluated(word, call);
    judgeTypedName(word.source, word, call.scope);
    sayFact(call, 'CAUTION', 'variable.unset', 'Something that was set is gone.', word);
    if (text !== null) call.scope.variables.set(text, null);
    if (text !== null) call.scope.functions.delete(text);
    if (text === null) call.scope.keyed.clear();
    else call.scope.keyed.delete(text);
    if (text !== null) forgetSetting(call.scope.deciding, text);
    if (text === 'HISTFILE') say(call, 'DANGEROUS', 'shell.history', 'What follows leaves no trace.', word);
    // Without one some shells look for programs where they stand.
    if (text === 'PATH') noteSetting(call.scope.deciding, {name: text, value: null, source: null}, call.scope.home);
  }
}

function judgeArithmetic(call: Invocation): void {
  for (const word of call.args) {
    judgeEvaluated(word, call);
    judgeNumber(textOf(word) ?? word.source, word, call.scope);
    const [, name] = /^([A-Za-z_]\w*)\s*(?:[-+*/%&|^]|<<|>>)?=(?!=)/.exec(textOf(word) ?? '') ?? [];
    if (textOf(word) === null) sayFact(call, 'CAUTION', 'code.unknown', 'It is not known what is evaluated.', word);
    if (name) judgeAssignment({name, value: null, span: word, use: 'plain'}, call.scope);
  }
}

/** Builtins that change nothing, and take a number. */
function judgeCount(call: Invocation): void {
  judgeNumbers(call.args, call.scope);
}

function judgeLeaving(call: Invocation): void {
  judgeCount(call);
  if (!call.scope.isSubshell) say(call, 'CAUTION', 'shell.exit', 'The shell ends.');
}

/** fish: folders for `PATH`, in all shells of this person from now on. */
function judgeFishPath(call: Invocation): void {
  for (const word of call.args) {
    if (/^-/.test(textOf(word) ?? '')) continue;
    const isOrdinary = isOrdinarySetting('PATH', `$PATH:${word.source}`, {home: call.scope.home, hasOther: false});
    sayFact(call, isOrdinary ? 'CAUTION' : 'DANGEROUS', 'variable.deciding', 'PATH decides what programs run.', word);
  }
}

/** fish: `set -gx NAME values…`, `set -e NAME`. */
function judgeFishSet(call: Invocation): void {
  const flags = call.args.map(word => textOf(word) ?? '').filter(text => /^-/.test(text));
  const [first, ...values] = call.args.filter(word => !/^-/.test(textOf(word) ?? ''));
  const name = textOf(first);
  if (!first || flags.some(flag => /^(?:-[qSn]|--query|--show|--names)/.test(flag))) return;
  if (name === null) sayFact(call, 'DANGEROUS', 'variable.unknown', 'It is not known which variable is set.', first);
  else if (flags.some(flag => /^(?:-\w*e|--erase)/.test(flag))) judgeNames(call);
  else {
    const adds = flags.some(flag => /^(?:-\w*[ap]|--append|--prepend)/.test(flag));
    const source = [...(adds ? [`$${name}`] : []), ...values.map(word => word.source)].join(' ');
    const value = values.length === 1 && !adds ? textOf(values[0]) : null;
    const use = flags.some(flag => /^(?:-\w*x|--export)/.test(flag)) ? 'export' : 'plain';
    judgeAssignment({name, value, source, span: first, use}, call.scope);
    // A local one leaves another of that name as it was.
    const before = call.scope.variables.get(name);
    const isKnown = !adds && before !== null && !name.includes('[') && values.every(word => word.values !== null);
    const all = isKnown ? [...(before ?? []), ...values.flatMap(word => word.values ?? [])] : null;
    call.scope.variables.set(name.replace(/\[.*$/s, ''), all);
    if (flags.some(flag => /^(?:-\w*U|--universal)/.test(flag)))
      say(call, 'CAUTION', 'shell.option', 'All shells of this person have it from now on.');
  }
}

function judgeHistory(call: Invocation): void {
  const [first] = call.args;
  const text = textOf(first);
  if (!first || /^\d+$/.test(text ?? '')) return;
  const [, file, ...more] = call.args;
  // What is put there is a line that `!!` or a key runs.
  const kept = file && /^-\w*s/.test(text ?? '') ? [file, ...more].map(textOf) : [];
  if (kept.includes(null))
    sayFact(call, 'DANGEROUS', 'code.unknown', 'It is not known what is put into the history.', first);
  else if (kept.length > 0) call.scope.judge.text(kept.join(' '), call.span, call.scope, {type: 'data'});
  if (file && /^-\w*[anrw]/.test(text ?? '-a')) judgePath(file, /[aw]/.test(text ?? 'a') ? 'write' : 'read', call);
  // In zsh it is `fc -l`.
  if (call.scope.shell === 'zsh' && call.args.every(word => /^-?[lnridfED\d]+$/.test(textOf(word) ?? ''))) return;
  const takesAway = call.scope.shell === 'fish' ? /^(?:clear|delete|clear-session)$/ : /^-[cdw]/;
  say(call, takesAway.test(text ?? '') ? 'DANGEROUS' : 'CAUTION', 'shell.history', 'It changes the history.', first);
}

function judgeBind(call: Invocation): void {
  if (call.args.some(word => !/^-[lpPsSvV]+$/.test(textOf(word) ?? 'x')))
    say(call, 'DANGEROUS', 'shell.bind', 'It sets what keys do.');
}
