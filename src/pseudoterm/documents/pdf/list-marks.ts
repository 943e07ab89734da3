import type {Line, Segment} from './lines.ts';

export interface LineMark {
  readonly number: number | undefined;
  /** The line without its mark. */
  readonly rest: readonly Segment[];
}

/** The bullet or number that a line begins with. */
export function markOf(line: Line): LineMark | undefined {
  const [first] = line.segments;
  const span = first?.spans[0];
  if (!first || !span || line.isMono) return undefined;
  const head = first.spans.map(each => each.text).join('');
  const match =
    /^\s*(?:([•‣◦▪▫➢➤❖\uf0b7\uf0a7\uf076])\s*|[●○■□◆◇✓✔·–—*-](?:\s+|$)|\(?(\d{1,3}|[a-z])[.)](?:\s+|$))/u.exec(head);
  if (!match) return undefined;
  const isAlone = match[0].length >= head.trimEnd().length;
  if (isAlone && line.segments.length === 1) return undefined;
  const number = match[2] === undefined ? undefined : numberOf(match[2]);
  return {
    number,
    rest: isAlone ? line.segments.slice(1) : [withoutMark(first, match[0].length), ...line.segments.slice(1)],
  };
}

/** `c` is the third. */
function numberOf(mark: string): number {
  return /\d/.test(mark) ? Number(mark) : mark.charCodeAt(0) - 96;
}

function withoutMark(segment: Segment, length: number): Segment {
  let left = length;
  const spans = segment.spans.flatMap(span => {
    const taken = Math.min(left, span.text.length);
    left -= taken;
    return taken === span.text.length ? [] : [{...span, text: span.text.slice(taken)}];
  });
  return {...segment, spans, pieces: [{x: segment.x, end: segment.end, spans}]};
}

/** Depths of list items by how far their marks are indented. */
export class ListDepths {
  #indents: number[] = [];

  clear(): void {
    this.#indents = [];
  }

  /** The depth of an item whose mark stands there. */
  enter(x: number): number {
    this.#indents = this.#indents.filter(indent => indent < x - tolerance);
    this.#indents.push(x);
    return Math.min(8, this.#indents.length - 1);
  }

  /** True when text there is still inside of the last item. */
  holds(x: number): boolean {
    const last = this.#indents.at(-1);
    return last !== undefined && x > last + tolerance;
  }

  get depth(): number | undefined {
    return this.#indents.length === 0 ? undefined : Math.min(8, this.#indents.length - 1);
  }
}

/** Points. */
const tolerance = 3;
