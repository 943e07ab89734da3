import {type Invocation, say} from '../../judge/scope.ts';
import {type Argument, fixed, textOf} from '../../shell/argument.ts';
import {findRow} from '../find-row.ts';
import {judgeRow} from '../judge-row.ts';

/** `gdb --args program…`, `lldb -- program…`: the program is started, or can be by a key. */
export function judgeDebugger(call: Invocation): void {
  const place = call.args.findIndex(word => /^(?:--?args|--)$/.test(textOf(word) ?? ''));
  if (place >= 0) call.scope.judge.words(call.args.slice(place + 1), call.scope, call.input);
  byRow(call);
}

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
