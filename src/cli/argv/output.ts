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

type Stream = Pick<WriteStream, 'write'> & {readonly isTTY?: boolean};

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
    table(headings, rows) {
      if (!isTty) return void stdout.write(rows.map(row => `${row.join('\t')}\n`).join(''));
      const widths = headings.map((heading, i) => Math.max(heading.length, ...rows.map(row => row[i]?.length ?? 0)));
      const line = (row: readonly string[]) =>
        row
          .map((cell, i) => cell.padEnd(widths[i] ?? 0))
          .join('  ')
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
