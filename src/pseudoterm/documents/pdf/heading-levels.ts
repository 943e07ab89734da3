import type {Line} from './lines.ts';
import type {Outline} from './outline.ts';
import type {LaidPage} from './running-heads.ts';

/** Undefined for text. `line` may be several lines of one heading, joined. */
export interface PageLevels {
  levelOf(line: Pick<Line, 'text' | 'size' | 'isMono'>): number | undefined;
}

/** Which lines are headings: by the bookmarks, else by letters larger than those of the text. */
export class HeadingLevels implements PageLevels {
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

  levelOf(line: Pick<Line, 'text' | 'size' | 'isMono'>): number | undefined {
    if (line.size < this.#bodySize * 0.98 || line.isMono) return undefined;
    const named = this.#namedLevel(line);
    if (named !== undefined) return named;
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

  /**
   * The same for the lines of one page. Where most letters are large, as on slides of a deck with one page of small print,
   * only the largest ones are headings.
   */
  onPage(lines: readonly Line[]): PageLevels {
    const largest = Math.max(0, ...lines.map(line => line.size));
    const letters = new Map<number, number>();
    for (const {size, text} of lines) letters.set(size, (letters.get(size) ?? 0) + text.length);
    const usual = [...letters].reduce((a, b) => (b[1] > a[1] ? b : a), [0, 0])[0];
    if (usual < this.#bodySize * largerBy || lines.length < 3) return this;
    return {levelOf: line => (line.size > largest * 0.95 ? this.levelOf(line) : this.#namedLevel(line))};
  }

  /** By the bookmarks. The same words may stand in running text: the letters must be larger or the size one of headings. */
  #namedLevel(line: Pick<Line, 'text' | 'size'>): number | undefined {
    const named = this.#outline.levelOf(line.text);
    if (named === undefined || isSentence(line.text) || line.text.trim().length <= 2) return undefined;
    const isNumbered = !this.#outline.isEmpty && /^\s*(\d+\.)+\d*\s|^\s*\d+\s/.test(line.text);
    const isLarger = line.size >= this.#bodySize * 1.05;
    return isLarger || (this.#known.has(line.size) && isNumbered) ? named : undefined;
  }

  #nearestKnown(size: number): number {
    const above = [...this.#known].filter(([known]) => known > size).map(([, level]) => level);
    return Math.min(6, above.length === 0 ? 1 : Math.max(...above) + 1);
  }
}

const largerBy = 1.12;

function looksLikeHeading({text, isMono}: Pick<Line, 'text' | 'isMono'>): boolean {
  const trimmed = text.trim();
  if (isMono || trimmed.length > 200 || !/\p{L}/u.test(trimmed)) return false;
  return !/\.{4,}|(\. ){4,}/.test(trimmed) && !isWholeSentence(trimmed);
}

/** Large letters alone make no heading of what reads as text. */
function isWholeSentence(text: string): boolean {
  return /[。；，]$/.test(text) || (/[.;,]$/.test(text) && text.split(/\s+/).length > 6);
}

function isSentence(text: string): boolean {
  return text.length > 150 || (/[.;,:]$/.test(text.trim()) && text.length > 60);
}
