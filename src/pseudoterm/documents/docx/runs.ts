import {formulaText} from '../formula-text.ts';
import {imageText} from '../image-text.ts';
import {linkTarget} from '../link-target.ts';
import type {Span} from '../model.ts';
import type {Relationship} from '../ooxml/package.ts';
import type {ReadContext} from '../read-context.ts';
import {childNamed, childrenOf, findAll, textOf, type XmlElement} from '../xml/node.ts';
import type {WordStyles} from './styles.ts';

/** What running text needs to know about its part of the document. */
export interface RunScope {
  readonly context: ReadContext;
  readonly styles: WordStyles;
  readonly links: ReadonlyMap<string, Relationship>;
  /** Ids of notes in the order of their first reference, e.g. `footnote 2`. */
  readonly notes: Set<string>;
}

export interface Runs {
  readonly spans: readonly Span[];
  /** `w:txbxContent` elements met on the way. */
  readonly textBoxes: readonly XmlElement[];
}

type Style = Omit<Span, 'text'>;

/** The text of a paragraph: runs, links, fields, notes, formulas; deleted and hidden text is left out. */
export function readRuns(paragraph: XmlElement, scope: RunScope): Runs {
  const reader = new RunReader(scope);
  reader.children(paragraph, {});
  return {spans: reader.spans, textBoxes: reader.textBoxes};
}

class RunReader {
  readonly spans: Span[] = [];
  readonly textBoxes: XmlElement[] = [];
  readonly #scope: RunScope;
  /** Open complex fields, innermost last: the instruction text until `separate`, then the link it means. */
  readonly #fields: {instruction: string; isInResult: boolean}[] = [];

  constructor(scope: RunScope) {
    this.#scope = scope;
  }

  children(element: XmlElement, style: Style): void {
    for (const child of childrenOf(element)) this.#element(child, style);
  }

  #element(element: XmlElement, style: Style): void {
    switch (element.name) {
      case 'w:r':
        this.#run(element, style);
        return;
      case 'w:hyperlink':
        this.children(element, withLink(style, this.#hyperlink(element)));
        return;
      case 'w:fldSimple':
        this.children(element, withLink(style, fieldLink(element.attributes['w:instr'] ?? '')));
        return;
      case 'm:oMath':
      case 'm:oMathPara':
        this.#add(formulaText(element), style);
        return;
      case 'mc:AlternateContent':
        this.children(childNamed(element, 'mc:Choice') ?? childNamed(element, 'mc:Fallback') ?? element, style);
        return;
      case 'w:ruby':
        this.children(childNamed(element, 'w:rubyBase') ?? element, style);
        return;
      case 'w:pPr':
      case 'w:del':
      case 'w:moveFrom':
      case 'w:sdtPr':
        return;
      default:
        this.children(element, style);
    }
  }

  #run(run: XmlElement, outer: Style): void {
    const properties = childNamed(run, 'w:rPr');
    if (isOn(properties, 'w:vanish') && !isOn(properties, 'w:specVanish')) {
      this.#scope.context.warn('Hidden text was left out.');
      return;
    }
    const style = {...outer, ...this.#runStyle(properties)};
    for (const child of childrenOf(run)) this.#runChild(child, style);
  }

  #runChild(child: XmlElement, style: Style): void {
    switch (child.name) {
      case 'w:t':
        this.#add(textOf(child), style);
        return;
      case 'w:tab':
      case 'w:ptab':
        this.#add('\t', style);
        return;
      case 'w:br':
      case 'w:cr':
        if ((child.attributes['w:type'] ?? 'textWrapping') === 'textWrapping') this.#add('\n', style);
        return;
      case 'w:noBreakHyphen':
        this.#add('\u2011', style);
        return;
      case 'w:sym':
        this.#add(symbol(child.attributes['w:char'] ?? ''), style);
        return;
      case 'w:fldChar':
        this.#fieldMark(child.attributes['w:fldCharType'] ?? '');
        return;
      case 'w:instrText': {
        const field = this.#fields.at(-1);
        if (field && !field.isInResult) field.instruction += textOf(child);
        return;
      }
      case 'w:footnoteReference':
        this.#note('footnote', child);
        return;
      case 'w:endnoteReference':
        this.#note('endnote', child);
        return;
      case 'w:commentReference':
        this.#note('comment', child);
        return;
      case 'w:drawing':
      case 'w:pict':
      case 'w:object':
        this.#drawing(child, style);
        return;
      case 'w:rPr':
      case 'w:delText':
        return;
      default:
        this.#element(child, style);
    }
  }

