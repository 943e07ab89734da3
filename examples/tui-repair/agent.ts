/** A scripted agent repairs a small program for the terminal: it runs it by MCP, looks at screenshots, edits, and looks again. */
import assert from 'node:assert/strict';
import {spawnSync} from 'node:child_process';
import {copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join, resolve} from 'node:path';
import {Client} from '@modelcontextprotocol/client';
import {StdioClientTransport} from '@modelcontextprotocol/client/stdio';
import {type Pixels, readPng} from './read-png.ts';

const cotty = resolve(import.meta.dirname, '../../bin/cotty');
const root = mkdtempSync(join(tmpdir(), 'cotty-tui-repair-'));
const program = join(root, 'menu.mjs');
/** Nobody is here to be asked: where this checkout lies may be a place whose programs need a person's nod. */
const env = {
  PATH: process.env.PATH ?? '',
  HOME: root,
  SHELL: '/bin/bash',
  COTTY_HOME: join(root, 'home'),
  COTTY_SECURITY_MODE: 'permissive',
};

/** Pixels of a cell, and the colours of the theme. */
const [CELL_WIDTH, CELL_HEIGHT] = [9, 18];
const [PAPER, GREEN, BLUE] = [0x161616, 0x4e9a06, 0x3465a4];
/** The box that the program means to draw, in cells from zero. */
const BOX = {left: 4, right: 33, first: 3, last: 6};

interface Fault {
  readonly seen: string;
  /** What the agent makes of the source. */
  readonly repair: (source: string) => string;
}

try {
  copyFileSync(join(import.meta.dirname, 'menu.mjs'), program);
  await workAsAgent();
  console.log('everything is as it should be');
} finally {
  spawnSync(cotty, ['server', 'stop', '--sessions'], {env});
  rmSync(root, {recursive: true, force: true, maxRetries: 5});
}

async function workAsAgent(): Promise<void> {
  const client = new Client({name: 'tui-repair-example', version: '1.0.0'}, {capabilities: {}});
  await client.connect(new StdioClientTransport({command: cotty, args: ['mcp'], env, cwd: root}));
  const call = async (name: string, args: Record<string, unknown>) => {
    const reply = await client.callTool({name, arguments: args});
    assert.ok(!reply.isError, JSON.stringify(reply.content));
    return reply;
  };
  const start = async (): Promise<void> => {
    const command = `clear; ${process.execPath} ${program}`;
    const started = await call('run_command', {command, timeout: 30, confirm: true});
    // On a busy machine it may be a while before the menu is there at all.
    const shown = await call('read_screen', {wait_for: 'Leave', timeout: 30});
    const story = JSON.stringify([started.content, shown.content]);
    assert.match(story, /│ Leave/, `There is no menu: ${story}`);
  };
  const look = async (): Promise<Pixels> => {
    await call('wait_for_stable_output', {quiet_ms: 200});
    const {content} = await call('screenshot', {});
    const image = content.find(block => block.type === 'image');
    assert.ok(image?.type === 'image');
    return readPng(Buffer.from(image.data, 'base64'));
  };
  const press = (...keys: string[]) => call('send_keys', {keys, settle_ms: 100});
  try {
    for (let round = 1; ; round++) {
      assert.ok(round < 6, 'it takes too long');
      await start();
      const [fault] = faultsIn(await look(), 0);
      await press('q');
      if (!fault) break;
      console.log(`look ${round}: ${fault.seen}`);
      writeFileSync(program, fault.repair(readFileSync(program, 'utf8')));
    }
    await start();
    await press('Down', 'Down');
    assert.deepEqual(faultsIn(await look(), 2), []);
    await press('q');
    console.log('the last look: the box is whole, the words can be read, and the bar follows the keys');
  } finally {
    await client.close();
  }
}

/** What is wrong in the picture when that item is chosen. */
function faultsIn(picture: Pixels, chosen: number): readonly Fault[] {
  const faults: Fault[] = [];
  if (!hasInk(picture, 4, 0))
    faults.push({
      seen: 'there should be a question above the box, and nothing can be read there',
      repair: source => source.replace('\\x1b[1;30m', '\\x1b[1m'),
    });
  const ragged = rows().filter(row => !hasColour(picture, BOX.right, row, GREEN));
  if (ragged.length > 0)
    faults.push({
      seen: `the right side of the box is missing in ${ragged.length} rows`,
      repair: source => source.replace('padEnd(WIDTH - 3)', 'padEnd(WIDTH - 2)'),
    });
  const bar = rows().findIndex(row => hasColour(picture, BOX.left + 12, row, BLUE));
  if (bar !== chosen)
    faults.push({
      seen: `the bar is on row ${bar}, where row ${chosen} is chosen`,
      repair: source => source.replace('index === chosen + 1', 'index === chosen'),
    });
  return faults;
}

function rows(): number[] {
  return Array.from({length: BOX.last - BOX.first + 1}, (_, index) => BOX.first + index);
}

/** Somebody can see that something is written there: it differs enough from the paper. */
function hasInk(picture: Pixels, col: number, row: number): boolean {
  return pixelsOf(picture, col, row).some(colour => brightness(colour) - brightness(PAPER) > 80);
}

function hasColour(picture: Pixels, col: number, row: number, colour: number): boolean {
  return pixelsOf(picture, col, row).includes(colour);
}

function pixelsOf(picture: Pixels, col: number, row: number): number[] {
  return Array.from({length: CELL_WIDTH * CELL_HEIGHT}, (_, at) =>
    picture.at(col * CELL_WIDTH + (at % CELL_WIDTH), row * CELL_HEIGHT + Math.floor(at / CELL_WIDTH)),
  );
}

function brightness(colour: number): number {
  return (((colour >> 16) & 255) * 3 + ((colour >> 8) & 255) * 6 + (colour & 255)) / 10;
}
