import type {Page} from 'playwright-core';
import {CottyError, type LogCursor, logCursor, numberField} from '../../core/index.ts';
import {CONTEXT_BEFORE, MaskedStream, readRange, type Session, type ThemeName} from '../../engine/index.ts';

/** A longer way is not gone byte by byte: the page begins anew with the screen as it is then. */
const NEAR_BYTES = 1024 * 1024;
/** The browser's pixels in a row or column of a picture. */
const MOST_PIXELS = 16_000;

interface Shown {
  readonly session: Session;
  readonly theme: ThemeName;
  at: LogCursor;
  /** Null where nothing is masked. */
  readonly masked: MaskedStream | null;
}

interface Moment {
  readonly theme: ThemeName;
  readonly scale: number;
  /** Undefined is now. */
  readonly at?: LogCursor | undefined;
}

/** A page of the browser that shows one session at a time, up to a moment. */
export class StagePage {
  readonly #page: Page;
  #shown: Shown | null = null;

  constructor(page: Page) {
    this.#page = page;
  }

  /** Shows the session as it was when its output had come to that moment, and takes the picture of the whole of it. */
  async picture(session: Session, {theme, scale, at}: Moment): Promise<Uint8Array> {
    const wanted = at ?? session.tracker.outputEnd;
    if (!this.#canGoOn(session, theme, wanted)) await this.#begin(session, {theme, scale, at});
    await this.#goOn(wanted);
    const size: unknown = await this.#page.evaluate('cottyStage.painted()');
    const [width, height] = [numberField(size, 'width') ?? 0, numberField(size, 'height') ?? 0];
    return this.#page.screenshot({
      type: 'png',
      clip: {x: 0, y: 0, width, height},
      animations: 'allow',
      timeout: 15_000,
    });
  }

  #canGoOn(session: Session, theme: ThemeName, to: LogCursor): boolean {
    const shown = this.#shown;
    if (!shown || shown.session !== session || shown.theme !== theme) return false;
    if (to < shown.at || to - shown.at > NEAR_BYTES) return false;
    return !session.tracker.screen.sizes.some(({at}) => at > shown.at && at <= to);
  }

  /** With the screen of that moment as control sequences. */
  async #begin(session: Session, {theme, scale, at: moment}: Moment): Promise<void> {
    this.#shown = null;
    const {state, cols, rows, at} = await session.screen.presentAt(moment);
    const [width, height] = [cols * 9 + 40, rows * 18 + 40];
    if (Math.max(width, height) * scale > MOST_PIXELS)
      throw new CottyError(
        'too_large',
        `A browser takes no picture of ${cols} by ${rows} cells at scale ${scale}.`,
        'Use a smaller scale, or engine=embedded.',
      );
    await this.#page.setViewportSize({width, height});
    await this.#page.evaluate(`cottyStage.open(${JSON.stringify({cols, rows})}, ${JSON.stringify(theme)})`);
    const {secrets} = session;
    await this.#write(Buffer.from(secrets?.mask(state) ?? state));
    const from = logCursor(Math.max(0, at - CONTEXT_BEFORE));
    const masked = secrets && new MaskedStream(secrets, (await readRange(session, from, at)).bytes);
    this.#shown = {session, theme, at, masked};
  }

  async #goOn(to: LogCursor): Promise<void> {
    const shown = this.#shown;
    if (!shown || shown.at >= to) return;
    const {bytes} = await readRange(shown.session, shown.at, to);
    const {masked} = shown;
    await this.#write(masked?.push(bytes) ?? bytes);
    const undecided = masked?.end() ?? new Uint8Array(0);
    await this.#write(undecided);
    shown.at = to;
    // With what follows it may turn out to be a secret.
    if (undecided.length > 0) this.#shown = null;
  }

  async #write(bytes: Uint8Array): Promise<void> {
    if (bytes.length === 0) return;
    await this.#page.evaluate(`cottyStage.write("${Buffer.from(bytes).toString('base64')}")`);
  }
}
