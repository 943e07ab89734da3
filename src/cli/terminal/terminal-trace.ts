/**
 * What output leaves behind in the terminal that it is printed on: modes it has set and not reset, and an unfinished line.
 * Sequences: https://invisible-island.net/xterm/ctlseqs/ctlseqs.html and https://sw.kovidgoyal.net/kitty/keyboard-protocol/
 */
export class TerminalTrace {
  /** What undoes each thing that is on, by a name for it. */
  readonly #undo = new Map<string, string>();
  #isInLine = false;
  /** The same of the primary screen, while the alternate one is shown. */
  #wasInLine = false;

  /** A piece that cuts no control sequence. */
  note(bytes: Uint8Array): void {
    const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
    let at = 0;
    for (const match of text.matchAll(SEQUENCE)) {
      this.#noteText(text.slice(at, match.index));
      at = match.index + match[0].length;
      const [, prefix = '', parameters = '', final] = match;
      if (final === undefined) this.#noteEscape(match[0]);
      else this.#noteControl(prefix, parameters, final);
    }
    this.#noteText(text.slice(at));
  }

  /** Switches off what is on, and ends the line. Empty when there is nothing to do. */
  get cleanUp(): string {
    const isInLine = this.#undo.has('alternate') ? this.#wasInLine : this.#isInLine;
    // What belongs to the alternate screen is undone on it.
    const others = [...this.#undo].flatMap(([name, undo]) => (name === 'alternate' ? [] : [undo]));
    return `${others.join('')}${this.#undo.get('alternate') ?? ''}${isInLine ? '\r\n' : ''}`;
  }

  #noteText(text: string): void {
    const printed = text.replace(/[\r\x00-\x09\x0b\x0c\x0e-\x1f]+$/, '');
    if (printed !== '') this.#isInLine = !printed.endsWith('\n');
  }

  #noteControl(prefix: string, parameters: string, final: string): void {
    if (prefix === '?' && (final === 'h' || final === 'l')) {
      for (const mode of parameters.split(';')) this.#noteMode(mode, final === 'h');
    } else if (final === 'm' && prefix === '') this.#set('style', !/(?:^|;)0*$/.test(parameters), '\x1b[m');
    else if (final === 'm' && prefix === '>') this.#set('modifiedKeys', /^4;0*[1-9]/.test(parameters), '\x1b[>4m');
    else if (final === 'r' && prefix === '') this.#set('margins', parameters !== '', '\x1b7\x1b[r\x1b8');
    else if (final === 'q' && prefix === '') this.#set('cursorShape', /[1-9]/.test(parameters), '\x1b[0 q');
    else if (final === 'u' && prefix !== '')
      this.#set('keyboard', prefix === '>' || (prefix === '=' && !/^0*(?:;|$)/.test(parameters)), '\x1b[=0u');
  }

  #noteMode(mode: string, isOn: boolean): void {
    if (mode === '25') this.#set('hidden', !isOn, '\x1b[?25h');
    else if (ALTERNATE_MODES.has(mode)) this.#noteScreen(mode, isOn);
    else if (UNDONE_MODES.has(mode)) this.#set(mode, isOn, `\x1b[?${mode}l`);
  }

  #noteScreen(mode: string, isAlternate: boolean): void {
    const wasAlternate = this.#undo.has('alternate');
    if (isAlternate && !wasAlternate) this.#wasInLine = this.#isInLine;
    if (!isAlternate && wasAlternate) this.#isInLine = this.#wasInLine;
    this.#set('alternate', isAlternate, `\x1b[?${mode}l`);
  }

  #noteEscape(sequence: string): void {
    if (sequence === '\x1b=' || sequence === '\x1b>') this.#set('keypad', sequence === '\x1b=', '\x1b>');
    else if (sequence.startsWith('\x1b(')) this.#set('charset', sequence !== '\x1b(B', '\x1b(B');
    else if (sequence === '\x1bc') this.#undo.clear();
  }

  #set(name: string, isOn: boolean, undo: string): void {
    if (isOn) this.#undo.set(name, undo);
    else this.#undo.delete(name);
  }
}

/** CSI with its prefix, parameters and final character; otherwise a control string, or an escape sequence. */
const SEQUENCE =
  /\x1b(?:\[([?>=<]?)([\d;:]*)[ -/]*([@-~])|[\]PX^_][^\x07\x1b]*(?:\x07|\x1b\\|$)|[ -/]*[0-OQ-WYZ\\`-~=><])/g;

const ALTERNATE_MODES: ReadonlySet<string> = new Set(['47', '1047', '1049']);
/** Application cursor keys, mouse reports, focus events, bracketed paste, synchronized output. */
const UNDONE_MODES: ReadonlySet<string> = new Set([
  '1',
  ...['9', '1000', '1001', '1002', '1003', '1004', '1005', '1006', '1015', '1016'],
  '2004',
  '2026',
]);
