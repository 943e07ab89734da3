import type {ReadContext} from '../read-context.ts';
import {childNamed, childrenOf, type XmlElement} from '../xml/node.ts';
import {parseXml} from '../xml/parse-xml.ts';
import type {NumberingReference} from './styles.ts';

interface Level {
  readonly format: string;
  readonly start: number;
  /** E.g. `%1.%2`. */
  readonly text: string;
  readonly hasPicture: boolean;
}

/** What stands before one paragraph. */
export interface ListMark {
  readonly depth: number;
  /** Undefined for bullets. */
  readonly number: number | undefined;
  /** As printed, e.g. `1.2`; empty for bullets. */
  readonly label: string;
  /** There is nothing to see: a further paragraph of the item before. */
  readonly isBlank: boolean;
}

/** Counts the paragraphs of all lists as Word does: lists of one abstract definition go on counting together. */
export class Numbering {
  readonly #abstractOf = new Map<string, string>();
  readonly #levels = new Map<string, ReadonlyMap<number, Level>>();
  readonly #restarts = new Map<string, ReadonlyMap<number, number>>();
  readonly #counters = new Map<string, number[]>();
  readonly #started = new Set<string>();

  static async read(bytes: Uint8Array | undefined, context: ReadContext): Promise<Numbering> {
    const numbering = new Numbering();
    if (bytes) numbering.#load(await parseXml(bytes, context));
    return numbering;
  }

  /** Takes the next number of that list. Undefined when there is no such list or it has no marks. */
  next(reference: NumberingReference): ListMark | undefined {
    const abstract = this.#abstractOf.get(reference.id);
    const levels = abstract === undefined ? undefined : this.#levels.get(abstract);
    const level = levels?.get(reference.level);
    if (abstract === undefined || !levels || !level || level.format === 'none') return undefined;
    const depth = Math.min(8, Math.max(0, reference.level));
    if (level.format === 'bullet')
      return {depth, number: undefined, label: '', isBlank: level.text.trim() === '' && !level.hasPicture};
    const counters = this.#countersFor(abstract, reference.id, levels);
    const value = (counters[depth] ?? level.start - 1) + 1;
    counters[depth] = value;
    counters.length = depth + 1;
    return {depth, number: value, label: labelOf(level, counters, levels), isBlank: false};
  }

  #countersFor(abstract: string, id: string, levels: ReadonlyMap<number, Level>): number[] {
    const counters = this.#counters.get(abstract) ?? [];
    this.#counters.set(abstract, counters);
    if (!this.#started.has(id)) {
      this.#started.add(id);
      for (const [level, start] of this.#restarts.get(id) ?? []) counters[level] = start - 1;
    }
    for (const [level, {start}] of levels) if (counters.length > level) counters[level] ??= start;
    return counters;
  }

  #load(root: XmlElement): void {
    for (const abstract of childrenOf(root, 'w:abstractNum'))
      this.#levels.set(
        abstract.attributes['w:abstractNumId'] ?? '',
        new Map(childrenOf(abstract, 'w:lvl').map(level => [Number(level.attributes['w:ilvl']), readLevel(level)])),
      );
    for (const num of childrenOf(root, 'w:num')) {
      const id = num.attributes['w:numId'] ?? '';
      this.#abstractOf.set(id, childNamed(num, 'w:abstractNumId')?.attributes['w:val'] ?? '');
      const restarts = new Map<number, number>();
      for (const override of childrenOf(num, 'w:lvlOverride')) {
        const start = childNamed(override, 'w:startOverride')?.attributes['w:val'];
        if (start !== undefined) restarts.set(Number(override.attributes['w:ilvl']), Number(start));
      }
      this.#restarts.set(id, restarts);
    }
  }
}

function readLevel(level: XmlElement): Level {
  const value = (name: string): string | undefined => childNamed(level, name)?.attributes['w:val'];
  return {
    format: value('w:numFmt') ?? 'decimal',
    start: Number(value('w:start') ?? 1),
    text: value('w:lvlText') ?? '',
    hasPicture: childNamed(level, 'w:lvlPicBulletId') !== undefined,
  };
}

function labelOf(level: Level, counters: readonly number[], levels: ReadonlyMap<number, Level>): string {
  return level.text.replaceAll(/%([1-9])/g, (_, digit: string) => {
    const at = Number(digit) - 1;
    return inFormat(counters[at] ?? levels.get(at)?.start ?? 1, levels.get(at)?.format ?? 'decimal');
  });
}

function inFormat(value: number, format: string): string {
  switch (format) {
    case 'lowerLetter':
      return letters(value);
    case 'upperLetter':
      return letters(value).toUpperCase();
    case 'lowerRoman':
      return roman(value).toLowerCase();
    case 'upperRoman':
      return roman(value);
    case 'chineseCounting':
    case 'chineseCountingThousand':
    case 'japaneseCounting':
      return chinese(value);
    default:
      return String(value);
  }
}

/** a…z, then aa…zz as Word does. */
function letters(value: number): string {
  const index = (value - 1) % 26;
  return String.fromCharCode(97 + index).repeat(Math.floor((value - 1) / 26) + 1);
}

function roman(value: number): string {
  const steps: [number, string][] = [
    [1000, 'M'],
    [900, 'CM'],
    [500, 'D'],
    [400, 'CD'],
    [100, 'C'],
    [90, 'XC'],
    [50, 'L'],
    [40, 'XL'],
    [10, 'X'],
    [9, 'IX'],
    [5, 'V'],
    [4, 'IV'],
    [1, 'I'],
  ];
  let rest = Math.min(value, 4000);
  let text = '';
  for (const [worth, sign] of steps) for (; rest >= worth; rest -= worth) text += sign;
  return text;
}

function chinese(value: number): string {
  const digits = '〇一二三四五六七八九';
  if (value > 99) return String(value);
  const tens = Math.floor(value / 10);
  const ones = value % 10;
  return `${tens > 1 ? digits[tens] : ''}${tens > 0 ? '十' : ''}${ones > 0 || tens === 0 ? digits[ones] : ''}`;
}
