/** The page as a person uses it. */
import {FitAddon} from '@xterm/addon-fit';
import {SearchAddon} from '@xterm/addon-search';
import type {Terminal} from '@xterm/xterm';
import {cssColour, type ThemeName, themes} from '../../src/screen/picture/theme.ts';
import {Connection, type ServerMessage} from './connection.ts';
import {element, say} from './page-elements.ts';
import {SessionList, type SessionRow} from './session-list.ts';
import {loadFont, openTerminal} from './terminal.ts';
import {themeNames, xtermTheme} from './theme.ts';
import {WaitingPanel} from './waiting-panel.ts';

/** Whoever has taken the input says so again before the server forgets it. */
const TAKE_AGAIN_MS = 30_000;

export async function openForPerson(query: URLSearchParams): Promise<void> {
  // Letters that do not come are drawn in the next font that the browser has.
  await loadFont(['']).catch(() => undefined);
  const page = new PersonPage(query.get('session'));
  // What was drawn meanwhile is drawn again with the right face.
  const others = (['bold ', 'italic ', 'italic bold '] as const).map(face => loadFont([face]));
  void Promise.allSettled(others).then(() => page.terminal.clearTextureAtlas());
  const atMs = query.get('at_ms');
  if (atMs !== null) await page.showTimeLine(Number(atMs));
}

class PersonPage {
  readonly terminal: Terminal;
  readonly #fit = new FitAddon();
  readonly #list: SessionList;
  readonly #waiting: WaitingPanel;
  #waitingCount = 0;
  #title = '';
  #connection: Connection;
  #theme = rememberedTheme();
  /** Null until the server has said which one it is. */
  #sessionId: string | null;
  /** Somebody has asked for this one. */
  #isChosen: boolean;
  /** It was over when it was opened: its last screen is shown in the size that it had. */
  #isOver = false;
  /** Aborted when what stands in place of the terminal, or is about to, is left. */
  #elsewhere = new AbortController();
  #hasTimeLine = false;
  #hasInput = false;
  #again: ReturnType<typeof setInterval> | undefined;

  constructor(sessionId: string | null) {
    this.#sessionId = sessionId;
    this.#isChosen = sessionId !== null;
    this.terminal = openTerminal(element('terminal'), {theme: xtermTheme(this.#theme), cursorBlink: true});
    this.terminal.loadAddon(this.#fit);
    // It takes a moment, in which one can type already.
    setTimeout(() => void drawFast(this.terminal));
    element('bar').hidden = false;
    this.#offerThemes();
    offerSearch(this.terminal);
    this.#list = new SessionList(element('sessions'), {onChoose: row => void this.#choose(row.session_id, row)});
    this.#waiting = new WaitingPanel(element('waiting'), {
      onLook: sessionId => void this.#choose(sessionId),
      onLeave: () => this.#focusShown(),
      onCount: count => this.#tellWaiting(count),
      say,
    });
    this.#connection = this.#connect();
    this.#hearTerminal();
    this.#offerButtons();
    new ResizeObserver(() => this.#fitIn()).observe(element('terminal'));
    if (localStorage.getItem('list') === 'open' && innerWidth > 700) element('sessions').hidden = false;
    this.#fitIn();
    this.terminal.focus();
  }

  /** In place of the terminal; at the end of it when no moment is named. */
  async showTimeLine(atMs?: number): Promise<void> {
    const sessionId = this.#sessionId;
    if (sessionId === null) return;
    const signal = this.#leave();
    this.#hasTimeLine = true;
    const {openTimeLine} = await import('./timeline/page-time-line.ts');
    if (signal.aborted) return;
    element('past').hidden = false;
    element('terminal').hidden = true;
    try {
      await openTimeLine(element('past'), {
        ...{sessionId, theme: xtermTheme(this.#theme), atMs, signal},
        onClose: () => this.showLive(),
      });
    } catch (error) {
      if (signal.aborted) return;
      this.showLive();
      say(error instanceof Error ? error.message : String(error));
    }
  }

  /** In place of the terminal: the runs of the pseudo-terminal. */
  async showRuns(): Promise<void> {
    const signal = this.#leave();
    const {RunsPanel} = await import('./runs-panel.ts');
    if (signal.aborted) return;
    element('past').hidden = false;
    element('terminal').hidden = true;
    const panel = new RunsPanel(element('past'), () => this.showLive());
    await panel.refresh().catch((error: unknown) => say(error instanceof Error ? error.message : String(error)));
  }

  showLive(): void {
    this.#leave();
    element('past').hidden = true;
    element('terminal').hidden = false;
    this.#name();
    this.terminal.focus();
  }

  /** Nothing stands in place of the terminal any more, and nothing comes there that was asked for before. */
  #leave(): AbortSignal {
    this.#elsewhere.abort();
    this.#elsewhere = new AbortController();
    this.#hasTimeLine = false;
    return this.#elsewhere.signal;
  }

  /** What stands there gets the keys. */
  #focusShown(): void {
    const past = element('past');
    if (past.hidden) this.terminal.focus();
    else past.querySelector<HTMLElement>('.bar, .runs-panel input')?.focus();
  }

  async #choose(sessionId: string, row?: SessionRow): Promise<void> {
    if (innerWidth <= 700) this.#list.toggle(false);
    this.#sessionId = sessionId;
    this.#isChosen = true;
    this.#list.choose(sessionId);
    this.#connection.close();
    this.#connection = this.#connect();
    if (row?.ended_at_ms !== undefined) return this.showTimeLine(0);
    this.showLive();
  }

  #connect(): Connection {
    this.#keepInput(false);
    const {terminal} = this;
    const connection: Connection = new Connection(this.#sessionId, {
      onBytes: bytes => new Promise(resolve => terminal.write(bytes, resolve)),
      onMessage: message => this.#hear(message, connection),
      onBreak: () => say('The connection is gone; trying again …'),
    });
    return connection;
  }

