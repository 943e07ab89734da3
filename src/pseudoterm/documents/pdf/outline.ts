import type {PdfDocument} from './open-pdf.ts';

/** The bookmarks of a document: which lines are headings, and of which level. */
export class Outline {
  readonly #levels = new Map<string, number>();

  static async read(document: PdfDocument): Promise<Outline> {
    const outline = new Outline();
    const roots = await document.getOutline().catch(() => null);
    outline.#add(roots ?? [], 1);
    return outline;
  }

  get isEmpty(): boolean {
    return this.#levels.size === 0;
  }

  /** The level of a heading of those words; numbers before it do not matter. */
  levelOf(text: string): number | undefined {
    if (this.isEmpty || text.length > longestHeading) return undefined;
    const key = keyOf(text);
    return key === '' ? undefined : (this.#levels.get(key) ?? this.#levels.get(withoutNumber(key)));
  }

  #add(items: readonly OutlineItem[], level: number): void {
    for (const {title, items: inner} of items) {
      const key = keyOf(title);
      for (const each of [key, withoutNumber(key)])
        if (each !== '' && !this.#levels.has(each)) this.#levels.set(each, Math.min(6, level));
      if (level < 12) this.#add(inner, level + 1);
    }
  }
}

/** Longer lines are text; looking them up would cost more than all the rest. */
const longestHeading = 200;

type OutlineItem = NonNullable<Awaited<ReturnType<PdfDocument['getOutline']>>>[number];

function keyOf(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}.]+/gu, '');
}

function withoutNumber(key: string): string {
  return key.replace(/^(?:chapter|appendix|section|part)?[\divxlc]*(?:\d+\.?)+(?=\p{L})/u, '');
}
