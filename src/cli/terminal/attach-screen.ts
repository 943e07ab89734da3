import {attachKeysHelp} from './attach-keys.ts';
import type {PersonTerminal} from './person-terminal.ts';

const GREETING = 'Ctrl-] d leaves, Ctrl-] ? helps';
const AWAY = 'the server went away; it is started again (Ctrl-] d leaves)';
/** So long they stand there when nothing is typed. */
const GREETING_MS = 4000;
const REFUSAL_MS = 15_000;
const QUIET_MS = 100;

const BELL = Buffer.from('\x07');

interface AttachScreenOptions {
  readonly terminal: PersonTerminal;
  /** Has the session's screen shown anew. */
  readonly repaint: () => void;
  /** Says on entering how to leave. */
  readonly greets: boolean;
}

/**
 * A session on a person's terminal, and what we draw over it for a moment: a line on entering or when an Enter was held back, the keys when
 * they are asked for. All of it goes away with the next key; then the session is shown as it is by that time.
 */
export class AttachScreen implements Disposable {
  readonly #options: AttachScreenOptions;
  #isEntered = false;
  #noticeIsBelow = false;
  /** What stands there now, and until when. */
  #notice: {readonly text: string; readonly timer: NodeJS.Timeout} | undefined;
  /** To be drawn on the screen that comes next. */
  #refusal: string | undefined;
  #redrawTimer: NodeJS.Timeout | undefined;
  #isHelping = false;

  constructor(options: AttachScreenOptions) {
    this.#options = options;
  }

  /** Output of the session. */
  show(bytes: Uint8Array): void {
    // What comes meanwhile is part of the screen that is shown afterwards.
    if (this.#isHelping) return;
    this.#options.terminal.show(bytes);
    if (this.#notice) this.#drawNoticeSoon();
    const isFirst = !this.#isEntered;
    this.#isEntered = true;
    if (this.#refusal !== undefined) this.#note(this.#refusal, REFUSAL_MS, bytes);
    else if (isFirst && this.#options.greets) this.#note(GREETING, GREETING_MS, bytes);
    this.#refusal = undefined;
  }

  /** Why an Enter was held back; the output that comes next is the present screen. */
  tell(why: string): void {
    this.#forgetNotice();
    this.#refusal = why;
  }

  help(): void {
    this.#forgetNotice();
    this.#isHelping = true;
    const lines = [...attachKeysHelp, '', 'Any key goes back.'];
    this.#options.terminal.show(Buffer.from(`${CLEAN}${lines.map(line => `  ${line}`).join('\r\n')}`));
  }

  /** Says that nothing comes for a while. Goes away with the next screen. */
  tellAway(): void {
    if (this.#isHelping) return;
    this.#forgetNotice();
    this.#drawNotice(AWAY);
  }

  ring(): void {
    this.#options.terminal.show(BELL);
  }

  /** Somebody pressed a key. True when it only ended the help, and is not for the session. */
  press(): boolean {
    const wasHelping = this.#isHelping;
    if (wasHelping) this.#endHelp();
    else this.#endNotice();
    return wasHelping;
  }

  [Symbol.dispose](): void {
    this.#forgetNotice();
  }

  #note(text: string, forMs: number, screen: Uint8Array): void {
    this.#forgetNotice();
    this.#noticeIsBelow = rowReached(screen) <= this.#options.terminal.size.rows / 2;
    const timer = setTimeout(() => this.#endNotice(), forMs);
    timer.unref();
    this.#notice = {text, timer};
    this.#drawNotice(text);
  }

  /** In a corner at the right, in the half where the cursor did not stand: nothing may cover the prompt. */
  #drawNotice(notice: string): void {
    const {cols, rows} = this.#options.terminal.size;
    if (cols === 0) return;
    const row = this.#noticeIsBelow ? rows : 1;
    const text = ` ${notice} `.slice(0, cols);
    this.#options.terminal.show(Buffer.from(`\x1b7\x1b[${row};${cols - text.length + 1}H\x1b[0;7m${text}\x1b8`));
  }

  /** A prompt that is drawn for the new size of its terminal may have wiped it away. Not amid what is being printed. */
  #drawNoticeSoon(): void {
    clearTimeout(this.#redrawTimer);
    this.#redrawTimer = setTimeout(() => this.#drawNotice(this.#notice?.text ?? ''), QUIET_MS);
    this.#redrawTimer.unref();
  }

  #endNotice(): void {
    if (!this.#notice) return;
    this.#forgetNotice();
    this.#options.repaint();
  }

  #forgetNotice(): void {
    clearTimeout(this.#notice?.timer);
    clearTimeout(this.#redrawTimer);
    this.#notice = undefined;
  }

  #endHelp(): void {
    this.#isHelping = false;
    this.#options.repaint();
  }
}

/** The primary screen without a mouse, empty: what stands on the session's comes back with the repainting. */
const CLEAN = '\x1b[?1049l\x1b[?1000;1002;1003;1004l\x1b[r\x1b[m\x1b(B\x0f\x1b[?25h\x1b[H\x1b[2J\r\n';

/** The row, from 1, in which a screen leaves the cursor when it is painted from its top by lines, or ends with the cursor's place. */
function rowReached(screen: Uint8Array): number {
  const text = Buffer.from(screen).toString('latin1');
  const placed = [...text.matchAll(CURSOR_PLACE)].at(-1);
  const row = Number(placed?.[1] || 1);
  return row + (text.slice(placed?.index).match(/\n/g)?.length ?? 0);
}

/** CUP, as in ECMA-48. */
const CURSOR_PLACE = /\x1b\[(\d*)(?:;\d*)?H/g;
