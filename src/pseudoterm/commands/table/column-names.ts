import {cellText, type SheetCell} from '../../documents/sheets/sheet.ts';

/** Names of columns from a title row: empty ones are `column_N`, repeated ones get a number. Never two alike, whatever their case. */
export function columnNames(titles: readonly SheetCell[], width: number): readonly string[] {
  const taken = new Set<string>();
  return Array.from({length: width}, (_, i) => {
    const title = cellText(titles[i] ?? null)
      .replace(/\s+/g, ' ')
      .trim();
    const wanted = title === '' ? `column_${i + 1}` : title;
    let name = wanted;
    for (let count = 2; taken.has(name.toLowerCase()); count++) name = `${wanted}_${count}`;
    taken.add(name.toLowerCase());
    return name;
  });
}
