import {limitExceeded} from '../limits.ts';
import {linkTarget} from '../link-target.ts';
import {type Block, type NoteBlock, type Span, tidySpans} from '../model.ts';
import type {ReadContext} from '../read-context.ts';
import {decodeCodePage, pageOfCharset} from './code-pages.ts';
import {characterWords, destinations, firstState, type GroupState, spanIn} from './group-state.ts';
import {isCodeStyle, ParagraphBuilder, plainFormat, type RtfStyle} from './paragraphs.ts';
import type {RtfToken} from './tokens.ts';

/** Takes tokens one after the other and makes blocks of them. */
export class RtfMachine {
  readonly notes: NoteBlock[] = [];
  readonly #context: ReadContext;
  readonly #stack: GroupState[] = [];
  readonly #styles = new Map<number, RtfStyle>();
  readonly #pages = new Map<number, number>();
  readonly #paragraphs: ParagraphBuilder;
  #state = firstState;
  #pending: number[] = [];
  #documentPage = 1252;
  #toSkip = 0;
  #mayBeUnknown = false;
  #noteSpans: Span[] | undefined;
  #openStyle: {number: number; outlineLevel: number | undefined; name: string} | undefined;
  #instruction = '';
  #fontEntry = 0;

  constructor(context: ReadContext) {
    this.#context = context;
    this.#paragraphs = new ParagraphBuilder(context, this.#styles);
  }

  token(token: RtfToken): void {
    if (token.type === 'byte') {
      if (this.#toSkip > 0) this.#toSkip--;
      else this.#pending.push(token.value);
      return;
    }
    this.#flushBytes();
    if (token.type === 'open') this.#open();
    else if (token.type === 'close') this.#close();
    else this.#word(token.name, token.value);
  }

  take(): Block[] {
    return this.#paragraphs.take();
  }

  finish(): Block[] {
    this.#flushBytes();
    this.#paragraphs.format.inTable = false;
    this.#paragraphs.endParagraph();
    this.#paragraphs.endTable();
    return [...this.take(), ...this.notes];
  }

  #open(): void {
    const {depth} = this.#context.limits;
    if (this.#stack.length >= depth)
      throw limitExceeded(`Groups are nested ${this.#stack.length} deep`, depth, 'levels');
    this.#stack.push(this.#state);
    this.#state = {...this.#state, note: undefined};
    if (this.#state.destination === 'stylesheet') this.#beginStyle();
  }

  #close(): void {
    const closed = this.#state;
    this.#state = this.#stack.pop() ?? firstState;
    this.#toSkip = 0;
    if (closed.note !== undefined) this.#endNote(closed.note);
    if (closed.destination === 'style') this.#endStyle();
    if (closed.destination === 'fldinst' && this.#state.destination !== 'fldinst') {
      const match = /HYPERLINK\s+(?:\\\w\s+)*"?([^"\s]+)/i.exec(this.#instruction);
      this.#instruction = '';
      const href = linkTarget(match?.[1]);
      // The result is the next group beside this one, inside of the same field group.
      if (href !== undefined) this.#state = {...this.#state, href};
    }
  }

  #word(name: string, value: number | undefined): void {
    if (name === '*') {
      this.#mayBeUnknown = true;
      return;
    }
    const isStarred = this.#mayBeUnknown;
    this.#mayBeUnknown = false;
    if (this.#state.destination === 'skip' && !(name in infoFields)) return;
    if (name === 'footnote' || name === 'annotation') this.#beginNote(name);
    else if (name in destinations) this.#enter(destinations[name] ?? 'skip');
    else if (isStarred && !starredBody.has(name)) this.#enter('skip');
    else if (this.#character(name, value)) return;
    else if (this.#group(name, value)) return;
    else this.#paragraph(name, value);
  }

  #enter(destination: GroupState['destination']): void {
    this.#state = {...this.#state, destination};
  }

  #character(name: string, value: number | undefined): boolean {
    const character = characterWords[name];
    if (character !== undefined) {
      this.#text(character);
      return true;
    }
    if (name !== 'u') return false;
    const code = (value ?? 63) < 0 ? (value ?? 0) + 0x10000 : (value ?? 63);
    this.#text(String.fromCharCode(code & 0xffff));
    this.#toSkip = this.#state.fallback;
    return true;
  }

  /** Words that change how the following text of the group is read. */
  #group(name: string, value: number | undefined): boolean {
    const isOn = value !== 0;
    switch (name) {
      case 'b':
        this.#state = {...this.#state, bold: isOn};
        return true;
      case 'i':
        this.#state = {...this.#state, italic: isOn};
        return true;
      case 'strike':
      case 'striked':
        this.#state = {...this.#state, strike: isOn};
        return true;
      case 'super':
        this.#state = {...this.#state, script: isOn ? 'super' : undefined};
        return true;
      case 'sub':
        this.#state = {...this.#state, script: isOn ? 'sub' : undefined};
        return true;
      case 'nosupersub':
        this.#state = {...this.#state, script: undefined};
        return true;
      case 'cs':
        if (this.#openStyle) this.#openStyle.number = value ?? 0;
        else this.#state = {...this.#state, code: isCodeStyle(this.#styles.get(value ?? 0)?.name)};
        return true;
      case 'v':
      case 'deleted':
        if (isOn) this.#context.warn('Hidden text was left out.');
        this.#state = {...this.#state, hidden: isOn};
        return true;
      case 'plain':
        this.#state = {...this.#state, ...plainLetters};
        return true;
      case 'uc':
        this.#state = {...this.#state, fallback: Math.max(0, value ?? 1)};
        return true;
      case 'f':
        this.#fontEntry = value ?? 0;
        this.#state = {...this.#state, font: value ?? 0};
        return true;
      case 'fcharset':
        this.#pages.set(this.#fontEntry, pageOfCharset.get(value ?? 0) ?? this.#documentPage);
        return true;
      case 'ansicpg':
        this.#documentPage = value ?? 1252;
        return true;
      default:
        return false;
    }
  }

