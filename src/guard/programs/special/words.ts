/** Programs that a table describes, but for some of their words. */
import {judgePath} from '../../judge/judge-path.ts';
import {type Invocation, say} from '../../judge/scope.ts';
import {fixed, textOf} from '../../shell/argument.ts';
import {findRow} from '../find-row.ts';
import {judgeHidden, judgeRow} from '../judge-row.ts';

/** `date` without a `+` sets the clock. */
export function judgeDate(call: Invocation): void {
  const parses = call.args.some(word => /^-[a-zA-Z]*[jfr]/.test(textOf(word) ?? ''));
  judgeWords(call, parses ? /(?!)/ : /^\d{2,}/, 'It sets the clock.');
}

/** A program that only reads, unless one of its words says otherwise. */
export function judgeWords(call: Invocation, dangerous: RegExp, message: string): void {
  call.args.forEach((word, place) => {
    const isValue = /^-/.test(textOf(call.args[place - 1]) ?? '');
    if (!isValue && dangerous.test(textOf(word) ?? '')) say(call, 'DANGEROUS', 'operand', message, word);
  });
  const row = findRow(call.name);
  if (row) judgeRow(row, call);
}

/** Of words without a dash `e` among the letters shows variables; behind `k`, `o` and their like stands what they sort or show by. */
export function judgeProcesses(call: Invocation): void {
  call.args.forEach((word, place) => {
    const before = textOf(call.args[place - 1]) ?? '';
    if (/^-/.test(before) || /^[A-Za-df-z]*[koOptUq]$/.test(before)) return;
    if (/^[A-Za-z]*e[A-Za-z]*$/.test(textOf(word) ?? ''))
      say(call, 'DANGEROUS', 'operand', 'It shows the variables of programs, secrets too.', word);
  });
  const row = findRow(call.name);
  if (row) judgeRow(row, call);
}

/** Names of machines are asked of others; passwords stand in `shadow`. */
export function judgeEntries(call: Invocation): void {
  const [first, ...keys] = call.args.filter(word => !/^-/.test(textOf(word) ?? ''));
  const asks = /^(?:ahosts\w*|hosts|networks|netgroup)$/.test(textOf(first) ?? '');
  if (asks && keys.some(word => textOf(word) !== 'localhost'))
    say(call, 'CAUTION', 'network', 'It reaches beyond this machine.', first);
  judgeWords(call, /^g?shadow$/, 'It reads what opens doors.');
}

/** A word to a service of this machine. */
export function judgeNetcat(call: Invocation): void {
  const isHere =
    call.input.type !== 'environment' &&
    call.args.length > 0 &&
    call.args.every(word => /^(?:-[vunw46qNz]+|\d+|localhost|127\.0\.0\.1|::1)$/.test(textOf(word) ?? ''));
  const row = findRow(call.name);
  if (isHere && call.args.some(word => /^[l1:]/.test(word.prefix)))
    say(call, 'CAUTION', 'network', 'It talks to a service of this machine.');
  else if (row) judgeRow(row, call);
}

/** `+!command` runs one when the pager opens. */
export function judgePager(call: Invocation): void {
  for (const word of call.args)
    if (/^\+(?![\dGF/]|$)/.test(textOf(word) ?? word.prefix))
      say(call, 'DANGEROUS', 'option', 'The pager runs something when it opens.', word);
  const row = findRow(call.name);
  if (row) judgeRow(row, call);
}

/** A page is a file where its name has a slash. */
export function judgeManual(call: Invocation): void {
  for (const word of call.args) {
    const text = textOf(word) ?? word.prefix;
    if (!text.includes('/') || text.startsWith('-')) continue;
    say(call, 'CAUTION', 'operand', 'man reads this file, and programs that the file asks for.', word);
    judgePath(word, 'read', call);
  }
  const row = findRow(call.name);
  if (row) judgeRow(row, call);
}

