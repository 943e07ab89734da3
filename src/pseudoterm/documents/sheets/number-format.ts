import {fifteenDigits, numberText, type SheetCell} from './sheet.ts';

/** What a number format makes of a number. */
export type NumberKind = 'plain' | 'percent' | 'date' | 'time' | 'datetime' | 'duration';

/**
 * Builtin formats (ECMA-376 part 1, 18.8.30, with the East Asian ones), else by the letters of the code outside of
 * quotes, brackets and escapes.
 */
export function numberKind(id: number, code: string | undefined): NumberKind {
  if (code === undefined) return builtinKinds.get(id) ?? 'plain';
  if (/\[(h+|m+|s+)\]/i.test(code)) return 'duration';
  const [positive = ''] = code.split(';');
  const bare = positive
    .replaceAll(/"[^"]*"|\\.|_.|\*.|\[[^\]]*\]/g, '')
    .toLowerCase()
    .replaceAll('general', '');
  const hasDate = /[yd]|m{3,}|年|月|日/.test(bare);
  const hasTime = /[hs]/.test(bare);
  if (hasDate && hasTime) return 'datetime';
  if (hasDate || (/m/.test(bare) && !hasTime && !/[0#]/.test(bare))) return 'date';
  if (hasTime) return 'time';
  return bare.includes('%') ? 'percent' : 'plain';
}

const builtinKinds: ReadonlyMap<number, NumberKind> = new Map([
  [9, 'percent'],
  [10, 'percent'],
  ...[14, 15, 16, 17, 27, 28, 29, 30, 31, 36, 50, 51, 52, 53, 54, 57, 58].map(id => [id, 'date'] as const),
  ...[18, 19, 20, 21, 32, 33, 34, 35, 45, 47, 55, 56].map(id => [id, 'time'] as const),
  [22, 'datetime'],
  [46, 'duration'],
]);

/** A number cell under its format. `is1904`: days are counted from 1904-01-01. */
export function numberCell(value: number, kind: NumberKind, is1904: boolean): SheetCell {
  switch (kind) {
    case 'plain':
      return fifteenDigits(value);
    case 'percent':
      return {value, shown: `${numberText(value * 100)}%`};
    case 'date':
    case 'datetime':
      return dateText(value, kind, is1904);
    case 'time':
      return value >= 0 && value < 1 ? clockText(value * secondsPerDay) : dateText(value, 'datetime', is1904);
    case 'duration':
      return clockText(value * secondsPerDay);
    default:
      return kind satisfies never;
  }
}

/** Day 60 of the 1900 system is a 29 February that never was; days before it are one off. */
function dateText(serial: number, kind: 'date' | 'datetime', is1904: boolean): SheetCell {
  if (serial < 0 || serial > lastSerial) return serial;
  const epoch = is1904 ? Date.UTC(1904, 0, 1) : Date.UTC(1899, 11, serial < 60 ? 31 : 30);
  const date = new Date(epoch + Math.round(serial * secondsPerDay) * 1000);
  const iso = date.toISOString();
  return kind === 'date' && serial % 1 === 0 ? iso.slice(0, 10) : iso.slice(0, 19);
}

function clockText(seconds: number): string {
  const whole = Math.round(Math.abs(seconds));
  const two = (value: number): string => String(value).padStart(2, '0');
  const sign = seconds < 0 ? '-' : '';
  return `${sign}${two(Math.floor(whole / 3600))}:${two(Math.floor(whole / 60) % 60)}:${two(whole % 60)}`;
}

const secondsPerDay = 86_400;

/** 9999-12-31. */
const lastSerial = 2_958_466;
