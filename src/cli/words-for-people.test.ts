import {expect, test} from 'vitest';
import {allTools} from '../tools/index.ts';
import {wordsForPeople} from './words-for-people.ts';

test.each([
  [
    'No session is alive; open one with manage_session action=create.',
    'No session is alive; open one with `cotty new`.',
  ],
  [
    'Its output can still be read with read_output; go on where it was with manage_session action=recover.',
    'Its output can still be read with `cotty read SESSION`; go on where it was with `cotty new --recover SESSION`.',
  ],
  [
    'Close some with manage_session action=close, or raise the limit.',
    'Close some with `cotty kill SESSION`, or raise the limit.',
  ],
  [
    'Least missed: manage_session action=close session_id=pty:k3f9 (quiet for 3 h). Or raise the limit.',
    'Least missed: `cotty kill pty:k3f9` (quiet for 3 h). Or raise the limit.',
  ],
  [
    'There is no such session that has ended. manage_session action=list all=true names them; give the whole id.',
    'There is no such session that has ended. `cotty ls --all` shows them; give the whole id.',
  ],
  ['Give session_id; action=list names them.', 'Name a session; `cotty ls` shows them.'],
  [
    'Finish it with send_keys Enter, or drop it with send_control character=C, then call again.',
    'Finish it with `cotty keys SESSION Enter`, or drop it with `cotty send-control --character C --session-id SESSION`, then call again.',
  ],
  [
    'Drive it with send_keys and read_screen, or quit it first.',
    'Use it with `cotty attach SESSION`, or quit it first.',
  ],
  [
    'manage_session action=integrate gives it marks again.',
    '`cotty manage-session --action integrate --session-id SESSION` gives it marks again.',
  ],
])('%s', (agents, people) => {
  expect(wordsForPeople(agents)).toBe(people);
});

test('no tool is left by its name', () => {
  const told = allTools.map(({name}) => wordsForPeople(`Try ${name}.`));
  expect(told.filter(text => !/^Try `cotty [^_]+`\.$/.test(text))).toEqual([]);
});

test('what names no tool stays as it is', () => {
  const text = 'cotty cannot keep its files in /home/read_outputs: the disk is full. Call again with cols and rows.';
  expect(wordsForPeople(text)).toBe(text);
});