  #hear(message: ServerMessage, connection: Connection): void {
    switch (message.type) {
      case 'opened':
        // What was shown before the connection broke is shown again from the beginning. In its turn (RIS): what another session has
        // printed may still be on its way through the terminal.
        this.terminal.write('\x1bc');
        this.#isOver = message.is_over;
        this.#fitIn();
        connection.resize(this.terminal.cols, this.terminal.rows);
        this.#sessionId = message.session_id;
        this.#list.choose(message.session_id);
        if (this.#hasInput) connection.take();
        say(message.session_id);
        if (!this.#hasTimeLine) this.#name();
        break;
      case 'held':
        this.#keepInput(message.mine && this.#hasInput);
        element('take').title = message.holder === null ? TAKE_WORDS : `${message.holder} types. ${TAKE_WORDS}`;
        element('take').classList.toggle('others', message.holder !== null && !message.mine);
        break;
      case 'closed':
        say(`The session is over${howOf(message.exit)}. The time line shows its life.`);
        break;
      case 'error':
        say(`${message.error.message} ${message.error.hint}`);
        break;
      case 'size':
        if (this.#isOver) this.terminal.resize(message.cols, message.rows);
        break;
      default:
        message satisfies never;
    }
  }

  #fitIn(): void {
    if (!this.#isOver) this.#fit.fit();
  }

  /** The address is a link to the session that was chosen. */
  #name(): void {
    const query =
      this.#isChosen && this.#sessionId !== null ? `?${new URLSearchParams({session: this.#sessionId})}` : '';
    history.replaceState(null, '', `/${query}`);
  }

  #hearTerminal(): void {
    const {terminal} = this;
    terminal.onData(data => this.#connection.type(data));
    terminal.onBinary(data => this.#connection.type(data));
    terminal.onResize(({cols, rows}) => {
      element('size').textContent = `${cols}×${rows}`;
      this.#connection.resize(cols, rows);
    });
    terminal.onTitleChange(title => {
      this.#title = title;
      this.#nameWindow();
    });
  }

  /** Also seen where the page is one of many. */
  #tellWaiting(count: number): void {
    this.#waitingCount = count;
    element('asked').hidden = count === 0;
    element('asked').textContent = count === 1 ? '1 waits for you' : `${count} wait for you`;
    this.#nameWindow();
  }

  #nameWindow(): void {
    const name = this.#title === '' ? 'cotty' : `${this.#title} – cotty`;
    document.title = this.#waitingCount === 0 ? name : `(${this.#waitingCount}) ${name}`;
  }

