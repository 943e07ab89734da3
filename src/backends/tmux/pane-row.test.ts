import {expect, test} from 'vitest';
import {type PaneRow, readPaneRow, runsAnother} from './pane-row.ts';

/** As `list-panes` tells of it, with PANE_FORMAT. */
function told(pid: string, dead: string): PaneRow {
  const row = readPaneRow(
    [
      '%2',
      pid,
      '/dev/pts/3',
      '80',
      '24',
      '$1',
      '@2',
      dead,
      '1',
      '1',
      '1',
      '1',
      'off',
      'off',
      '0',
      '',
      'me',
      'sh',
      '',
    ].join('\t'),
  );
  if (!row) throw new Error('not read');
  return row;
}

test('a pane runs another program when its process is another, dead or alive', () => {
  expect(runsAnother(told('41', '0'), 41)).toBe(false);
  expect(runsAnother(told('42', '0'), 41)).toBe(true);
  expect(runsAnother(told('41', '1'), 41)).toBe(false);
  expect(runsAnother(told('42', '1'), 41)).toBe(true);
});

test('a dead pane whose process tmux does not tell any more, as behind 3.7, is the one that was known', () => {
  expect(runsAnother(told('', '1'), 41)).toBe(false);
});
