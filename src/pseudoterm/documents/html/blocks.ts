import {formulaText} from '../formula-text.ts';
import {imageText} from '../image-text.ts';
import {linkTarget} from '../link-target.ts';
import type {Block, Span} from '../model.ts';
import {textOf, type XmlElement} from '../xml/node.ts';
import type {HtmlScope} from './html-scope.ts';
import {InlineRun, type InlineStyle} from './inline-run.ts';
import {isNotes, noteReference, readNotes} from './notes.ts';
import {codeBlock} from './preformatted.ts';
import {tableBlocks} from './table.ts';

interface Place {
  readonly style: InlineStyle;
  /** Lists around, outermost first: the number of the next item, undefined for bullets. */
  readonly lists: readonly {next: number | undefined}[];
  readonly quote: number;
}

/** The blocks of an HTML element in document order. Navigation and what is hidden is left out. */
export function htmlBlocks(element: XmlElement, scope: HtmlScope): Block[] {
  const walker = new Walker(scope);
  walker.children(element, {style: {}, lists: [], quote: 0});
  return walker.finish();
}

class Walker {
  readonly #scope: HtmlScope;
  readonly #blocks: Block[] = [];
  readonly #run = new InlineRun();
  /** The item whose first paragraph is still to come. */
  #item: {depth: number; number: number | undefined} | undefined;

  constructor(scope: HtmlScope) {
    this.#scope = scope;
  }

  finish(): Block[] {
    this.#flush({style: {}, lists: [], quote: 0});
    return this.#blocks;
  }

  children(element: XmlElement, place: Place): void {
    for (const child of element.children) {
      if (typeof child === 'string') this.#run.text(child, place.style);
      else this.#element(child, place);
    }
  }

  #element(element: XmlElement, place: Place): void {
    const {name, attributes} = element;
    if (ignored.has(name) || isHidden(attributes) || attributes.role === 'navigation') return;
    if (isNotes(element)) {
      this.#flush(place);
      this.#blocks.push(...readNotes(element, this.#scope, htmlBlocks));
      return;
    }
    const inline = inlineStyles[name];
    if (inline) this.children(element, {...place, style: {...place.style, ...inline}});
    else if (blockElements.has(name)) this.#block(element, place);
    else this.#special(element, place);
  }

  #special(element: XmlElement, place: Place): void {
    switch (element.name) {
      case 'a':
        this.#link(element, place);
        return;
      case 'br':
        this.#run.lineBreak();
        return;
      case 'img':
      case 'image': {
        this.#run.text(imageText(element.attributes.alt) ?? '', place.style);
        return;
      }
      case 'math':
        this.#run.text(element.attributes.alttext ?? formulaText(element), place.style);
        return;
      case 'q':
        this.#run.text('“', place.style);
        this.children(element, place);
        this.#run.text('”', place.style);
        return;
      case 'input':
        if (element.attributes.type === 'checkbox')
          this.#run.text('checked' in element.attributes ? '[x] ' : '[ ] ', {});
        return;
      default:
        this.children(element, place);
    }
  }

  #block(element: XmlElement, place: Place): void {
    this.#flush(place);
    switch (element.name) {
      case 'h1':
      case 'h2':
      case 'h3':
      case 'h4':
      case 'h5':
      case 'h6':
        this.children(element, {...place, style: {}});
        this.#heading(Number(element.name.slice(1)));
        return;
      case 'ul':
      case 'menu':
        this.#list(element, {...place, lists: [...place.lists, {next: undefined}]});
        return;
      case 'ol':
        this.#list(element, {...place, lists: [...place.lists, {next: Number(element.attributes.start ?? 1) || 1}]});
        return;
      case 'li':
        this.#listItem(element, place);
        return;
      case 'dt':
        this.#listItem(element, {...place, style: {...place.style, bold: true}});
        return;
      case 'dl':
        this.children(element, {...place, lists: [...place.lists, {next: undefined}]});
        break;
      case 'blockquote':
        this.children(element, {...place, quote: place.quote + 1});
        this.#flush({...place, quote: place.quote + 1});
        return;
      case 'pre':
        this.#blocks.push(codeBlock(element, place.lists.length > 0 ? place.lists.length - 1 : undefined));
        return;
      case 'hr':
        this.#blocks.push({type: 'rule'});
        return;
      case 'table':
        this.#blocks.push(...tableBlocks(element, this.#scope, htmlBlocks));
        return;
      default:
        this.children(element, place);
    }
    this.#flush(place);
  }

  #list(element: XmlElement, place: Place): void {
    this.children(element, place);
    this.#flush(place);
    this.#item = undefined;
  }

  #listItem(element: XmlElement, place: Place): void {
    const lists = place.lists.length > 0 ? place.lists : [{next: undefined}];
    const list = lists.at(-1);
    const given = Number(element.attributes.value);
    const number = list?.next === undefined ? undefined : given > 0 ? given : list.next;
    if (list && number !== undefined) list.next = number + 1;
    this.#item = {depth: Math.min(8, lists.length - 1), number};
    this.children(element, {...place, lists});
    this.#flush({...place, lists});
    this.#item = undefined;
  }

  #link(element: XmlElement, place: Place): void {
    const text = textOf(element).trim();
    // Marks that documentation tools put behind headings.
    if (text === '¶' || text === '#' || text === '\uf0c1') return;
    const label = noteReference(element, this.#scope);
    if (label !== undefined) {
      const note = this.#scope.notePrefix + label;
      this.#run.text(`[${note}]`, {note});
      return;
    }
    const safe = linkTarget(element.attributes.href);
    const href = safe === undefined ? undefined : this.#scope.link(safe);
    this.children(element, href === undefined ? place : {...place, style: {...place.style, href}});
  }

  #heading(level: number): void {
    const spans = this.#run.take().map(flat);
    if (spans.length > 0) this.#blocks.push({type: 'heading', level, spans});
  }

  #flush(place: Place): void {
    if (this.#run.isBlank) {
      this.#run.take();
      return;
    }
    const spans = this.#run.take();
    const quote = place.quote > 0 ? {quote: place.quote} : {};
    if (this.#item) {
      const {depth, number} = this.#item;
      this.#item = undefined;
      this.#blocks.push({type: 'item', depth, ...(number === undefined ? {} : {number}), spans, ...quote});
      return;
    }
    const depth = place.lists.length - 1;
    this.#blocks.push({type: 'paragraph', spans, ...(depth >= 0 ? {itemDepth: depth} : {}), ...quote});
  }
}

function flat(span: Span): Span {
  return span.text.includes('\n') ? {...span, text: span.text.replaceAll('\n', ' ')} : span;
}

function isHidden(attributes: XmlElement['attributes']): boolean {
  return 'hidden' in attributes || /display\s*:\s*none/i.test(attributes.style ?? '');
}

const inlineStyles: Readonly<Record<string, InlineStyle>> = {
  b: {bold: true},
  strong: {bold: true},
  i: {italic: true},
  em: {italic: true},
  cite: {italic: true},
  dfn: {italic: true},
  var: {italic: true},
  s: {strike: true},
  del: {strike: true},
  strike: {strike: true},
  code: {code: true},
  tt: {code: true},
  kbd: {code: true},
  samp: {code: true},
  sup: {script: 'super'},
  sub: {script: 'sub'},
};

const ignored: ReadonlySet<string> = new Set(['head', 'nav', 'rt', 'rp', 'textarea', 'button', 'dialog']);

const blockElements: ReadonlySet<string> = new Set(
  `address article aside blockquote body dd details div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6
  header hgroup hr html legend li main menu ol p pre section summary table ul center caption`.split(/\s+/),
);