  #toggleWaiting(): void {
    const hasKeys = element('waiting').contains(document.activeElement);
    if (this.#waiting.isOpen && hasKeys) this.#waiting.close();
    else this.#waiting.open({takesKeys: true});
  }

  #offerButtons(): void {
    const acts: Readonly<Record<string, () => void>> = {
      KeyL: () => this.#list.toggle(),
      KeyY: () => void (this.#hasTimeLine ? this.showLive() : this.showTimeLine()),
      KeyI: () => this.#toggleInput(),
      KeyU: () => void this.showRuns(),
      KeyA: () => this.#toggleWaiting(),
    };
    for (const [id, code] of [
      ['list', 'KeyL'],
      ['replay', 'KeyY'],
      ['take', 'KeyI'],
      ['runs', 'KeyU'],
      ['asked', 'KeyA'],
    ] as const) {
      element(id).addEventListener('click', () => acts[code]?.());
    }
    document.addEventListener(
      'keydown',
      event => {
        const act = event.ctrlKey && event.shiftKey ? acts[event.code] : undefined;
        if (!act) return;
        event.preventDefault();
        event.stopPropagation();
        act();
      },
      {capture: true},
    );
  }

  #toggleInput(): void {
    this.#keepInput(!this.#hasInput);
    if (this.#hasInput) this.#connection.take();
    else this.#connection.give();
    this.terminal.focus();
  }

  #keepInput(keeps: boolean): void {
    this.#hasInput = keeps;
    element('take').textContent = keeps ? 'give input' : 'take input';
    element('take').classList.toggle('taken', keeps);
    clearInterval(this.#again);
    if (keeps) this.#again = setInterval(() => this.#connection.take(), TAKE_AGAIN_MS);
  }

  #offerThemes(): void {
    const select = element('theme');
    if (!(select instanceof HTMLSelectElement)) return;
    for (const name of themeNames) select.add(new Option(name, name, false, name === this.#theme));
    const use = (name: ThemeName): void => {
      this.#theme = name;
      this.terminal.options.theme = xtermTheme(name);
      document.body.style.setProperty('--paper', cssColour(themes[name].background));
      document.body.style.setProperty('--ink', cssColour(themes[name].foreground));
      localStorage.setItem('theme', name);
    };
    select.addEventListener('change', () => {
      use(themeNames.find(name => name === select.value) ?? 'dark');
      this.terminal.focus();
    });
    use(this.#theme);
  }
}

const TAKE_WORDS = 'Keep agents from typing (Ctrl+Shift+I).';

/** Where the browser can, and as long as it can. */
async function drawFast(terminal: Terminal): Promise<void> {
  try {
    const {WebglAddon} = await import('@xterm/addon-webgl');
    const webgl = new WebglAddon();
    webgl.onContextLoss(() => webgl.dispose());
    terminal.loadAddon(webgl);
  } catch {
    // Without WebGL the page draws with elements.
  }
}

function rememberedTheme(): ThemeName {
  const remembered = localStorage.getItem('theme');
  return themeNames.find(name => name === remembered) ?? 'dark';
}

/** Ctrl+Shift+F opens it, Enter goes on, Escape closes it. */
function offerSearch(terminal: Terminal): void {
  const search = new SearchAddon();
  terminal.loadAddon(search);
  const form = element('search');
  const words = element('words');
  if (!(words instanceof HTMLInputElement)) return;
  terminal.attachCustomKeyEventHandler(event => {
    if (!(event.ctrlKey && event.shiftKey && event.code === 'KeyF')) return true;
    event.preventDefault();
    form.hidden = false;
    words.focus();
    return false;
  });
  words.addEventListener('keydown', event => {
    if (event.key === 'Escape') {
      form.hidden = true;
      search.clearDecorations();
      terminal.focus();
    }
    if (event.key !== 'Enter') return;
    event.preventDefault();
    const isFound = event.shiftKey ? search.findNext(words.value) : search.findPrevious(words.value);
    say(isFound ? '' : `Not found: ${words.value}`);
  });
}

function howOf(exit: Extract<ServerMessage, {type: 'closed'}>['exit']): string {
  if (exit === null) return '';
  return exit.signal === null ? `, with exit code ${exit.exitStatus}` : `, by ${exit.signal}`;
}
