import type {ReadContext} from '../read-context.ts';
import {childNamed, childrenOf, descend, type XmlElement} from '../xml/node.ts';
import {parseXml} from '../xml/parse-xml.ts';

/** What a paragraph or character style means for the text. Inherited through `basedOn`. */
export interface WordStyle {
  /** Lower case. */
  readonly name: string;
  /** 1 to 6 when its paragraphs are headings. */
  readonly headingLevel: number | undefined;
  readonly numbering: NumberingReference | undefined;
  /** Of the built-in styles `List Bullet 2` and its kin, each of which is a list of its own at the top. */
  readonly listDepth: number;
  readonly isCode: boolean;
  readonly isQuote: boolean;
  /** Paragraphs in the title row of a table. */
  readonly isTableTitle: boolean;
}

export interface NumberingReference {
  readonly id: string;
  readonly level: number;
}

export type WordStyles = ReadonlyMap<string, WordStyle>;

export async function readStyles(bytes: Uint8Array | undefined, context: ReadContext): Promise<WordStyles> {
  if (!bytes) return new Map();
  const elements = new Map<string, XmlElement>();
  for (const element of childrenOf(await parseXml(bytes, context), 'w:style'))
    elements.set(element.attributes['w:styleId'] ?? '', element);
  return new Map([...elements].map(([id, element]) => [id, resolveStyle(element, elements)]));
}

function resolveStyle(element: XmlElement, all: ReadonlyMap<string, XmlElement>): WordStyle {
  const name = nameOf(element);
  const chain = [...ancestry(element, all)];
  const names = chain.map(nameOf);
  return {
    name,
    headingLevel: headingByName(name) ?? firstDefined(chain, outlineLevel) ?? firstDefined(names, headingByName),
    numbering: firstDefined(chain, style => numberingOf(descend(style, 'w:pPr', 'w:numPr'))),
    listDepth: firstDefined(names, listDepthByName) ?? 0,
    isCode: names.some(each => /\b(code|verbatim|preformatted|source|listing)\b|^html code|verbatimchar/.test(each)),
    isTableTitle: names.includes('table heading'),
    isQuote: names.some(each => /\bquote\b|^quotations?$|^block text$/.test(each)),
  };
}

/** The style and those it is based on, nearest first; a circle ends. */
function* ancestry(start: XmlElement, all: ReadonlyMap<string, XmlElement>): Generator<XmlElement> {
  const seen = new Set<XmlElement>();
  for (let at: XmlElement | undefined = start; at && !seen.has(at); ) {
    seen.add(at);
    yield at;
    at = all.get(childNamed(at, 'w:basedOn')?.attributes['w:val'] ?? '');
  }
}

function nameOf(style: XmlElement): string {
  return (childNamed(style, 'w:name')?.attributes['w:val'] ?? style.attributes['w:styleId'] ?? '').toLowerCase();
}

function outlineLevel(style: XmlElement): number | undefined {
  return toHeadingLevel(descend(style, 'w:pPr', 'w:outlineLvl')?.attributes['w:val']);
}

/** Word counts outline levels from 0; 9 is body text. */
export function toHeadingLevel(value: string | undefined): number | undefined {
  const level = value === undefined ? Number.NaN : Number(value);
  return level >= 0 && level < 9 ? Math.min(6, level + 1) : undefined;
}

function headingByName(name: string): number | undefined {
  const level = /^(?:heading|标题|見出し|überschrift|titre) ?([1-9])$/.exec(name)?.[1];
  if (level !== undefined) return Math.min(6, Number(level));
  return name === 'title' || name === '标题' ? 1 : undefined;
}

function listDepthByName(name: string): number | undefined {
  const level = /^list (?:bullet|number) ([2-5])$/.exec(name)?.[1];
  return level === undefined ? undefined : Number(level) - 1;
}

/** `numId` 0 takes a list away. */
export function numberingOf(numPr: XmlElement | undefined): NumberingReference | undefined {
  const id = childNamed(numPr, 'w:numId')?.attributes['w:val'];
  return id === undefined ? undefined : {id, level: Number(childNamed(numPr, 'w:ilvl')?.attributes['w:val'] ?? 0)};
}

function firstDefined<In, Out>(items: readonly In[], pick: (item: In) => Out | undefined): Out | undefined {
  for (const item of items) {
    const found = pick(item);
    if (found !== undefined) return found;
  }
  return undefined;
}
