/** The sessions at the side: those that live, as they change, and on demand those that have ended. */
import {ask} from './ask.ts';
import {say} from './page-elements.ts';
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
  readonly #living: Rows = {element: make('ul'), items: new Map()};
  readonly #ended: Rows = {element: make('ul', {hidden: ''}), items: new Map()};
  #chosen = '';

  constructor(place: HTMLElement, handlers: SessionListHandlers) {
    this.#place = place;
    this.#handlers = handlers;
    const showEnded = button('ended sessions …', 'sessions that are over, to be played again', () => this.#showEnded());
    place.tabIndex = -1;
    place.append(make('h1', {}, 'cotty'), this.#living.element, showEnded, this.#ended.element);
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
    const {element} = this.#ended;
    element.hidden = !element.hidden;
    if (element.hidden) return;
    try {
      const {sessions}: {sessions: SessionRow[]} = await ask('/sessions');
      this.#show(
        this.#ended,
        sessions.filter(row => row.ended_at_ms !== undefined),
      );
    } catch (error) {
      say(error instanceof Error ? error.message : String(error));
    }
  }

  #show({element, items}: Rows, rows: readonly SessionRow[]): void {
    const focused = element.contains(document.activeElement) ? document.activeElement : null;
    const present = new Set(rows.map(row => row.session_id));
    for (const [id, item] of items) {
      if (present.has(id)) continue;
      items.delete(id);
      item.element.remove();
    }
    element.querySelector('.none')?.remove();
    for (const [at, row] of rows.entries()) {
      const item = items.get(row.session_id) ?? new SessionItem(chosen => this.#handlers.onChoose(chosen));
      items.set(row.session_id, item);
      item.show(row, row.session_id === this.#chosen);
      if (element.children[at] !== item.element) element.insertBefore(item.element, element.children[at] ?? null);
    }
    if (rows.length === 0) element.append(make('li', {class: 'none'}, 'none'));
    // The session that had the keys has ended, or the list is there at last.
    const isFree = focused !== null && document.activeElement !== focused;
    if (isFree || document.activeElement === this.#place) this.#focus();
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

interface Rows {
  readonly element: HTMLElement;
  /** By the session's id. */
  readonly items: Map<string, SessionItem>;
}

/** A session in the list. Its elements stay as they are for as long as it is listed: what is clicked may change under the finger. */
class SessionItem {
  readonly element: HTMLElement;
  readonly #button = make('button', {type: 'button'});
  readonly #dot = make('span');
  readonly #name = make('b');
  readonly #state = make('small');
  readonly #about = make('span', {class: 'about'});
  #row: SessionRow | undefined;

  constructor(onChoose: (row: SessionRow) => void) {
    this.#button.append(this.#dot, this.#name, this.#state, this.#about);
    this.#button.addEventListener('click', () => {
      if (this.#row) onChoose(this.#row);
    });
    this.element = make('li', {}, this.#button);
  }

  show(row: SessionRow, isChosen: boolean): void {
    this.#row = row;
    this.element.dataset.id = row.session_id;
    this.element.classList.toggle('chosen', isChosen);
    this.#button.title = `${row.session_id} · ${row.state} · ${row.cwd}`;
    this.#dot.className = `dot ${row.state}`;
    this.#dot.ariaLabel = row.state;
    this.#name.textContent = row.name || row.session_id;
    this.#state.textContent = row.state === 'closed' ? ended(row) : row.state;
    this.#about.textContent = row.command_line ?? (row.last_line || row.cwd);
  }
}

function ended({ended_at_ms, exit_code}: SessionRow): string {
  const when = ended_at_ms ? new Date(ended_at_ms).toLocaleString() : 'over';
  return exit_code === null || exit_code === undefined ? when : `exit ${exit_code} · ${when}`;
}
