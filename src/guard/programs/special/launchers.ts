import {type Invocation, say} from '../../judge/scope.ts';
import {type Argument, fixed, textOf} from '../../shell/argument.ts';
import {findRow} from '../find-row.ts';
import {judgeRow} from '../judge-row.ts';

/** `gdb --args program…`, `lldb -- program…`: the program is started, or can be by a key. */
export function judgeDebugger(call: Invocation): void {
  const place = call.args.findIndex(word => /^(?:--?args|--)$/.test(textOf(word) ?? ''));
  if (place >= 0) call.scope.judge.words(call.args.slice(place + 1), call.scope, call.input);
  const args = call.args.filter((word, place) => {
    const [before, after] = [textOf(call.args[place - 1]), textOf(call.args[place + 1])];
    return !(/^-{1,2}(?:ex|eval-command|o|one-line)$/.test(textOf(word) ?? '')
      ? LOOKS.test(after ?? '')
      : isLooking(before, textOf(word)));
  });
  byRow({...call, args});
}

function isLooking(option: string | null, command: string | null): boolean {
  return /^-{1,2}(?:ex|eval-command|o|one-line)$/.test(option ?? '') && LOOKS.test(command ?? '');
}

/** Commands of a debugger that start and stop the program that is looked into, and tell of it. */
const LOOKS =
  /^(?:r|run|start|starti|c|continue|s|step|stepi|si|n|next|nexti|ni|finish|up|down|q|quit|where|(?:bt|backtrace)(?: (?:full|\d+))?|thread (?:apply all )?(?:bt|backtrace)(?: full| all)?|info [a-z]+(?: [\w.$]+)?|(?:b|br|break|tbreak|delete|list|l|frame|f|disassemble|disas|ptype|whatis|until|advance)(?: [\w.:*$,+-]+)?|x\/\w+ [\w$]+|set (?:pagination|confirm|width|height|print \w+|disassembly-flavor) \w+|process launch|image list|register read)$/;

/** `cmake -E`: small programs of its own, which do what those of the system do. */
export function judgeCmake(call: Invocation): void {
  const [first, tool, ...rest] = call.args;
  if (textOf(first) === '-E' && tool) {
    const name = textOf(tool);
    const run = (words: readonly Argument[]): void => call.scope.judge.words(words, call.scope, call.input);
    const same = SAME.get(name ?? '');
    if (name === null) say(call, 'DANGEROUS', 'subcommand.unknown', 'It is not known what cmake is told to do.', tool);
    else if (same) run([fixed(same, tool), ...rest]);
    else if (name === 'time') run(rest);
    else if (name === 'chdir') run(rest.slice(1));
  }
  byRow(call);
}

const SAME: ReadonlyMap<string, string> = new Map([
  ['rm', 'rm'],
  ['remove', 'rm'],
  ['remove_directory', 'rm'],
  ['env', 'env'],
  ['cat', 'cat'],
  ['copy', 'cp'],
  ['copy_if_different', 'cp'],
  ['copy_directory', 'cp'],
  ['rename', 'mv'],
  ['create_symlink', 'ln'],
  ['create_hardlink', 'ln'],
  ['touch', 'touch'],
  ['make_directory', 'mkdir'],
  ['tar', 'tar'],
]);

/** The program that starts others, by its own name: `ld-linux-x86-64.so.2`. */
export const LOADER = /^ld(?:-linux[\w-]*|-musl[\w-]*|64|)\.so(?:\.\d+)?$/;

function byRow(call: Invocation): void {
  const row = findRow(call.name);
  if (row) judgeRow(row, call);
}

/** `osascript -e 'display notification "done"'`: what is only shown, said or beeped; all else may do anything. */
export function judgeScripted(call: Invocation): void {
  const [option, script] = call.args;
  const isShown = call.args.length === 2 && textOf(option) === '-e' && SHOWS.test(textOf(script) ?? '');
  if (isShown) say(call, 'CAUTION', 'program', 'It shows or says something.');
  else byRow(call);
}

const SHOWS =
  /^\s*(?:display (?:notification|dialog|alert)|say|beep)(?: \d+| "[^"\\]*")?(?: (?:with (?:title|icon)|subtitle|sound name|message|buttons|default button|giving up after|using)(?: "[^"\\]*"| \{"[^"\\{}]*"(?:, ?"[^"\\{}]*"){0,3}\}| \d+| note| caution| stop)){0,6}\s*$/;
