import {test} from 'vitest';
import {pause} from './pause.ts';

test('a pause ends with its time or its signal, and leaves no listener', async () => {
  const {signal} = new AbortController();
  await pause(1, signal);
  const caller = new AbortController();
  const long = pause(60_000, caller.signal);
  caller.abort();
  await long;
  await pause(60_000, caller.signal);
});
