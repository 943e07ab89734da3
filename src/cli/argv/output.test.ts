import {expect, test} from 'vitest';
import {createOutput} from './output.ts';

const headings = ['SESSION', 'NAME', 'STATE', 'SIZE', 'CWD', 'RUNNING'];
const row = ['pty:0krt2d3vp3', 'website', 'running', '120x40', '/home/anna/projects/website/frontend', 'npm run build'];

function table(columns: number | undefined): readonly string[] {
  let printed = '';
  const stdout = {
    isTTY: true,
    ...(columns !== undefined && {columns}),
    write: (text: string | Uint8Array) => {
      printed += text;
      return true;
    },
  };
  createOutput(stdout, () => stdout, {NO_COLOR: '1'}).table(headings, [row]);
  return printed.trimEnd().split('\n');
}

test.each([60, 80, 100])(
  'a table stays a line a row in a terminal of %i columns: the widest cells give way, paths at their beginning',
  columns => {
    const lines = table(columns);
    expect(lines).toHaveLength(2);
    for (const line of lines) expect(line.length).toBeLessThanOrEqual(columns);
    // A name is what one types, and a state what one looks for.
    expect(lines[1]).toMatch(/^pty:0krt2d3vp3 {2}website {2}running {2}120x40 {2}\S*d {2}npm/);
  },
);

test('where there is room, and where nobody knows how much, everything stands there', () => {
  for (const columns of [200, undefined, 0]) expect(table(columns)[1]?.split(/ {2,}/)).toEqual(row);
});
