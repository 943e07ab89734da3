import {expect, test} from 'vitest';
import {RememberedLine} from './remembered-line.ts';

const anna = {type: 'person', name: 'anna'} as const;

test('of a secret nothing is remembered, nor of what stood before it', () => {
  const line = new RememberedLine({row: () => '', lines: () => 0});
  line.typedBy(anna, Buffer.from('word'));
  line.secretTyped();
  expect(line.before).toBe('');
  expect(line.typed.isStanding).toBe(false);
  expect(line.typed.with(Buffer.from('\r'))).toBe('');
});
