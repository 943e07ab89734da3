import {expect, test} from 'vitest';
import {logCursor as at, type EventOf, eventSeq} from '../../core/index.ts';
import {ScreenHistory} from './screen-history.ts';

function switched(offset: number, value: number, since?: number): EventOf<'mode'> {
  const stamp = {seq: eventSeq(1), atMs: 0, wallMs: 0, offset: at(offset)};
  return {type: 'mode', mode: 'alternateScreen', value, ...(since === undefined ? {} : {since: at(since)}), ...stamp};
}

test('switches that are not known one by one are no stretch of the alternate screen, and end the one before them', () => {
  const history = new ScreenHistory();
  for (const event of [switched(10, 1), switched(90, 0, 20), switched(200, 1), switched(400, 1, 300)])
    history.switched(event);
  expect(history.stretches).toEqual([
    {from: 10, to: 20},
    {from: 200, to: 300},
    {from: 400, to: null},
  ]);
  expect(history.unsure).toEqual([
    {from: 20, to: 90},
    {from: 300, to: 400},
  ]);
});
