/** The session's whole life as a bar: when something was printed, each command, matches, and where one is. */
import {type Chapter, chapterWords, clockWords, type FootageFacts, type Match} from '../../../src/timeline/index.ts';
import {make} from './dom.ts';

export interface BarHandlers {
  onSeek(atMs: number): void;
}

/** More than the bar has pixels. */
const MOST_MARKS = 1500;

export class Bar {
  readonly element: HTMLElement;
  readonly #facts: FootageFacts;
  readonly #head = make('span', {class: 'head'});
  readonly #matches = make('span', {class: 'matches'});
  readonly #part = make('span', {class: 'part', hidden: ''});
  readonly #tip = make('span', {class: 'tip', hidden: ''});

  constructor(facts: FootageFacts, {onSeek}: BarHandlers) {
    this.#facts = facts;
    this.element = make('div', {
      class: 'bar',
      role: 'slider',
      tabindex: '0',
      'aria-label': 'time line',
      'aria-valuemin': '0',
    });
    this.element.setAttribute('aria-valuemax', String(Math.round(facts.length_ms)));
    this.element.append(this.#marks(), this.#part, this.#matches, this.#head, this.#tip);
    const msAt = (event: PointerEvent): number => {
      const {left, width} = this.element.getBoundingClientRect();
      return (Math.min(Math.max(event.clientX - left, 0), width) / width) * facts.length_ms;
    };
    this.element.addEventListener('pointerdown', event => {
      this.element.setPointerCapture(event.pointerId);
      onSeek(msAt(event));
    });
    this.element.addEventListener('pointermove', event => {
      const atMs = msAt(event);
      this.#say(atMs);
      if (event.buttons === 1) onSeek(atMs);
    });
    this.element.addEventListener('pointerleave', () => {
      this.#tip.hidden = true;
    });
  }

  /** Where one is. */
  move(atMs: number): void {
    this.#head.style.left = this.#share(atMs);
    this.element.setAttribute('aria-valuenow', String(Math.round(atMs)));
    this.element.setAttribute('aria-valuetext', clockWords(atMs));
  }

  /** What was found, until something else is. */
  showMatches(matches: readonly Match[]): void {
    this.#matches.replaceChildren(
      ...matches.slice(0, MOST_MARKS).map(({at_ms}) => {
        const mark = make('i');
        mark.style.left = this.#share(at_ms);
        return mark;
      }),
    );
  }

  /** A stretch that is to be exported. */
  showPart(fromMs: number, toMs: number): void {
    this.#part.hidden = fromMs === 0 && toMs === this.#facts.length_ms;
    this.#part.style.left = this.#share(fromMs);
    this.#part.style.width = this.#share(toMs - fromMs);
  }

  #marks(): HTMLElement {
    const marks = make('span', {class: 'marks'});
    for (const [from, to] of this.#facts.active.slice(0, MOST_MARKS)) marks.append(this.#span('active', from, to));
    for (const chapter of this.#facts.chapters.slice(-MOST_MARKS)) {
      const kind = chapter.exit_code === 0 || chapter.exit_code === null ? 'chapter' : 'chapter failed';
      const span = this.#span(kind, chapter.start_ms, chapter.end_ms ?? this.#facts.length_ms);
      span.dataset.commandId = chapter.command_id;
      marks.append(span);
    }
    return marks;
  }

  #span(kind: string, fromMs: number, toMs: number): HTMLElement {
    const span = make('span', {class: kind});
    span.style.left = this.#share(fromMs);
    span.style.width = this.#share(toMs - fromMs);
    return span;
  }

  #say(atMs: number): void {
    const chapter = this.#facts.chapters.findLast(
      (one: Chapter) => one.start_ms <= atMs && (one.end_ms ?? atMs) >= atMs,
    );
    this.#tip.textContent = chapter ? `${clockWords(atMs)} · ${chapterWords(chapter)}` : clockWords(atMs);
    this.#tip.style.left = this.#share(atMs);
    this.#tip.classList.toggle('late', atMs > this.#facts.length_ms / 2);
    this.#tip.hidden = false;
  }

  #share(ms: number): string {
    return `${this.#facts.length_ms === 0 ? 0 : (ms / this.#facts.length_ms) * 100}%`;
  }
}
