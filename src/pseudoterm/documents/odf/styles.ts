import type {Span} from '../model.ts';
import {childNamed, childrenOf, type XmlElement} from '../xml/node.ts';

interface OwnStyle {
  readonly parent: string | undefined;
  /** As a person sees it, lower case. */
  readonly displayName: string;
  readonly outlineLevel: number | undefined;
  readonly listStyle: string | undefined;
  readonly span: SpanStyle;
}

type SpanStyle = Omit<Span, 'text' | 'href' | 'note'>;

/** How the levels of a list style are marked. */
export interface ListLevel {
  readonly isNumbered: boolean;
  readonly start: number;
}

/** The styles of an OpenDocument file (ODF 1.3 part 3, 16), as far as they tell what text is. */
export class OdfStyles {
  readonly #styles = new Map<string, OwnStyle>();
  readonly #lists = new Map<string, ReadonlyMap<number, ListLevel>>();

  /** Takes in `office:styles` or `office:automatic-styles`. */
  load(group: XmlElement): void {
    for (const element of childrenOf(group)) {
      const name = element.attributes['style:name'] ?? '';
      if (element.name === 'style:style') this.#styles.set(name, readStyle(element));
      else if (element.name === 'text:list-style') this.#lists.set(name, readListLevels(element));
    }
  }

  /** Text style of a span, its parents included; a span style may also be code by its name. */
  span(name: string | undefined): SpanStyle {
    let style: SpanStyle = {};
    for (const own of this.#ancestry(name)) {
      style = {...own.span, ...style};
      if (/\bsource[ _]text|teletype|\bcode\b|verbatim/.test(own.displayName)) style = {...style, code: true};
    }
    return style;
  }

  /** Of a paragraph style: whether its paragraphs are a heading, code or a quotation. */
  paragraph(name: string | undefined): {
    readonly headingLevel: number | undefined;
    readonly isCode: boolean;
    readonly isQuote: boolean;
    /** Paragraphs in the title row of a table. */
    readonly isTableTitle: boolean;
    readonly listStyle: string | undefined;
  } {
    const chain = [...this.#ancestry(name)];
    // Some programs use the usual names and define no styles.
    const names = chain.length > 0 ? chain.map(own => own.displayName) : [plainStyleName(name ?? '')];
    return {
      headingLevel:
        chain.map(own => own.outlineLevel).find(level => level !== undefined) ??
        names.map(headingByName).find(level => level !== undefined),
      isCode: names.some(each => /preformatted|source code|\bcode\b|listing/.test(each)),
      isTableTitle: names.includes('table heading'),
      isQuote: names.some(each => /^quotations?$|\bquote\b|^block text$/.test(each)),
      listStyle: chain.map(own => own.listStyle).find(each => each !== undefined),
    };
  }

  listLevel(listStyle: string | undefined, depth: number): ListLevel {
    return this.#lists.get(listStyle ?? '')?.get(depth + 1) ?? {isNumbered: false, start: 1};
  }

  /** Nearest first; a circle ends. */
  *#ancestry(name: string | undefined): Generator<OwnStyle> {
    const seen = new Set<string>();
    for (let at = name; at !== undefined && !seen.has(at); ) {
      seen.add(at);
      const own = this.#styles.get(at);
      if (!own) return;
      yield own;
      at = own.parent;
    }
  }
}

function readStyle(element: XmlElement): OwnStyle {
  const {attributes} = element;
  const text = childNamed(element, 'style:text-properties')?.attributes ?? {};
  const outline = Number(attributes['style:default-outline-level'] ?? Number.NaN);
  const weight = text['fo:font-weight'];
  const slant = text['fo:font-style'];
  const struck = text['style:text-line-through-style'];
  const position = text['style:text-position'];
  return {
    parent: attributes['style:parent-style-name'],
    displayName: plainStyleName(attributes['style:display-name'] ?? attributes['style:name'] ?? ''),
    outlineLevel: outline >= 1 ? Math.min(6, outline) : undefined,
    listStyle: attributes['style:list-style-name'] || undefined,
    span:
      attributes['style:family'] === 'text'
        ? {
            ...(weight === undefined ? {} : {bold: weight === 'bold' || Number(weight) >= 600}),
            ...(slant === undefined ? {} : {italic: slant === 'italic' || slant === 'oblique'}),
            ...(struck === undefined ? {} : {strike: struck !== 'none'}),
            ...(position === undefined ? {} : scriptOf(position)),
          }
        : {},
  };
}

function plainStyleName(name: string): string {
  return name.replaceAll('_20_', ' ').toLowerCase();
}

/** `super 58%`, `-33% 58%`. */
function scriptOf(position: string): Pick<Span, 'script'> {
  if (/^(super|[1-9])/.test(position)) return {script: 'super'};
  return /^(sub|-)/.test(position) ? {script: 'sub'} : {};
}

function headingByName(name: string): number | undefined {
  const level = /^heading ([1-9])/.exec(name)?.[1];
  if (level !== undefined) return Math.min(6, Number(level));
  return name === 'title' ? 1 : undefined;
}

function readListLevels(style: XmlElement): Map<number, ListLevel> {
  return new Map(
    childrenOf(style).map(level => [
      Number(level.attributes['text:level']),
      {
        isNumbered: level.name === 'text:list-level-style-number' && Boolean(level.attributes['style:num-format']),
        start: Number(level.attributes['text:start-value'] ?? 1),
      },
    ]),
  );
}
