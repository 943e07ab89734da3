/**
 * Both engines draw the same screen, cell by cell. They share the font, not how they put it into pixels: the browser smooths
 * otherwise, hints, and begins a cell up to half a pixel off. How far that may go is written down here.
 */
import {afterAll, beforeAll, describe, expect, test} from 'vitest';
import {HeadlessBrowser} from '../../src/app/browser/browser-pictures.ts';
import type {ScreenGrid} from '../../src/screen/index.ts';
import {TestTerminal} from '../conformance/test-terminal.ts';
import {needsBrowser} from '../support/chromium.ts';
import {needs, skipUnless} from '../support/needs.ts';
import {type CellDifference, compareCells} from './compare-cells.ts';
import {foreignScreens, type PrintedScreen, printedScreens, programScreens, screenFiles} from './screens.ts';

/** Of 255, between the mean colours of a cell. One column of its nine pixels in another colour makes up to 28. */
const MOST_IN_A_CELL = 30;
/** The same for nine in ten cells that anything is drawn in. */
const MOST_AS_A_RULE = 12;
/** The same for characters of other fonts, dense and at times made bold. */
const MOST_OF_OTHER_FONTS = 20;
/** Of 255, between the colours that most of a cell has: rounding. */
const MOST_OF_PAPER = 2;

let terminal: TestTerminal;
let browser: HeadlessBrowser;

beforeAll(async () => {
  browser = new HeadlessBrowser({home: '/nonexistent', env: process.env});
  terminal = await TestTerminal.open('pty', 'bash', {home: screenFiles});
});

afterAll(async () => {
  await browser[Symbol.asyncDispose]();
  await terminal[Symbol.asyncDispose]();
});

describe('what is printed', () => {
  test.for(printedScreens.map(screen => [screen.name, screen] as const))('%s', async ([, screen]) => {
    needsBrowser();
    await show(screen);
    await expectAgreement().finally(leave);
  });

  test.for(foreignScreens.map(screen => [screen.name, screen] as const))('%s', async ([, screen]) => {
    needsBrowser();
    await show(screen);
    const {missing_glyphs} = await terminal.call('screenshot', {});
    await (missing_glyphs ? leave() : expectAgreement(MOST_OF_OTHER_FONTS).finally(leave));
    skipUnless(!missing_glyphs, 'not installed: fonts for it');
  });
});

describe('what programs show', () => {
  test.for(programScreens.map(screen => [screen.name, screen] as const))('%s', async ([, screen]) => {
    needsBrowser();
    needs(screen.program);
    await terminal.call('send_keys', {keys: [`text:${screen.command}`, 'Enter'], timeout: 0});
    expect(await terminal.call('read_screen', {wait_for: screen.until, timeout: 30})).toMatchObject({satisfied: true});
    if (screen.keys) await terminal.call('send_keys', {keys: [...screen.keys], timeout: 0});
    await terminal.call('wait_for_stable_output', {quiet_ms: 300, timeout_seconds: 3});
    await expectAgreement().finally(() => leaveBy(screen.leave));
  });
});

async function show({output}: PrintedScreen): Promise<void> {
  terminal.write('screen', `\x1b[m\x1b[H\x1b[2J${output}\x1b]2;shown\x07`);
  await terminal.run('cat screen; read -rsn1', {wait_for_completion: false});
  await terminal.until(({tracker}) => tracker.title === 'shown');
}

async function leaveBy(keys: readonly string[]): Promise<void> {
  await terminal.call('send_keys', {keys: [...keys], timeout: 0});
  await terminal.until(({tracker}) => tracker.phase === 'prompt');
}

async function leave(): Promise<void> {
  await leaveBy(['x']);
  await terminal.run("printf '\\033[?1049l\\033[0 q\\033]2;left\\007'");
}

/** The two pictures of this very moment. */
async function expectAgreement(mostAsARule = MOST_AS_A_RULE): Promise<void> {
  const {session, engine} = terminal;
  const {grid, at} = await session.screen.grid();
  const look = {theme: 'dark', scale: 1} as const;
  const embedded = await engine.pictures.make({grid, format: 'png', ...look});
  const signal = AbortSignal.timeout(50_000);
  const cells = compareCells(embedded.bytes, await browser.take(session, {...look, at, signal}));
  expect(cells.filter(cell => cell.mean > MOST_IN_A_CELL).map(cell => told(cell, grid))).toEqual([]);
  expect(cells.filter(cell => cell.paper > MOST_OF_PAPER && !isArea(cell, grid)).map(cell => told(cell, grid))).toEqual(
    [],
  );
  const inked = cells.filter(cell => textOf(cell, grid) !== '').map(cell => cell.mean);
  const ninth = inked.toSorted((a, b) => a - b)[Math.floor(inked.length * 0.9)] ?? 0;
  expect(ninth).toBeLessThanOrEqual(mostAsARule);
}

function textOf({row, col}: CellDifference, {texts, cols}: ScreenGrid): string {
  return texts[row * cols + col] ?? '';
}

/** Blocks are areas here and glyphs there: edges fall between pixels, and shades are patterns. */
function isArea(cell: CellDifference, grid: ScreenGrid): boolean {
  return /^[\u2580-\u259f]/.test(textOf(cell, grid));
}

function told(cell: CellDifference, grid: ScreenGrid): string {
  return `${cell.row}:${cell.col} ${JSON.stringify(textOf(cell, grid))} mean ${cell.mean.toFixed(1)} paper ${cell.paper}`;
}
