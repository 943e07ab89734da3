import {chromium} from 'playwright-core';
import {expect, test} from 'vitest';
import {browserArguments} from './browser-arguments.ts';

test('what Playwright turns off stays off', async () => {
  // Node.js knows none of these arguments and ends at once; the error tells how it was started.
  const started = await chromium.launch({executablePath: process.execPath, args: [...browserArguments]}).then(
    () => expect.unreachable('Node.js is no browser'),
    (error: Error) => error.message,
  );
  const [theirs, ours] = [...started.matchAll(/--disable-features=(\S+)/g)].map(([, names = '']) => names.split(','));
  expect(theirs?.length).toBeGreaterThan(5);
  expect(ours).toEqual(expect.arrayContaining(theirs ?? []));
});
