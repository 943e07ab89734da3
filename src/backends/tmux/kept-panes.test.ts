import {expect, test} from 'vitest';
import {crashesByKeptPanes} from './kept-panes.ts';

test('tmux 3.2 alone is spared panes that are kept', () => {
  const versions = ['3.1c', '3.2', '3.2a', 'next-3.2', '3.3', '3.3a', '3.20', 'next-3.6', '13.2', ''];
  expect(versions.filter(crashesByKeptPanes)).toEqual(['3.2', '3.2a', 'next-3.2']);
});
