/** Jumps in the life of a session that has printed a gigabyte: lines, and a full-screen program that has run all the time. */
import {mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {parseSessionId} from '../../src/core/index.ts';
import {openRecording, SecretMask} from '../../src/engine/index.ts';
import {SessionLogReader, SessionLogWriter} from '../../src/log/index.ts';
import {keptTexts} from '../../src/private/index.ts';
import type {Row} from '../support/row.ts';
import {figures, round, timed} from '../support/stats.ts';

const LOG_BYTES = 1024 ** 3;
const TARGET_MS = 300;
const JUMPS = 40;

export async function timeLine(): Promise<Row[]> {
  return [...(await jumps('lines', lines, 16_000)), ...(await jumps('a full-screen program', redraw, 4000))];
}

async function jumps(
  what: string,
  print: (from: number, bytes: number) => string,
  recordBytes: number,
): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'cotty-bench-'));
  try {
    write(join(folder, 'log'), print, recordBytes);
    const log = SessionLogReader.open(join(folder, 'log'), {screens: keptTexts(join(folder, 'screens'))});
    const sessionId = parseSessionId('pty:bench');
    if (!sessionId) throw new Error('unreachable');
    const start = performance.now();
    await using recording = await openRecording({sessionId, name: 'bench', log, secrets: new SecretMask()});
    const openMs = performance.now() - start;
    const {footage} = recording;
    const jump = async (index: number): Promise<void> => {
      await footage.frame(((index * 7919) % 1000) * (footage.facts.length_ms / 1000));
    };
    let index = 0;
    const first = figures(await timed(8, () => jump(index++)));
    await footage.prepare(new AbortController().signal);
    const {p50, p95} = figures(await timed(JUMPS, () => jump(index++)));
    log.close();
    const row = (name: string, ms: number, target: number | null): Row => ({
      what: `1 GB of ${what}: ${name}`,
      measured: `${round(ms)} ms`,
      ...{floor: '–', ratio: '–'},
      target: target === null ? '–' : `<= ${target} ms`,
      reached: target === null ? null : ms <= target,
    });
    return [
      row('the time line is open, when nothing is known of the log', openMs, null),
      row('a jump before its screens are kept, p50', first.p50, null),
      row('a jump, p50', p50, TARGET_MS),
      row('a jump, p95', p95, TARGET_MS),
    ];
  } finally {
    rmSync(folder, {recursive: true, force: true});
  }
}

function write(directory: string, print: (from: number, bytes: number) => string, recordBytes: number): void {
  let ms = 0;
  const clock = {monotonicMs: () => ms, wallMs: () => 1_700_000_000_000 + ms};
  using writer = SessionLogWriter.open(directory, {clock, maxBytes: 2 * LOG_BYTES});
  const isScreen = print === redraw;
  if (isScreen) {
    writer.append({type: 'output', bytes: Buffer.from('\x1b[?1049h')});
    writer.append({type: 'mode', mode: 'alternateScreen', value: 1});
  }
  for (let written = 0, number = 0; written < LOG_BYTES; number += 1000) {
    const bytes = Buffer.from(print(number, recordBytes));
    ms += 20;
    writer.append({type: 'output', bytes});
    written += bytes.length;
  }
}

function lines(from: number, bytes: number): string {
  let text = '';
  for (let number = from; text.length < bytes; number++)
    text += `line ${number} \x1b[32mok\x1b[m some text that a build prints ${'-'.repeat(number % 30)}\r\n`;
  return text;
}

function redraw(from: number, bytes: number): string {
  let text = '\x1b[H';
  for (let number = from; text.length < bytes; number++)
    text += `\x1b[${(number % 24) + 1};1H\x1b[3${number % 8}m row ${number} of a monitor ${'x'.repeat(number % 40)}\x1b[m`;
  return text;
}
