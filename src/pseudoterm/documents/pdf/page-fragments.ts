import type {ReadContext} from '../read-context.ts';
import type {PageLink} from './links.ts';
import type {PdfPage} from './open-pdf.ts';

/** A piece of text in one font on one line. Lengths in points, y grows upwards. */
export interface Fragment {
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly size: number;
  readonly isMono: boolean;
  readonly href: string | undefined;
  /** Id of the tagged content it belongs to; undefined for untagged text. */
  readonly tag: string | undefined;
  /** The name of that content: a structure type, or the name of a style in files of some programs. */
  readonly tagName: string | undefined;
}

export interface PageFragments {
  readonly width: number;
  readonly height: number;
  readonly fragments: readonly Fragment[];
}

/** The text of a page in the order of its content stream. Text that is marked as an artifact is left out. */
export async function pageFragments(
  page: PdfPage,
  {isTagged, links}: {readonly isTagged: boolean; readonly links: readonly PageLink[]},
  context: ReadContext,
): Promise<PageFragments> {
  const content = await page.getTextContent({includeMarkedContent: isTagged});
  const [x0 = 0, y0 = 0, x1 = 0, y1 = 0] = page.view;
  const fragments: Fragment[] = [];
  const marks: Mark[] = [];
  for (const item of content.items) {
    if (!('str' in item)) {
      if (item.type === 'endMarkedContent') marks.pop();
      else marks.push(toMark('tag' in item ? String(item.tag) : undefined, item.id, marks.at(-1)));
      continue;
    }
    const {tag, tagName} = marks.at(-1) ?? noMark;
    if (item.str === '' || tag === artifact) continue;
    const [a = 0, b = 0, c = 0, d = 0, x = 0, y = 0] = item.transform;
    const size = Math.hypot(c, d) || Math.hypot(a, b);
    const isMono = content.styles[item.fontName]?.fontFamily === 'monospace' && isLatin(item.str);
    if (Math.abs(b) > Math.abs(a)) context.warn('Some text is turned and may stand at the wrong place.');
    const whole = {
      text: item.str,
      x: x - x0,
      y: y - y0,
      width: item.width,
      size,
      isMono,
      href: undefined,
      tag,
      tagName,
    };
    fragments.push(...splitByLinks(whole, links, x0, y0));
  }
  return {width: x1 - x0, height: y1 - y0, fragments};
}

/** East Asian letters and quotation marks are all of one width in every font of theirs. */
function isLatin(text: string): boolean {
  return /[\x21-\x7e]|^\s*$/.test(text) && !eastAsian.test(text);
}

const eastAsian = /[\u2e80-\ua4cf\uac00-\ud7af\uf900-\ufaff\uff00-\uff60]/;

interface Mark {
  readonly tag: string | undefined;
  readonly tagName: string | undefined;
}

const noMark: Mark = {tag: undefined, tagName: undefined};

/** Content without an id belongs to the one around it. */
function toMark(tagName: string | undefined, id: string | null | undefined, outer: Mark = noMark): Mark {
  if (tagName === 'Artifact') return {tag: artifact, tagName};
  return typeof id === 'string' ? {tag: id, tagName} : outer;
}

const artifact = '#artifact';

/** A link covers a rectangle; which letters of a fragment lie in it is reckoned by their share of its width. */
function splitByLinks(whole: Fragment, links: readonly PageLink[], x0: number, y0: number): Fragment[] {
  const middle = whole.y + y0 + whole.size * 0.3;
  const link = links.find(({rect}) => {
    const [left = 0, bottom = 0, right = 0, top = 0] = rect;
    return middle > bottom && middle < top && whole.x + x0 < right - 0.5 && whole.x + x0 + whole.width > left + 0.5;
  });
  if (!link || whole.width <= 0) return [whole];
  const [left = 0, , right = 0] = link.rect;
  const start = wordEdge(whole.text, ((left - x0 - whole.x) / whole.width) * whole.text.length);
  const reach = wordEdge(whole.text, ((right - x0 - whole.x) / whole.width) * whole.text.length);
  // Letters are not all of one width; the sign after the last word is hardly ever a part of the link.
  const end = /[.,;:]/.test(whole.text[reach - 1] ?? '') ? reach - 1 : reach;
  const part = (from: number, to: number, href: string | undefined): Fragment[] => {
    if (to <= from) return [];
    const share = whole.width / whole.text.length;
    return [{...whole, text: whole.text.slice(from, to), x: whole.x + from * share, width: (to - from) * share, href}];
  };
  const rest = links.filter(each => each !== link);
  const around = (from: number, to: number): Fragment[] =>
    part(from, to, undefined).flatMap(piece => splitByLinks(piece, rest, x0, y0));
  return [...around(0, start), ...part(start, end, link.href), ...around(end, whole.text.length)];
}

/** The nearest place between words, within three letters. */
function wordEdge(text: string, at: number): number {
  const near = Math.max(0, Math.min(text.length, Math.round(at)));
  for (let distance = 0; distance <= 3; distance++)
    for (const place of [near - distance, near + distance]) {
      if (place <= 0) return 0;
      if (place >= text.length) return text.length;
      const before = text[place - 1] ?? ' ';
      const after = text[place] ?? ' ';
      if (/\s/.test(before) !== /\s/.test(after)) return place;
    }
  return near;
}
