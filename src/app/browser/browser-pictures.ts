import type {Browser, BrowserContext} from 'playwright-core';
import {asCottyError, CottyError, isCottyError} from '../../core/index.ts';
import type {BrowserPictureOptions, BrowserPictures, Session} from '../../engine/index.ts';
import {readPageFile} from '../../transports/index.ts';
import {browserArguments} from './browser-arguments.ts';
import {findBrowser} from './find-browser.ts';
import {loadChromium} from './load-playwright.ts';
import {StagePage} from './stage-page.ts';

/** It takes some hundred megabytes: without use it is ended. */
const IDLE_MS = 10 * 60_000;
const LAUNCH_MS = 30_000;
/** The longest that a picture takes, with the start of the browser: one that was killed at a bad moment may never answer. */
const ATTEMPT_MS = 45_000;
const CLOSE_MS = 5000;
/** Nobody answers there: all that the page loads is given to it here. */
const ORIGIN = 'http://cotty.invalid';

interface BrowserOptions {
  /** COTTY_HOME. */
  readonly home: string;
  readonly env: NodeJS.ProcessEnv;
}

/**
 * One headless browser, started with the first picture and again when it has died, with a page of xterm.js for each scale. The page
 * loads from nowhere but our own files, and sees nothing but the output of sessions.
 */
export class HeadlessBrowser implements BrowserPictures {
  readonly #options: BrowserOptions;
  #browser: Promise<Browser> | null = null;
  readonly #stages = new Map<number, Promise<StagePage>>();
  /** Pictures are taken one after the other. */
  #turn: Promise<unknown> = Promise.resolve();
  #idle: NodeJS.Timeout | undefined;
  #isDisposed = false;

  constructor(options: BrowserOptions) {
    this.#options = options;
  }

  start(): Promise<void> {
    const started = this.#turn.then(async () => {
      await this.#stage(1);
    });
    this.#turn = started.catch(() => this.#end());
    return started;
  }

  take(session: Session, options: BrowserPictureOptions): Promise<Uint8Array> {
    const picture = this.#turn.then(() => this.#take(session, options));
    this.#turn = picture.catch(() => undefined);
    return picture;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isDisposed = true;
    await this.#end();
  }

  async #take(session: Session, options: BrowserPictureOptions): Promise<Uint8Array> {
    clearTimeout(this.#idle);
    try {
      for (let failures = 0; ; ) {
        options.signal.throwIfAborted();
        if (this.#isDisposed) throw new CottyError('cancelled', 'The server is ending.', 'Call again.');
        try {
          return await within(ATTEMPT_MS, this.#attempt(session, options));
        } catch (error) {
          if (isCottyError(error)) throw error;
          // Whatever has befallen it, another one begins from nothing.
          await this.#end();
          if (++failures === 2) throw failed(error);
        }
      }
    } finally {
      this.#idle = setTimeout(() => void this.#end(), IDLE_MS).unref();
    }
  }

  async #attempt(session: Session, options: BrowserPictureOptions): Promise<Uint8Array> {
    return (await this.#stage(options.scale)).picture(session, options);
  }

  #stage(scale: number): Promise<StagePage> {
    const stage = this.#stages.get(scale) ?? this.#openStage(scale);
    this.#stages.set(scale, stage);
    // What kept it from being opened may be over by the next time.
    stage.catch(() => this.#stages.get(scale) === stage && this.#stages.delete(scale));
    return stage;
  }

  async #openStage(scale: number): Promise<StagePage> {
    this.#browser ??= this.#launch();
    const launched = this.#browser;
    launched.catch(() => {
      if (this.#browser === launched) this.#browser = null;
    });
    const browser = await launched;
    const context = await browser.newContext({deviceScaleFactor: scale});
    await giveOwnFiles(context);
    const page = await context.newPage();
    await page.goto(`${ORIGIN}/?stage`);
    await page.waitForFunction('window.cottyStage !== undefined', undefined, {timeout: LAUNCH_MS});
    return new StagePage(page);
  }

  async #launch(): Promise<Browser> {
    const {home, env} = this.#options;
    const executablePath = findBrowser(env);
    const chromium = await loadChromium(home);
    // Chromium refuses to run as root with its sandbox.
    const chromiumSandbox = process.getuid?.() !== 0;
    try {
      return await chromium.launch({
        ...{executablePath, chromiumSandbox, headless: true, timeout: LAUNCH_MS, args: [...browserArguments]},
        env: Object.fromEntries(
          Object.entries(env).flatMap(([name, value]) =>
            value === undefined || name.startsWith('COTTY_') ? [] : [[name, value]],
          ),
        ),
      });
    } catch (cause) {
      throw new CottyError(
        'not_supported',
        `${executablePath} could not be started: ${firstLine(cause)}`,
        'Name another browser with CHROME_PATH, or use engine=embedded.',
        {cause},
      );
    }
  }

  async #end(): Promise<void> {
    clearTimeout(this.#idle);
    const browser = this.#browser;
    this.#browser = null;
    this.#stages.clear();
    const closing = browser?.then(opened => opened.close()).catch(() => undefined);
    if (closing) await within(CLOSE_MS, closing).catch(() => undefined);
  }
}

/** What is not ours is not there. */
async function giveOwnFiles(context: BrowserContext): Promise<void> {
  await context.route('**/*', async route => {
    const {origin, pathname} = new URL(route.request().url());
    const file = origin === ORIGIN ? await readPageFile(pathname) : undefined;
    if (file) await route.fulfill({body: file.bytes, contentType: file.type});
    else await route.abort();
  });
}

/** Rejects when that takes longer. */
async function within<T>(limitMs: number, work: Promise<T>): Promise<T> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new Error(`It has not answered for ${limitMs / 1000} s.`)), limitMs);
  try {
    return await Promise.race([work, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}

function failed(thrown: unknown): CottyError {
  return new CottyError(
    'internal',
    `The browser has failed twice: ${firstLine(thrown)}`,
    'Call again, or use engine=embedded.',
    {cause: asCottyError(thrown)},
  );
}

function firstLine(thrown: unknown): string {
  return (thrown instanceof Error ? thrown.message : String(thrown)).split('\n')[0] ?? '';
}