/** What yq reads of its own accord, or runs. */
export function judgeYq(call: Invocation): void {
  const texts = call.args.map(word => textOf(word) ?? word.prefix);
  if (texts.some(text => /\bsystem\b|enable-system/.test(text)))
    say(call, 'DANGEROUS', 'code.runs', 'The expression runs commands.');
  if (texts.some(text => /^-[a-zA-Z]*[is]|^--(?:inplace|split|from-file)/.test(text))) {
    say(call, 'CAUTION', 'option', 'yq changes the files themselves.');
    for (const word of call.args.slice(1)) if (!(textOf(word) ?? '').startsWith('-')) judgePath(word, 'write', call);
  } else if (texts.some(text => /\bload/.test(text)) || call.args.some(word => textOf(word) === null))
    say(call, 'CAUTION', 'code.reads', 'The expression reads files of its own choice.');
  for (const text of texts)
    for (const [, file = ''] of text.matchAll(/\bload\w*\(\s*"([^"]*)"/g))
      judgePath(fixed(file, call.span), 'read', call);
  for (const word of call.args) judgeHidden(word, call);
}

/** `exiftool -Model -DateTime file`: names of tags, which are only shown. */
export function judgePicture(call: Invocation): void {
  const row = findRow(call.name);
  const args = call.args.filter(word => !/^--?[A-Z][\w:-]{3,}#?$/.test(textOf(word) ?? ''));
  if (row) judgeRow(row, call, args);
}

/** Names of pictures with a coder that does more than read: `ephemeral:file` removes it. */
export function judgeIdentify(call: Invocation): void {
  judgeWords(call, /^(?:ephemeral|msl|mvg|scan|x|win|print|show):/i, 'This is read by a coder that can act.');
}

/** What an expression of mlr starts, or writes. */
export function judgeMiller(call: Invocation): void {
  const texts = call.args.map(word => textOf(word) ?? word.prefix);
  if (texts.some(text => /\b(?:system|exec|os_type)\s*\(|\b(?:tee|emit\w*|print\w*|dump)\b[^#]*[>|]/.test(text)))
    say(call, 'DANGEROUS', 'code.runs', 'The expression runs commands, or writes files.');
  if (texts.some(text => /^(?:tee|split|case)$/.test(text)))
    say(call, 'CAUTION', 'path.write', 'It writes files of its own choice.');
  if (texts.some(text => /^(?:put|filter)$/.test(text)) && texts.includes('-f'))
    say(call, 'CAUTION', 'code.file', 'It runs an expression in a file.');
  const row = findRow(call.name);
  if (row) judgeRow(row, call);
}

/** `pdftotext file -`, `tesseract file stdout`: what is made is printed. */
export function judgePrinted(call: Invocation): void {
  const [, second] = call.args.filter(word => !/^-./.test(textOf(word) ?? '-x'));
  const isPrinted = [second, call.args.at(-1)].some(word => /^(?:-|stdout)$/.test(textOf(word) ?? ''));
  const row = findRow(isPrinted ? `${call.name} -` : call.name);
  if (row) judgeRow(row, call);
}

/** What the user's own manager starts, perhaps anew, is there as it was installed: `systemctl --user restart NAME`. */
export function judgeUnits(call: Invocation): void {
  const [verb, ...units] = call.args.filter(word => !/^(?:--user|--no-pager|--quiet|-q)$/.test(textOf(word) ?? ''));
  const isOwn = call.args.some(word => textOf(word) === '--user');
  const word = (verb && textOf(verb)) ?? '';
  const starts = /^(?:start|restart|try-restart|reload)$/.test(word);
  const row = findRow(call.name);
  if (isOwn && starts && units.length > 0 && units.every(unit => ORDINARY_UNIT.test(textOf(unit) ?? '')))
    say(call, 'CAUTION', 'program', 'It starts a service of the user.');
  else if (isOwn && word === 'daemon-reload' && units.length === 0)
    say(call, 'CAUTION', 'program', 'The manager of the user reads its files anew.');
  else if (row) judgeRow(row, call);
}

/** Neither a group of them nor one that the whole session hangs on. */
const ORDINARY_UNIT = /^(?!dbus|.*session|.*\.(?:target|slice|scope|mount)$)\w[\w@.:-]*$/;

export function judgeTee(call: Invocation): void {
  const files = call.args.filter(word => !/^-(?:[aip]+|-append|-ignore-interrupts)$/.test(textOf(word) ?? ''));
  for (const file of files) {
    if (/^\/dev\/(?:null|stderr|stdout|tty|fd\/\d+)$/.test(textOf(file) ?? '')) continue;
    judgePath(file, 'make', call);
  }
}

/** Told of nothing, `mount` lists what is mounted. */
export function judgeMount(call: Invocation): void {
  const texts = call.args.map(textOf);
  const lists = texts.every(
    (text, place) =>
      /^(?:-l|-v|--version|-V|-t|--types)$/.test(text ?? '') || /^(?:-t|--types)$/.test(texts[place - 1] ?? ''),
  );
  const row = findRow(call.name);
  if (row && !lists) judgeRow(row, call);
}

/** `install -m MODE` makes files that others may run; one that lends rights is another matter. */
export function judgeInstall(call: Invocation): void {
  call.args.forEach((word, place) => {
    const given = /^(?:-m|--mode=)(.+)$/.exec(word.prefix)?.[1];
    const mode = given ?? (/^(?:-m|--mode)$/.test(textOf(word) ?? '') ? textOf(call.args[place + 1]) : '');
    if (mode === null || /^0*[2-7]\d{3}$|[st]/.test(mode))
      say(call, 'DANGEROUS', 'operand', 'Who runs it gets the rights of its owner.', word);
  });
  const row = findRow(call.name);
  if (row) judgeRow(row, call);
}
