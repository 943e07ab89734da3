import {type Span, tidySpans} from '../model.ts';

export type InlineStyle = Omit<Span, 'text'>;

/** Running text as HTML has it: white space is one blank, none at the start of a line and none after another. */
export class InlineRun {
  #spans: Span[] = [];

  /** True when there is nothing but blanks. */
  get isBlank(): boolean {
    return this.#spans.every(span => span.text.trim() === '');
  }

  text(text: string, style: InlineStyle, keepsBlanks = false): void {
    const collapsed = keepsBlanks ? text : text.replaceAll(/[ \t\r\n\f]+/g, ' ');
    const last = this.#spans.at(-1)?.text ?? ' ';
    const kept = !keepsBlanks && /[ \n]$/.test(last) ? collapsed.replace(/^ /, '') : collapsed;
    if (kept !== '') this.#spans.push({text: kept, ...style});
  }

  lineBreak(): void {
    this.#spans.push({text: '\n'});
  }

  /** Gives what was gathered and begins anew. */
  take(): Span[] {
    const spans = tidySpans(
      this.#spans.map(span =>
        span.text.includes(' \n') ? {...span, text: span.text.replaceAll(/ +\n/g, '\n')} : span,
      ),
    );
    this.#spans = [];
    return spans;
  }
}
