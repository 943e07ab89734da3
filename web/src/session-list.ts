/** The sessions at the side: those that live, as they change, and on demand those that have ended. */
import {ask} from './ask.ts';
import {keyed} from './page-key.ts';
import {button, make} from './timeline/dom.ts';

export interface SessionRow {
  readonly session_id: string;
  readonly name: string;
  readonly backend: string;
  readonly state: string;
  readonly last_line: string;
  readonly cwd: string;
  readonly command_line: string | null;
  readonly ended_at_ms?: number | null;
  readonly exit_code?: number | null;
}

export interface SessionListHandlers {
  onChoose(row: SessionRow): void;
}

export class SessionList {
  readonly #place: HTMLElement;
  readonly #handlers: SessionListHandlers;
  readonly #living = make('ul');
  readonly #ended = make('ul', {hidden: ''});
  #chosen = '';

  constructor(place: HTMLElement, handlers: SessionListHandlers) {
    this.#place = place;
    this.#handlers = handlers;
    const showEnded = button('ended sessions …', 'sessions that are over, to be played again', () => this.#showEnded());
    place.tabIndex = -1;
    place.append(make('h1', {}, 'cotty'), this.#living, showEnded, this.#ended);
    place.addEventListener('keydown', event => this.#key(event));
    const news = new EventSource(keyed('/sessions/live'));
    news.onmessage = ({data}) => this.#show(this.#living, JSON.parse(String(data)).sessions);
  }

  get isOpen(): boolean {
    return !this.#place.hidden;
  }

  toggle(opens = !this.isOpen): void {
    this.#place.hidden = !opens;
    localStorage.setItem('list', opens ? 'open' : 'shut');
    if (opens) this.#focus();
  }

  /** The list itself while nobody has told yet what is in it. */
  #focus(): void {
    const first =
      this.#place.querySelector<HTMLElement>('.chosen button') ?? this.#place.querySelector<HTMLElement>('li button');
    (first ?? this.#place).focus();
  }

  /** The one that is looked at. */
  choose(sessionId: string): void {
    this.#chosen = sessionId;
    for (const item of this.#place.querySelectorAll('li'))
      item.classList.toggle('chosen', item.dataset.id === sessionId);
  }

  async #showEnded(): Promise<void> {
    this.#ended.hidden = !this.#ended.hidden;
    if (this.#ended.hidden) return;
    const {sessions}: {sessions: SessionRow[]} = await ask('/sessions');
    this.#show(
      this.#ended,
      sessions.filter(row => row.ended_at_ms !== undefined),
    );
  }

  #show(list: HTMLElement, rows: readonly SessionRow[]): void {
    const focused = document.activeElement?.closest('li')?.dataset.id;
    list.replaceChildren(...rows.map(row => this.#item(row)));
    if (list.children.length === 0) list.append(make('li', {class: 'none'}, 'none'));
    if (focused) list.querySelector<HTMLElement>(`li[data-id="${CSS.escape(focused)}"] button`)?.focus();
    else if (document.activeElement === this.#place) this.#focus();
  }

  #item(row: SessionRow): HTMLElement {
    const about = row.command_line ?? (row.last_line || row.cwd);
    const choose = make(
      'button',
      {type: 'button', title: `${row.session_id} · ${row.state} · ${row.cwd}`},
      make('span', {class: `dot ${row.state}`, 'aria-label': row.state}),
      make('b', {}, row.name || row.session_id),
      make('small', {}, row.state === 'closed' ? ended(row) : row.state),
      make('span', {class: 'about'}, about),
    );
    choose.addEventListener('click', () => this.#handlers.onChoose(row));
    const item = make('li', {}, choose);
    item.dataset.id = row.session_id;
    item.classList.toggle('chosen', row.session_id === this.#chosen);
    return item;
  }

  #key(event: KeyboardEvent): void {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step === 0) return;
    event.preventDefault();
    const all = [...this.#place.querySelectorAll<HTMLElement>('li button, nav > button, #sessions > button')];
    const at = all.findIndex(one => one === document.activeElement);
    all[(at + step + all.length) % all.length]?.focus();
  }
}

function ended({ended_at_ms, exit_code}: SessionRow): string {
  const when = ended_at_ms ? new Date(ended_at_ms).toLocaleString() : 'over';
  return exit_code === null || exit_code === undefined ? when : `exit ${exit_code} · ${when}`;
}
