/** What waits for the person: commands of agents, and secrets that programs ask for. It never takes the keys by itself. */
import {type AnswerName, ApprovalItem, type ApprovalRow, answerKeys} from './approval-item.ts';
import {ask} from './ask.ts';
import {keyed} from './page-key.ts';
import {SecretItem, type SecretRow} from './secret-item.ts';
import {make} from './timeline/dom.ts';

export interface WaitingPanelHandlers {
  onLook(sessionId: string): void;
  /** The keys belong to the terminal again. */
  onLeave(): void;
  /** So many wait now. */
  onCount(count: number): void;
  say(words: string): void;
}

interface Waiting {
  readonly approvals: readonly ApprovalRow[];
  readonly secrets: readonly SecretRow[];
}

type Item = ApprovalItem | SecretItem;

export class WaitingPanel {
  readonly #place: HTMLElement;
  readonly #handlers: WaitingPanelHandlers;
  readonly #title = make('h2', {tabindex: '-1'}, 'Waits for you');
  readonly #list = make('ul');
  /** In the order in which they came: none moves while somebody looks at it. */
  readonly #items = new Map<string, Item>();

  constructor(place: HTMLElement, handlers: WaitingPanelHandlers) {
    this.#place = place;
    this.#handlers = handlers;
    const keys = make('p', {class: 'keys'}, '↑ ↓ choose · d deny · o once · s session · a always · Esc back');
    place.append(this.#title, this.#list, keys);
    place.addEventListener('keydown', event => this.#key(event));
    // What came while nobody looked at the page has just come into sight.
    document.addEventListener('visibilitychange', () => this.#settleAll());
    const news = new EventSource(keyed('/approvals/live'));
    news.onmessage = ({data}) => this.#show(JSON.parse(String(data)));
  }

  get isOpen(): boolean {
    return !this.#place.hidden;
  }

  /** With the keys, at what has waited longest; without them when it opens by itself. */
  open({takesKeys}: {readonly takesKeys: boolean}): void {
    if (this.#place.hidden) this.#settleAll();
    this.#place.hidden = false;
    if (takesKeys) this.#focusFirst();
  }

  close(): void {
    this.#place.hidden = true;
    this.#handlers.onLeave();
  }

  #show({approvals, secrets}: Waiting): void {
    const pending = approvals.filter(({state}) => state === 'pending');
    const wanted = new Set([...pending.map(row => row.approval_id), ...secrets.map(row => `secret ${row.session_id}`)]);
    for (const [id, item] of this.#items) {
      if (wanted.has(id)) continue;
      this.#remove(id, item);
      const row = approvals.find(({approval_id}) => approval_id === id);
      if (row?.channel !== undefined) this.#handlers.say(`${row.state} by ${row.answered_by} (${row.channel})`);
    }
    const before = this.#items.size;
    for (const row of pending)
      this.#add(
        row.approval_id,
        () => new ApprovalItem(row, {...this.#handlers, onAnswer: (id, name) => void this.#answer(id, name)}),
      );
    for (const row of secrets)
      this.#add(
        `secret ${row.session_id}`,
        () => new SecretItem(row, {...this.#handlers, onSecret: (session, secret) => this.#type(session, secret)}),
      );
    this.#handlers.onCount(this.#items.size);
    if (this.#items.size > before) this.open({takesKeys: false});
    if (this.#items.size === 0 && this.isOpen) {
      const hadKeys = this.#place.contains(document.activeElement);
      this.#place.hidden = true;
      if (hadKeys) this.#handlers.onLeave();
    }
  }

  #add(id: string, makeItem: () => Item): void {
    if (this.#items.has(id)) return;
    const item = makeItem();
    this.#items.set(id, item);
    this.#list.append(item.element);
  }

  /** The keys stay in the panel, and at nothing that they could answer. */
  #remove(id: string, {element}: Item): void {
    const hadKeys = element.contains(document.activeElement);
    this.#items.delete(id);
    element.remove();
    if (hadKeys) this.#title.focus();
  }

  async #answer(id: string, name: AnswerName): Promise<void> {
    const body =
      name === 'deny' ? {approval_id: id, decision: 'deny'} : {approval_id: id, decision: 'approve', scope: name};
    try {
      await ask('/approvals/answer', body);
    } catch (error) {
      this.#handlers.say(error instanceof Error ? error.message : String(error));
      const item = this.#items.get(id);
      if (item instanceof ApprovalItem) item.settle();
    }
  }

  async #type(sessionId: string, secret: string): Promise<void> {
    await ask('/secrets', {session_id: sessionId, secret});
    const item = this.#items.get(`secret ${sessionId}`);
    if (item) this.#remove(`secret ${sessionId}`, item);
  }

  #settleAll(): void {
    for (const item of this.#items.values()) if (item instanceof ApprovalItem) item.settle();
  }

  #key(event: KeyboardEvent): void {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const isTyping = event.target instanceof HTMLInputElement && event.key !== 'Escape';
    // A key that is held down answers one question and no more.
    const act = isTyping || event.repeat ? undefined : this.#actFor(event.key);
    if (!act) return;
    event.preventDefault();
    act();
  }

  #actFor(key: string): (() => void) | undefined {
    if (key === 'Escape') return () => this.close();
    if (key === 'ArrowDown') return () => this.#move(1);
    if (key === 'ArrowUp') return () => this.#move(-1);
    const name = answerKeys[key];
    const item = this.#focused();
    return name !== undefined && item instanceof ApprovalItem ? () => item.answer(name) : undefined;
  }

  #focused(): Item | undefined {
    const found = document.activeElement?.closest<HTMLElement>('[data-id]')?.dataset.id;
    return found === undefined ? undefined : this.#items.get(found);
  }

  #move(step: number): void {
    const all = [...this.#items.values()];
    const focused = this.#focused();
    const at = focused ? all.indexOf(focused) : step > 0 ? -1 : 0;
    focusOn(all[(at + step + all.length) % all.length]);
  }

  #focusFirst(): void {
    const [first] = this.#items.values();
    if (first) focusOn(first);
    else this.#title.focus();
  }
}

function focusOn(item: Item | undefined): void {
  if (item instanceof SecretItem) item.focus();
  else item?.element.focus();
  item?.element.scrollIntoView({block: 'nearest'});
}
