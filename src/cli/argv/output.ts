import type {WriteStream} from 'node:tty';
import {revealInvisible} from '../../core/index.ts';

/** Where a verb says things: plain text, tables for people, or one typed value for programs. */
export interface Output {
  /** True when the verb was called with `--json`: say one `value` and nothing else. */
  readonly isJson: boolean;
  /** True when a person looks at stdout. */
  readonly isTty: boolean;
  /** One or more lines; the last line feed is added. */
  print(text: string): void;
  /** Bytes exactly as they are. */
  raw(text: string | Uint8Array): void;
  /** The typed value, as JSON on one line. */
  value(value: unknown): void;
  /** Aligned columns on a TTY, tab-separated without headings otherwise. */
  table(headings: readonly string[], rows: readonly (readonly string[])[]): void;
  /** To stderr; what it quotes of others is made visible. */
  complain(text: string): void;
  bold(text: string): string;
  dim(text: string): string;
  asJson(): Output;
}

type Stream = Pick<WriteStream, 'write'> & {readonly isTTY?: boolean; readonly columns?: number};

const GAP = 2;
/** Paths and command lines stand at the end. */
const LONG_COLUMNS = 2;

/** Colour needs a TTY and no NO_COLOR (https://no-color.org). Opening stderr takes time, so it is done when there is something to say. */
export function createOutput(stdout: Stream, stderr: () => Stream, env: NodeJS.ProcessEnv): Output {
  const isTty = stdout.isTTY === true;
  const hasColour = isTty && !env.NO_COLOR && env.TERM !== 'dumb';
  const style = (code: number) => (text: string) => (hasColour ? `\x1b[${code}m${text}\x1b[m` : text);
  const output: Output = {
    isJson: false,
    isTty,
    print: text => void stdout.write(text.endsWith('\n') ? text : `${text}\n`),
    raw: text => void stdout.write(text),
    value: value => void stdout.write(`${JSON.stringify(value)}\n`),
    table(headings, given) {
      const rows = given.map(row => row.map(oneLine));
      if (!isTty) return void stdout.write(rows.map(row => `${row.join('\t')}\n`).join(''));
      const wished = headings.map((heading, i) => Math.max(heading.length, ...rows.map(row => row[i]?.length ?? 0)));
      const widths = fitting(wished, headings, stdout.columns);
      const line = (row: readonly string[]) =>
        row
          .map((cell, i) => shortened(cell, widths[i] ?? 0).padEnd(widths[i] ?? 0))
          .join(' '.repeat(GAP))
          .trimEnd();
      output.print([output.bold(line(headings)), ...rows.map(line)].join('\n'));
    },
    complain: text => void stderr().write(`${revealInvisible(text).text}\n`),
    bold: style(1),
    dim: style(2),
    asJson: () => ({...output, isJson: true}),
  };
  return output;
}

/** A line feed makes no row, a tab no column. */
function oneLine(cell: string): string {
  return cell.replaceAll(/[\t\n\r]/g, control => JSON.stringify(control).slice(1, -1));
}

/**
 * Widths that fit into the terminal, where that can be. What is long by nature, in the last columns, gives way first, then the widest of the
 * others; the first one names what one wants to copy.
 */
function fitting(wished: readonly number[], headings: readonly string[], columns = 0): readonly number[] {
  const widths = [...wished];
  const room = columns > 0 ? columns - GAP * (widths.length - 1) : Number.POSITIVE_INFINITY;
  for (const first of [widths.length - LONG_COLUMNS, 1]) {
    for (let over = sum(widths) - room; over > 0; over--) {
      const spare = widths.map((width, i) =>
        i >= Math.max(1, first) && width > (headings[i]?.length ?? 0) ? width : 0,
      );
      const widest = spare.indexOf(Math.max(...spare));
      if ((spare[widest] ?? 0) === 0) break;
      widths[widest] = (widths[widest] ?? 0) - 1;
    }
  }
  return widths;
}

/** Of a path the end tells more. */
function shortened(cell: string, width: number): string {
  if (cell.length <= width) return cell;
  return cell.startsWith('/') ? `…${cell.slice(cell.length - width + 1)}` : `${cell.slice(0, width - 1)}…`;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
