/** A screen drawn to PNG: how long from the question until the bytes are there, everything warm. */
import {PictureMaker, ScreenPool} from '../../src/screen/index.ts';
import type {Row} from '../support/row.ts';
import {figures, round} from '../support/stats.ts';

const ROUNDS = 60;
const sizes = [
  {cols: 80, rows: 24, targetMs: 15},
  {cols: 200, rows: 50, targetMs: 40},
];

export async function screenshots(): Promise<Row[]> {
  await using pool = new ScreenPool();
  await using maker = new PictureMaker();
  const rows: Row[] = [];
  for (const {cols, rows: height, targetMs} of sizes) {
    const screen = pool.createScreen({cols, rows: height});
    const timesMs: number[] = [];
    for (let round = 0; round < ROUNDS + 5; round++) {
      screen.feed(Buffer.from(monitor(cols, height, round)));
      await screen.flush();
      const start = performance.now();
      const grid = await screen.grid();
      await maker.make({grid, format: 'png', theme: 'dark', scale: 1});
      if (round >= 5) timesMs.push(performance.now() - start);
    }
    const {p50} = figures(timesMs);
    rows.push({
      what: `a screen of ${cols} by ${height} as PNG, p50`,
      measured: `${round(p50)} ms`,
      floor: '–',
      ratio: '–',
      target: `<= ${targetMs} ms`,
      reached: p50 <= targetMs,
    });
  }
  return rows;
}

/** A full screen of coloured bars and numbers that differ from round to round, as a process monitor has. */
function monitor(cols: number, rows: number, round: number): string {
  const lines = Array.from({length: rows}, (_, row) => {
    const share = ((row * 37 + round * 13) % 100) / 100;
    const bar = '|'.repeat(Math.round(share * 20)).padEnd(20);
    const name = `${1000 + row * 7}  user  ${(share * 100).toFixed(1)}%  /usr/bin/program-${row} --option=${round}`;
    return `\x1b[36m${row}\x1b[m[\x1b[32m${bar}\x1b[m] \x1b[1;${31 + (row % 7)}m${name.padEnd(cols).slice(0, cols - 26)}\x1b[m`;
  });
  return `\x1b[H${lines.join('\r\n')}`;
}
