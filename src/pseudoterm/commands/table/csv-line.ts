import {cellText, cellValue, numberText, type SheetCell} from '../../documents/sheets/sheet.ts';

/** One row as RFC 4180 has it, with a line feed. `isShown`: as a person sees the cells, else their values. */
export function csvLine(row: readonly SheetCell[], delimiter: string, isShown: boolean): string {
  return `${row.map(cell => quote(isShown ? cellText(cell) : bareText(cell), delimiter)).join(delimiter)}\n`;
}

function bareText(cell: SheetCell): string {
  const value = cellValue(cell);
  if (value === null) return '';
  return typeof value === 'number' ? numberText(value) : String(value);
}

function quote(text: string, delimiter: string): string {
  const isPlain = !text.includes(delimiter) && !/["\r\n]/.test(text) && text.trim() === text;
  return isPlain ? text : `"${text.replaceAll('"', '""')}"`;
}