  #drawing(drawing: XmlElement, style: Style): void {
    this.textBoxes.push(...findAll(drawing, 'w:txbxContent'));
    for (const properties of findAll(drawing, 'wp:docPr')) {
      this.#add(imageText(properties.attributes.descr) ?? '', style);
    }
    for (const art of findAll(drawing, 'a:t')) this.#add(textOf(art), style);
  }

  #note(kind: string, reference: XmlElement): void {
    const id = `${kind} ${reference.attributes['w:id'] ?? ''}`;
    this.#scope.notes.add(id);
    const label = noteLabel(id, this.#scope.notes);
    this.spans.push({text: `[${label}]`, note: label});
  }

  #fieldMark(type: string): void {
    if (type === 'begin') this.#fields.push({instruction: '', isInResult: false});
    else if (type === 'end') this.#fields.pop();
    else {
      const field = this.#fields.at(-1);
      if (field) field.isInResult = true;
    }
  }

  #add(text: string, style: Style): void {
    if (text === '' || this.#fields.some(field => !field.isInResult)) return;
    const link = this.#fields.map(field => fieldLink(field.instruction)).findLast(each => each !== undefined);
    this.spans.push({text, ...withLink(style, link)});
  }

  #hyperlink(element: XmlElement): string | undefined {
    const related = this.#scope.links.get(element.attributes['r:id'] ?? '');
    const anchor = element.attributes['w:anchor'];
    const target = related?.isExternal ? related.target : '';
    if (target === '' && (anchor === undefined || anchor.startsWith('_'))) return undefined;
    return linkTarget(anchor === undefined ? target : `${target}#${anchor}`);
  }

  #runStyle(properties: XmlElement | undefined): Style {
    if (!properties) return {};
    const named = this.#scope.styles.get(childNamed(properties, 'w:rStyle')?.attributes['w:val'] ?? '');
    return {
      ...(isOn(properties, 'w:b') ? {bold: true} : {}),
      ...(isOn(properties, 'w:i') ? {italic: true} : {}),
      ...(isOn(properties, 'w:strike') || isOn(properties, 'w:dstrike') ? {strike: true} : {}),
      ...(named?.isCode ? {code: true} : {}),
      ...scriptStyle(childNamed(properties, 'w:vertAlign')?.attributes['w:val']),
    };
  }
}

/** Footnotes are numbered as they come, endnotes and comments with a letter before: `1`, `e1`, `c1`. */
export function noteLabel(id: string, notes: ReadonlySet<string>): string {
  const kind = id.split(' ')[0] ?? '';
  const position = [...notes].filter(note => note.startsWith(kind)).indexOf(id) + 1;
  return `${kind === 'footnote' ? '' : kind.charAt(0)}${position}`;
}

function scriptStyle(value: string | undefined): Pick<Style, 'script'> {
  if (value === 'superscript') return {script: 'super'};
  return value === 'subscript' ? {script: 'sub'} : {};
}

function withLink(style: Style, href: string | undefined): Style {
  return href === undefined ? style : {...style, href};
}

/** `HYPERLINK "address" \l "place"` (ECMA-376 part 1, 17.16.5.25). */
function fieldLink(instruction: string): string | undefined {
  const match = /^\s*HYPERLINK\s+(?:"([^"]*)"|([^\s"\\]+))?\s*(?:\\l\s+"([^"]*)")?/i.exec(instruction);
  if (!match) return undefined;
  const address = match[1] ?? match[2] ?? '';
  const place = match[3];
  return address === '' ? undefined : linkTarget(place === undefined ? address : `${address}#${place}`);
}

function isOn(properties: XmlElement | undefined, name: string): boolean {
  const element = childNamed(properties, name);
  if (!element) return false;
  const value = element.attributes['w:val'];
  return value === undefined || !['0', 'false', 'off', 'none'].includes(value);
}

/** Symbol fonts hide their characters at U+F000; the code below 0x80 is mostly the character that was typed. */
function symbol(hex: string): string {
  const code = Number.parseInt(hex, 16);
  if (Number.isNaN(code)) return '';
  if (code === 0xf0b7 || code === 0xf0a7) return '•';
  if (code >= 0xf020 && code <= 0xf07e) return String.fromCharCode(code - 0xf000);
  return code >= 0xe000 && code <= 0xf8ff ? '' : String.fromCodePoint(Math.min(code, 0x10ffff));
}
