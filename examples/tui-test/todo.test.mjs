/** Tests of a full-screen program, with the runner of Node.js: node --test examples/tui-test/todo.test.mjs */
import assert from 'node:assert/strict';
import {join} from 'node:path';
import {test} from 'node:test';
import {expect, launch} from 'cotty/test';

/** The program on a terminal of its own, which ends with the test. */
async function open(t) {
  const app = await launch([process.execPath, join(import.meta.dirname, 'todo.mjs')], {cols: 40, rows: 12});
  t.after(() => app.close());
  return app;
}

test('the space bar ticks off what the arrows have chosen', async t => {
  const app = await open(t);
  await expect(app.getByText('[ ] Buy milk')).toHaveStyle('inverse');
  await app.press('Down', 'Space');
  await expect(app.getByText('[x] Write tests')).toHaveStyle('strikethrough');
  await expect(app).toShow('2 left');
});

test('a click ticks off, and another one takes it back', async t => {
  const app = await open(t);
  await app.getByText('Rest').click();
  await expect(app).toShow('[x] Rest');
  await app.getByText('Rest').click();
  await expect(app).not.toShow('[x]');
});

test('what is typed is added at the end', async t => {
  const app = await open(t);
  await app.press('a');
  await app.type('喝茶');
  await expect(app.getByText('New: 喝茶')).toBeVisible();
  await app.press('Enter');
  await expect(app.getByText(/\[ \] .+/)).toHaveCount(4);
  assert.equal((await app.getByText('喝茶').waitFor()).row, 5);
});

test('it leaves with 0 when all is done, and with 1 when not', async t => {
  const idle = await open(t);
  await idle.getByText('[ Quit ]').click();
  assert.deepEqual(await idle.waitUntilEnd(), {exitStatus: 1, signal: null});
  const busy = await open(t);
  for (const text of ['Buy milk', 'Write tests', 'Rest']) await busy.getByText(text).click();
  await expect(busy).toShow('0 left');
  await busy.press('q');
  assert.deepEqual(await busy.waitUntilEnd(), {exitStatus: 0, signal: null});
});

test('a picture of it is a PNG', async t => {
  const app = await open(t);
  await app.waitUntilStable();
  const png = Buffer.from(await app.screenshot({theme: 'light', scale: 2}));
  assert.deepEqual([png.readUInt32BE(16), png.readUInt32BE(20)], [720, 432]);
});
