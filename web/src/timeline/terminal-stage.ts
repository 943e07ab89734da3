/** A terminal of the recorded size, made smaller where the page has less room. */
import type {ITheme, Terminal} from '@xterm/xterm';
import type {Frame, Piece, Stage} from '../../../src/timeline/index.ts';
import {openTerminal} from '../terminal.ts';

export class TerminalStage implements Stage {
  readonly terminal: Terminal;
  readonly #place: HTMLElement;
  readonly #sizes = new ResizeObserver(() => this.#fit());

  constructor(place: HTMLElement, theme: ITheme) {
    this.#place = place;
    this.terminal = openTerminal(place, {
      theme,
      disableStdin: true,
      cursorBlink: false,
      scrollback: 0,
      cols: 80,
      rows: 24,
    });
    this.#sizes.observe(place);
    // Keys are for the player; what is selected is copied all the same.
    this.terminal.attachCustomKeyEventHandler(() => false);
  }

  async show({cols, rows, state}: Frame): Promise<void> {
    this.terminal.reset();
    this.#resize(cols, rows);
    await this.#write(state);
  }

  async add(piece: Piece): Promise<void> {
    if (piece.type === 'size') this.#resize(piece.cols, piece.rows);
    else await this.#write(piece.bytes);
  }

  /** The screen as a person would copy it. */
  text(): string {
    const buffer = this.terminal.buffer.active;
    const lines = Array.from({length: this.terminal.rows}, (_, row) =>
      (buffer.getLine(buffer.viewportY + row)?.translateToString(true) ?? '').trimEnd(),
    );
    return `${lines.join('\n').trimEnd()}\n`;
  }

  dispose(): void {
    this.#sizes.disconnect();
    this.terminal.dispose();
  }

  #resize(cols: number, rows: number): void {
    if (this.terminal.cols !== cols || this.terminal.rows !== rows) this.terminal.resize(cols, rows);
    this.#fit();
  }

  #fit(): void {
    const screen = this.#place.querySelector<HTMLElement>('.xterm-screen');
    const drawn = this.terminal.element;
    if (!screen || !drawn || screen.clientWidth === 0) return;
    const room = this.#place.getBoundingClientRect();
    const scale = Math.min(1, room.width / screen.clientWidth, room.height / screen.clientHeight);
    drawn.style.transformOrigin = 'top left';
    drawn.style.transform = scale < 1 ? `scale(${scale})` : '';
  }

  #write(text: string | Uint8Array): Promise<void> {
    return new Promise(resolve => this.terminal.write(text, resolve));
  }
}
