/** One line of the table: what was measured beside what, in this run. */
export interface Row {
  readonly what: string;
  readonly measured: string;
  readonly floor: string;
  readonly ratio: string;
  readonly target: string;
  /** Null when the row is for information only. */
  readonly reached: boolean | null;
}

export function toMarkdown(rows: readonly Row[]): string {
  const lines = rows.map(
    row =>
      `| ${row.what} | ${row.measured} | ${row.floor} | ${row.ratio} | ${row.target} | ${row.reached === null ? '–' : row.reached ? 'yes' : '**no**'} |`,
  );
  return [
    '| what | measured | beside | ratio | to reach | reached |',
    '| --- | --- | --- | --- | --- | --- |',
    ...lines,
  ].join('\n');
}
