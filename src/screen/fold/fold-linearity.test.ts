import {describe, expect, test} from 'vitest';
import {foldOutput} from './fold-output.ts';

/** Linear work gives about 8, quadratic 64. */
const LIMIT = 30;
/** What else the process does meanwhile (compiling, collecting garbage) can only add to one of them: the least is nearest to the truth. */
const TRIES = 5;

/** CPU time per run of an input by that of one an eighth its size. Many runs, because the system counts CPU time in ticks of milliseconds. */
function growth(unit: string): number {
  const perRun = (length: number, runs: number): number => {
    const bytes = Buffer.from(unit.repeat(Math.ceil(length / unit.length)));
    const start = process.cpuUsage();
    for (let run = 0; run < runs; run++) foldOutput(bytes);
    return process.cpuUsage(start).user / runs;
  };
  perRun(20_000, 4);
  let least = Number.POSITIVE_INFINITY;
  for (let tries = 0; tries < TRIES && least >= LIMIT; tries++)
    least = Math.min(least, perRun(160_000, 2) / Math.max(perRun(20_000, 16), 250));
  return least;
}

describe('work grows with the input, not with its square', () => {
  test.each([
    ['backspaces', 'ab\b\b'],
    ['carriage returns', 'abc\r'],
    ['far right', '\x1b[999Cx'],
    ['huge parameters', '\x1b[99999999999999999999Bx'],
    ['many parameters', `\x1b[${'1;'.repeat(500)}mx`],
    ['inserted characters', 'x\x1b[@'],
    ['deleted characters', 'xy\x1b[D\x1b[P'],
    ['inserted lines', '\x1b[9L\r\n'],
    ['deleted lines', 'x\n\x1b[A\x1b[M'],
    ['erasing backwards', 'x\x1b[1K'],
    ['erasing above', 'x\n\x1b[1J'],
    ['clears', 'x\x1b[2J'],
    ['cursor up and down', 'a\n\x1b[9A'],
    ['positions', '\x1b[150;5Hx'],
    ['repeats', 'x\x1b[999b'],
    ['status lines', '\x1b7\x1b[Hx'],
    ['unfinished titles', '\x1b]0;a'],
    ['combining characters', 'e\u0301\b'],
    ['tabs', '\t\b'],
  ])('%s', (_, unit) => expect(growth(unit)).toBeLessThan(LIMIT));

  test('D63 one 50 MB line without newline is one line', () => {
    const text = foldOutput(Buffer.alloc(50_000_000, 'x'));
    expect(text.length).toBe(50_000_000);
    expect(text.includes('\n')).toBe(false);
  });

  test('short sequences cannot blow the output up without bound', () => {
    const bytes = Buffer.from('x\x1b[999b\x1b[999C'.repeat(20_000));
    expect(foldOutput(bytes).length).toBeLessThan(1 << 23);
  });
});
