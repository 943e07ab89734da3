import {CottyError, type LogCursor} from '../../core/index.ts';
import type {CaptureOptions, Screen, ScreenGrid} from '../../screen/index.ts';
import {DrawnScreen, type Pool} from './drawn-screen.ts';
import type {ScreenReading} from './screen-reading.ts';
import type {DrawnSource} from './screen-source.ts';

export type PastScreenOptions = Omit<CaptureOptions, 'marksConcealed'>;

/** Whoever looks at one moment most often looks at the next one. */
const KEPT_MS = 10_000;

/**
 * Moments of a session's past, on an emulator of their own: however far back somebody looks, the present screen stays where it is.
 * It goes on from one moment to a later one, and begins anew for an earlier one; after a while without a look it is given back.
 */
export class PastScreen implements Disposable {
  readonly #source: DrawnSource;
  readonly #pool: Pool;
  readonly #live: DrawnScreen | null;
  #drawn: DrawnScreen | null = null;
  #busy: Promise<unknown> = Promise.resolve();
  #timer: NodeJS.Timeout | undefined;
  #isDisposed = false;

  /** What `live` has saved is used where it serves. */
  constructor(source: DrawnSource, pool: Pool, live: DrawnScreen | null) {
    this.#source = source;
    this.#pool = pool;
    this.#live = live;
  }

  /** The screen when the stream had come to `at`, in the terminal's size there. Errors: `invalid_argument` for no such moment. */
  read(at: LogCursor, options: PastScreenOptions = {}): Promise<ScreenReading> {
    return this.look(at, async (screen, signal, {cols, rows}) => ({
      ...(await screen.snapshot(options, {signal})),
      cols,
      rows,
    }));
  }

  /** The same, cell by cell. */
  grid(at: LogCursor): Promise<ScreenGrid> {
    return this.look(at, (screen, signal) => screen.grid({signal}));
  }

  /** Looks at that moment. Looks take turns. */
  look<T>(
    at: LogCursor,
    see: (screen: Screen, signal: AbortSignal, size: {readonly cols: number; readonly rows: number}) => Promise<T>,
  ): Promise<T> {
    const look = async (): Promise<T> => {
      this.#requireMoment(at);
      const drawn = this.#open();
      return drawn.look(at, (screen, signal) => see(screen, signal, drawn.size ?? this.#source.tracker));
    };
    const turn = this.#busy.then(look, look);
    this.#busy = turn.then(
      () => this.#drawn?.keepCheckpoint().catch(() => undefined),
      () => this.#drawn?.forget(),
    );
    return turn;
  }

  [Symbol.dispose](): void {
    this.#isDisposed = true;
    this.#giveBack();
  }

  #open(): DrawnScreen {
    if (this.#isDisposed) throw new CottyError('cancelled', 'The session is no longer followed.', 'Look again.');
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#giveBack(), KEPT_MS).unref();
    if (this.#drawn) return this.#drawn;
    this.#drawn = new DrawnScreen(this.#source, this.#pool);
    if (this.#live) this.#drawn.beginAt(this.#live);
    return this.#drawn;
  }

  #giveBack(): void {
    clearTimeout(this.#timer);
    this.#drawn?.[Symbol.dispose]();
    this.#drawn = null;
  }

  #requireMoment(at: LogCursor): void {
    const {log, tracker} = this.#source;
    if (Number.isSafeInteger(at) && at >= log.oldest && at <= tracker.outputEnd) return;
    throw new CottyError(
      'invalid_argument',
      `The session has no moment ${at}: its output is kept from ${log.oldest} to ${tracker.outputEnd}.`,
      'Give a cursor between these two.',
    );
  }
}