  #paragraph(name: string, value: number | undefined): void {
    // The printed mark of an item has a format of its own, which must not take away that of its paragraph.
    if (this.#state.destination === 'listtext') return;
    const {format} = this.#paragraphs;
    switch (name) {
      case 'par':
      case 'sect':
        if (this.#noteSpans) this.#noteSpans.push({text: '\n'});
        else if (this.#state.destination === 'body') this.#paragraphs.endParagraph();
        return;
      case 'pard':
        if (!this.#noteSpans) this.#paragraphs.format = plainFormat();
        return;
      case 's':
        if (this.#openStyle) this.#openStyle.number = value ?? 0;
        else if (!this.#noteSpans) format.style = value;
        return;
      case 'outlinelevel':
        if (this.#openStyle) this.#openStyle.outlineLevel = value;
        else if (!this.#noteSpans) format.outlineLevel = value;
        return;
      case 'ilvl':
        if (!this.#openStyle) format.listDepth = value ?? 0;
        return;
      case 'li':
        if (!this.#openStyle) format.leftIndent = value ?? 0;
        return;
      case 'fi':
        if (!this.#openStyle) format.firstIndent = value ?? 0;
        return;
      case 'intbl':
        format.inTable = true;
        return;
      case 'trowd':
        this.#paragraphs.markHeaderRow(false);
        return;
      case 'trhdr':
        this.#paragraphs.markHeaderRow(true);
        return;
      case 'cell':
        this.#paragraphs.endCell();
        return;
      case 'row':
        this.#paragraphs.endRow();
        return;
      case 'nestcell':
        this.#paragraphs.endInnerCell(' / ');
        return;
      case 'nestrow':
        this.#paragraphs.endInnerCell('\n');
        return;
      default:
    }
  }

  #flushBytes(): void {
    if (this.#pending.length === 0) return;
    const bytes = this.#pending;
    this.#pending = [];
    const page = this.#pages.get(this.#state.font) ?? this.#documentPage;
    this.#text(bytes.every(byte => byte < 0x80) ? String.fromCharCode(...bytes) : decodeCodePage(bytes, page));
  }

  #text(text: string): void {
    const {destination} = this.#state;
    switch (destination) {
      case 'body': {
        if (this.#state.hidden) return;
        const span = spanIn(this.#state, text);
        if (this.#noteSpans) this.#noteSpans.push(span);
        else this.#paragraphs.add(span);
        return;
      }
      case 'listtext':
        this.#paragraphs.listText += text;
        return;
      case 'fldinst':
        this.#instruction += text;
        return;
      case 'style':
        if (this.#openStyle) this.#openStyle.name += text;
        return;
      case 'title':
      case 'author':
      case 'subject':
      case 'keywords':
        this.#context.metadata[destination] = (this.#context.metadata[destination] ?? '') + text;
        return;
      case 'skip':
      case 'fonttbl':
      case 'stylesheet':
        return;
      default:
        destination satisfies never;
    }
  }

  #beginStyle(): void {
    this.#openStyle = {number: 0, outlineLevel: undefined, name: ''};
    this.#enter('style');
  }

  #endStyle(): void {
    if (!this.#openStyle || this.#state.destination === 'style') return;
    const {number, outlineLevel, name} = this.#openStyle;
    this.#styles.set(number, {name: name.replace(/;.*$/, '').trim().toLowerCase(), outlineLevel});
    this.#openStyle = undefined;
  }

  #beginNote(kind: string): void {
    if (this.#noteSpans) return;
    const prefix = kind === 'annotation' ? 'c' : '';
    const label = `${prefix}${this.notes.filter(note => note.id.startsWith('c') === (prefix === 'c')).length + 1}`;
    this.#paragraphs.add({text: `[${label}]`, note: label});
    this.#noteSpans = [];
    this.#state = {...firstState, fallback: this.#state.fallback, font: this.#state.font, note: label};
  }

  #endNote(label: string): void {
    this.notes.push({type: 'note', id: label, spans: tidySpans(this.#noteSpans ?? [])});
    this.#noteSpans = undefined;
  }
}

const plainLetters = {bold: false, italic: false, strike: false, code: false, script: undefined, hidden: false};

/** Only these of the info group are read. */
const infoFields: Readonly<Record<string, true>> = {title: true, author: true, subject: true, keywords: true};

/** Starred words that begin text of the document all the same. */
const starredBody: ReadonlySet<string> = new Set(['cs', 'ds', 'ts', 'shppict', 'shpinst', 'hyphen', 'ul']);
