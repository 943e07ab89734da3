import {expect, test} from 'vitest';
import {parseSessionId} from '../../core/index.ts';
import {BegunCommand} from './begun-command.ts';
import type {LinePlace} from './line-place.ts';

const place: LinePlace = {
  sessionId: parseSessionId('pty:one') ?? null,
  reading: 'shell',
  program: null,
  pid: null,
  family: 'bash',
  shell: null,
  carried: false,
  ahead: false,
  cwd: '/home',
  continues: false,
};
const behind: LinePlace = {...place, continues: true};

/** `first` was entered as the sixth line, with four line feeds before its Enter. */
function begun(first: string | null, at: LinePlace = place) {
  const seen = {printed: 4, lines: () => seen.printed};
  const command = new BegunCommand({seen, shown: async () => undefined});
  command.entered(command.with({text: first, revision: 0, place: at}), 6);
  seen.printed++;
  return {seen, command};
}

test('a line behind one that was entered is known with it, also when it was stopped and comes again', () => {
  const {command} = begun('for i in 1');
  for (let i = 0; i < 2; i++) {
    const text = command.goesOnWith('do echo', behind, 6);
    expect(text).toBe('for i in 1\ndo echo');
    command.with({text, revision: 0, place: behind});
  }
});

test.each([
  ['one more line was typed', {typedLines: 7}],
  ['one more line feed was printed, as when somebody types at the terminal itself', {printed: 6}],
  ['nothing was printed', {printed: 4}],
  ['history may be put in its place', {line: 'echo !!'}],
  ['history may be put in its place, by its beginning', {line: '^a^b'}],
  ['there are two', {line: 'a\nb'}],
  ['nobody knows what stands there', {line: null}],
  ['another shell reads it', {place: {...behind, shell: 2}}],
  ['it goes on with nothing', {place}],
])('nothing is known of it where %s', (_, {line = 'do echo', typedLines = 6, printed = 5, ...given}: Given) => {
  const {seen, command} = begun('for i in 1');
  seen.printed = printed;
  expect(command.goesOnWith(line, given.place ?? behind, typedLines)).toBeNull();
});

interface Given {
  readonly line?: string | null;
  readonly typedLines?: number;
  readonly printed?: number;
  readonly place?: LinePlace;
}

test.each([
  ['was not known', null, place],
  ['may have been another, from the history', 'echo "!!', place],
  ['was two lines, the first of which has run', 'cd /\nfor i in 1', place],
  ['was for another shell', 'for i in 1', {...place, program: 'bash', pid: 7}],
])('nothing is known behind a line that %s', (_, first, at) => {
  expect(begun(first, at).command.goesOnWith('do echo', {...at, continues: true}, 6)).toBeNull();
});

test('nothing is known once something else went to the shell', () => {
  const {command} = begun('for i in 1');
  command.forget();
  expect(command.goesOnWith('do echo', behind, 6)).toBeNull();
});
