import type {Line} from './lines.ts';
import type {Outline} from './outline.ts';
import type {LaidPage} from './running-heads.ts';

/** Which lines are headings: by the bookmarks, else by letters larger than those of the text. */
export class HeadingLevels {
  readonly #outline: Outline;
  /** Letters by size. */
  readonly #weights = new Map<number, number>();
  /** Size → level, from lines that the bookmarks name. */
  readonly #known = new Map<number, number>();
  #bodySize = 10;
  #larger: number[] = [];

  constructor(outline: Outline) {
    this.#outline = outline;
  }

  get bodySize(): number {
    return this.#bodySize;
  }

  /** Learns the sizes of more pages. */
  learn(pages: readonly LaidPage[]): void {
    const candidates = new Map<number, number>();
    for (const {lines} of pages)
      for (const line of lines) this.#weights.set(line.size, (this.#weights.get(line.size) ?? 0) + line.text.length);
    this.#bodySize = [...this.#weights].reduce((a, b) => (b[1] > a[1] ? b : a), [10, 0])[0];
    for (const {lines} of pages)
      for (const line of lines) {
        const level = line.isMono || line.size < this.#bodySize ? undefined : this.#outline.levelOf(line.text);
        if (level !== undefined && line.text.length > 3)
          this.#known.set(line.size, Math.min(level, this.#known.get(line.size) ?? 6));
        else if (looksLikeHeading(line)) candidates.set(line.size, (candidates.get(line.size) ?? 0) + 1);
      }
    const sizes = new Set([...this.#larger, ...candidates.keys()]);
    this.#larger = [...sizes].filter(size => size >= this.#bodySize * largerBy).toSorted((a, b) => b - a);
  }

  /** Undefined for text. `line` may be several lines of one heading, joined. */
  levelOf(line: Pick<Line, 'text' | 'size' | 'isMono'>): number | undefined {
    if (line.size < this.#bodySize * 0.98 || line.isMono) return undefined;
    const named = this.#outline.levelOf(line.text);
    if (named !== undefined && !isSentence(line.text) && line.text.trim().length > 2) {
      const usual = this.#known.get(line.size);
      // The same words may stand in running text: the letters must be larger or the size one of headings.
      if (
        line.size >= this.#bodySize * 1.05 ||
        (usual !== undefined && !this.#outline.isEmpty && /^\s*(\d+\.)+\d*\s|^\s*\d+\s/.test(line.text))
      )
        return named;
    }
    if (line.size < this.#bodySize * largerBy || !looksLikeHeading(line)) return undefined;
    if (this.#known.size > 0)
      return (
        this.#known.get(line.size) ??
        (line.size > Math.max(...this.#known.keys()) ? 1 : undefined) ??
        this.#nearestKnown(line.size)
      );
    const rank = this.#larger.findIndex(size => size <= line.size);
    return Math.min(6, (rank === -1 ? this.#larger.length : rank) + 1);
  }

  #nearestKnown(size: number): number {
    const above = [...this.#known].filter(([known]) => known > size).map(([, level]) => level);
    return Math.min(6, above.length === 0 ? 1 : Math.max(...above) + 1);
  }
}

const largerBy = 1.12;

function looksLikeHeading({text, isMono}: Pick<Line, 'text' | 'isMono'>): boolean {
  const trimmed = text.trim();
  return !isMono && trimmed.length <= 200 && /[\p{L}]{1}/u.test(trimmed) && !/\.{4,}|(\. ){4,}/.test(trimmed);
}

function isSentence(text: string): boolean {
  return text.length > 150 || (/[.;,:]$/.test(text.trim()) && text.length > 60);
}
