/** A cell's value. Dates are ISO 8601 text. `shown` is given where a reader of the sheet sees something else. */
export type SheetCell = string | number | boolean | null | ShownCell;

export interface ShownCell {
  /** Null for a formula that nobody has computed. */
  readonly value: string | number | boolean | null;
  /** As the sheet shows it, e.g. `25.6%`. */
  readonly shown: string;
  readonly href?: string;
}

/** A remark fixed to a cell. */
export interface SheetNote {
  /** E.g. `B2`. */
  readonly cell: string;
  readonly text: string;
}

/** One sheet of a workbook, or the only one of a CSV file. */
export interface Sheet {
  readonly name: string;
  readonly isHidden: boolean;
  /** Rows with any content, in order, without empty cells at their ends. May be asked for more than once. */
  rows(): AsyncGenerator<readonly SheetCell[], void, undefined>;
  notes(): Promise<readonly SheetNote[]>;
}

/** The bare value: what `table to-json` gives. */
export function cellValue(cell: SheetCell): string | number | boolean | null {
  return cell !== null && typeof cell === 'object' ? cell.value : cell;
}

/** What a person sees in the cell. */
export function cellText(cell: SheetCell): string {
  if (cell === null) return '';
  if (typeof cell === 'object') return cell.shown;
  if (typeof cell === 'boolean') return cell ? 'TRUE' : 'FALSE';
  return typeof cell === 'number' ? numberText(cell) : cell;
}

/** As spreadsheets show it. */
export function numberText(value: number): string {
  return String(fifteenDigits(value));
}

/** Spreadsheets keep fifteen digits: 0.1 + 0.2 is 0.3 there. Most numbers have fewer, and looking is cheaper than rounding. */
export function fifteenDigits(value: number): number {
  return Number.isInteger(value) || String(value).length <= 16 ? value : Number(value.toPrecision(15));
}
