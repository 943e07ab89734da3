import {imageText} from '../image-text.ts';
import {linkTarget} from '../link-target.ts';
import type {Span} from '../model.ts';
import type {ReadContext} from '../read-context.ts';
import {childNamed, childrenOf, findAll, textOf, type XmlElement} from '../xml/node.ts';
import type {OdfStyles} from './styles.ts';

export interface OdfScope {
  readonly context: ReadContext;
  readonly styles: OdfStyles;
  /** Embedded formulas as text, by the name of their folder. */
  readonly formulas: ReadonlyMap<string, string>;
  /** Bodies of notes and comments met so far, by their label. */
  readonly notes: Map<string, XmlElement>;
  /** Numbers of lists that may be continued: by style and depth, and by `#id` and depth. */
  readonly counters: Map<string, {value: number}>;
}

export interface OdfInline {
  readonly spans: readonly Span[];
  /** Text boxes and other frames anchored in this paragraph. */
  readonly frames: readonly XmlElement[];
}

type Style = Omit<Span, 'text'>;

/** The running text of a paragraph or heading (ODF 1.3 part 3, 6.1). */
export function readInline(paragraph: XmlElement, scope: OdfScope): OdfInline {
  const reader = new InlineReader(scope);
  reader.children(paragraph, {});
  return {spans: reader.spans, frames: reader.frames};
}

class InlineReader {
  readonly spans: Span[] = [];
  readonly frames: XmlElement[] = [];
  readonly #scope: OdfScope;

  constructor(scope: OdfScope) {
    this.#scope = scope;
  }

  children(element: XmlElement, style: Style): void {
    for (const child of element.children) {
      if (typeof child === 'string') this.#text(child, style);
      else this.#element(child, style);
    }
  }

  /** White space is one blank, and none after another one (6.1.2). */
  #text(text: string, style: Style): void {
    const collapsed = text.replaceAll(/[ \t\r\n]+/g, ' ');
    const isAfterBlank = this.spans.at(-1)?.text.endsWith(' ') ?? true;
    this.#add(isAfterBlank ? collapsed.replace(/^ /, '') : collapsed, style);
  }

  #element(element: XmlElement, style: Style): void {
    switch (element.name) {
      case 'text:span':
        this.children(element, {...style, ...this.#scope.styles.span(element.attributes['text:style-name'])});
        return;
      case 'text:a': {
        const href = linkTarget(element.attributes['xlink:href']);
        this.children(element, href === undefined ? style : {...style, href});
        return;
      }
      case 'text:s':
        this.#add(' '.repeat(Math.min(1000, Number(element.attributes['text:c'] ?? 1))), style);
        return;
      case 'text:tab':
        this.#add('\t', style);
        return;
      case 'text:line-break':
        this.#add('\n', style);
        return;
      case 'text:note':
        this.#note(element);
        return;
      case 'office:annotation':
        this.#comment(element);
        return;
      case 'text:ruby':
        this.children(childNamed(element, 'text:ruby-base') ?? element, style);
        return;
      case 'draw:frame':
      case 'draw:custom-shape':
      case 'draw:g':
        this.#frame(element, style);
        return;
      case 'office:annotation-end':
      case 'text:tracked-changes':
        return;
      default:
        this.children(element, style);
    }
  }

  #note(note: XmlElement): void {
    const isEndnote = note.attributes['text:note-class'] === 'endnote';
    const count = [...this.#scope.notes.keys()].filter(
      label => label.startsWith('e') === isEndnote && !label.startsWith('c'),
    );
    const label = `${isEndnote ? 'e' : ''}${count.length + 1}`;
    const body = childNamed(note, 'text:note-body');
    if (body) this.#scope.notes.set(label, body);
    this.spans.push({text: `[${label}]`, note: label});
  }

  #comment(comment: XmlElement): void {
    const label = `c${[...this.#scope.notes.keys()].filter(each => each.startsWith('c')).length + 1}`;
    this.#scope.notes.set(label, comment);
    this.spans.push({text: `[${label}]`, note: label});
  }

  #frame(frame: XmlElement, style: Style): void {
    this.frames.push(frame);
    const hasPicture = childrenOf(frame, 'draw:image').length > 0;
    const description = textOf(findAll(frame, 'svg:desc')[0] ?? findAll(frame, 'svg:title')[0]);
    const object = childNamed(frame, 'draw:object')?.attributes['xlink:href'] ?? '';
    const formula = this.#scope.formulas.get(object.replace(/^\.\//, '').replace(/\/$/, ''));
    if (formula !== undefined) this.#add(formula, style);
    else if (hasPicture) this.#add(imageText(description) ?? '', style);
  }

  #add(text: string, style: Style): void {
    if (text !== '') this.spans.push({text, ...style});
  }
}
