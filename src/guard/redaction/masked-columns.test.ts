import {expect, test} from 'vitest';
import {columnsOf, inColumns} from './masked-columns.ts';
import {SecretMask} from './secret-mask.ts';

test('letters of East Asia and emoji take two columns, marks on letters none', () => {
  expect([columnsOf('abc'), columnsOf('密码'), columnsOf('e\u0301'), columnsOf('😀'), columnsOf('ﾊﾟ')]).toEqual([
    3, 4, 1, 2, 2,
  ]);
});

test('a mask takes the columns of what it hides', () => {
  expect(inColumns('ab密cd', 'ab*cd')).toBe('ab**cd');
  expect(inColumns('e\u0301x', '**x')).toBe('*x');
  expect(inColumns('a😀b', 'a**b')).toBe('a**b');
  expect(inColumns('plain密', 'plain密')).toBe('plain密');
});

test('what stands behind a masked value with wide letters keeps its column', () => {
  const value = '合言葉-of-the-server';
  const row = new SecretMask({}, [value]).maskRows(`${value} behind`, 80);
  expect(row).not.toContain('合');
  expect(columnsOf(row.slice(0, row.indexOf('behind')))).toBe(columnsOf(`${value} `));
});

test('a row that wide letters fill goes on in the next', () => {
  const token = 'ghp_Zx81kd93JdkLq0vN2sYtW5hBzz';
  const rows = [`密密密密 ${token.slice(0, 11)}`, token.slice(11)];
  const masked = new SecretMask().maskRows(rows.join('\n'), 20);
  expect(masked).not.toContain(token.slice(11));
});
