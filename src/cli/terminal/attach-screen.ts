import {attachKeysHelp} from './attach-keys.ts';
import type {PersonTerminal} from './person-terminal.ts';

const NOTICE = 'Ctrl-] d leaves, Ctrl-] ? helps';
const AWAY = 'the server went away; it is started again (Ctrl-] d leaves)';
/** So long it stands there when nothing is typed. */
const NOTICE_MS = 4000;
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
 * A session on a person's terminal, and what we draw over it for a moment: a line on entering, the keys when they are asked for.
 * Both go away with the next key; then the session is shown as it is by that time.
 */
export class AttachScreen implements Disposable {
  readonly #options: AttachScreenOptions;
  #isEntered = false;
  #noticeIsBelow = false;
  #noticeTimer: NodeJS.Timeout | undefined;
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
    if (this.#noticeTimer) this.#drawNoticeSoon();
    if (this.#isEntered || !this.#options.greets) return;
    this.#isEntered = true;
    this.#noticeIsBelow = rowReached(bytes) <= this.#options.terminal.size.rows / 2;
    this.#drawNotice();
    this.#noticeTimer = setTimeout(() => this.#endNotice(), NOTICE_MS);
    this.#noticeTimer.unref();
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

  /** In a corner at the right, in the half where the cursor did not stand: nothing may cover the prompt. */
  #drawNotice(notice = NOTICE): void {
    const {cols, rows} = this.#options.terminal.size;
    if (cols === 0) return;
    const row = this.#noticeIsBelow ? rows : 1;
    const text = ` ${notice} `.slice(0, cols);
    this.#options.terminal.show(Buffer.from(`\x1b7\x1b[${row};${cols - text.length + 1}H\x1b[0;7m${text}\x1b8`));
  }

  /** A prompt that is drawn for the new size of its terminal may have wiped it away. Not amid what is being printed. */
  #drawNoticeSoon(): void {
    clearTimeout(this.#redrawTimer);
    this.#redrawTimer = setTimeout(() => this.#drawNotice(), QUIET_MS);
    this.#redrawTimer.unref();
  }

  #endNotice(): void {
    if (!this.#noticeTimer) return;
    this.#forgetNotice();
    this.#options.repaint();
  }

  #forgetNotice(): void {
    clearTimeout(this.#noticeTimer);
    clearTimeout(this.#redrawTimer);
    this.#noticeTimer = undefined;
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
