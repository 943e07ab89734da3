/** The page as a person uses it. */
import {FitAddon} from '@xterm/addon-fit';
import {SearchAddon} from '@xterm/addon-search';
import type {Terminal} from '@xterm/xterm';
import {cssColour, type ThemeName, themes} from '../../src/screen/picture/theme.ts';
import {Connection, type ServerMessage} from './connection.ts';
import {loadFont, openTerminal} from './terminal.ts';
import {themeNames, xtermTheme} from './theme.ts';

export async function openForPerson(session: string | null): Promise<void> {
  const theme = rememberedTheme();
  await loadFont(['']);
  const terminal = openTerminal(element('terminal'), {theme: xtermTheme(theme), cursorBlink: true});
  // What was drawn meanwhile is drawn again with the right face.
  void loadFont(['bold ', 'italic ', 'italic bold ']).then(() => terminal.clearTextureAtlas());
  const fit = new FitAddon();
  terminal.loadAddon(fit);
  // It takes a moment, in which one can type already.
  setTimeout(() => void drawFast(terminal));
  element('bar').hidden = false;
  offerThemes(terminal, theme);
  offerSearch(terminal);
  const connection = new Connection(session, {
    onBytes: bytes => new Promise(resolve => terminal.write(bytes, resolve)),
    onMessage: message => hear(message, terminal, connection),
    onBreak: () => say('The connection is gone; trying again …'),
  });
  terminal.onData(data => connection.type(data));
  terminal.onBinary(data => connection.type(data));
  terminal.onResize(({cols, rows}) => {
    element('size').textContent = `${cols}×${rows}`;
    connection.resize(cols, rows);
  });
  terminal.onTitleChange(title => {
    document.title = title === '' ? 'cotty' : `${title} – cotty`;
  });
  new ResizeObserver(() => fit.fit()).observe(element('terminal'));
  fit.fit();
  terminal.focus();
}

function hear(message: ServerMessage, terminal: Terminal, connection: Connection): void {
  switch (message.type) {
    case 'opened':
      // What was shown before the connection broke is shown again from the beginning.
      terminal.reset();
      connection.resize(terminal.cols, terminal.rows);
      say(message.session_id);
      break;
    case 'closed':
      say('The session is over.');
      break;
    case 'error':
      say(`${message.error.message} ${message.error.hint}`);
      break;
    case 'size':
      break;
    default:
      message satisfies never;
  }
}

/** Where the browser can, and as long as it can. */
async function drawFast(terminal: Terminal): Promise<void> {
  const {WebglAddon} = await import('@xterm/addon-webgl');
  try {
    const webgl = new WebglAddon();
    webgl.onContextLoss(() => webgl.dispose());
    terminal.loadAddon(webgl);
  } catch {
    // Without WebGL the page draws with elements.
  }
}

function offerThemes(terminal: Terminal, chosen: ThemeName): void {
  const select = element('theme');
  if (!(select instanceof HTMLSelectElement)) return;
  for (const name of themeNames) select.add(new Option(name, name, false, name === chosen));
  const use = (name: ThemeName): void => {
    terminal.options.theme = xtermTheme(name);
    document.body.style.setProperty('--paper', cssColour(themes[name].background));
    document.body.style.setProperty('--ink', cssColour(themes[name].foreground));
    localStorage.setItem('theme', name);
  };
  select.addEventListener('change', () => {
    use(themeNames.find(name => name === select.value) ?? 'dark');
    terminal.focus();
  });
  use(chosen);
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

function say(text: string): void {
  element('said').textContent = text;
}

function element(id: string): HTMLElement {
  const found = document.getElementById(id);
  if (!found) throw new Error(`the page has no ${id}`);
  return found;
}
