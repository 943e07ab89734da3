import {expect, test} from 'vitest';
import {workerUrl} from './worker-url.ts';

test('from source the worker is the source beside it', () => {
  expect(workerUrl('file:///a/src/screen/worker-url.ts').href).toBe('file:///a/src/screen/worker.ts');
});

test('from a bundle the worker is the bundle beside it', () => {
  expect(workerUrl('file:///a/dist/server.js').href).toBe('file:///a/dist/screen-worker.js');
});
