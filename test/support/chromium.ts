/** A headless browser for tests that look at pages as a person would. */
import {type Browser, type BrowserContextOptions, chromium, type Page} from 'playwright-core';
import {expect, onTestFinished} from 'vitest';
import {browserArguments} from '../../src/app/browser/browser-arguments.ts';
import {findBrowser} from '../../src/app/browser/find-browser.ts';
import {skipUnless} from './needs.ts';

/** Skips the running test where no browser is installed. */
export function needsBrowser(): void {
  skipUnless(hasBrowser(), 'not installed: chromium');
}

/** One browser for the tests of a file, started by the first that wants a page. */
export class TestBrowser implements AsyncDisposable {
  readonly #args: readonly string[];
  #browser: Promise<Browser> | undefined;

  /** Without WebGL, which is computed here, terminals are drawn with elements, as on machines that have none. */
  constructor({hasWebgl}: {readonly hasWebgl: boolean}) {
    this.#args = hasWebgl ? [] : ['--disable-3d-apis'];
  }

  /**
   * A page of somebody new, which is closed with the test: left open, it would draw and ask for its server until the last one. What its
   * scripts throw and nobody catches fails the test, also in pages that are opened beside it.
   */
  async page(options: BrowserContextOptions): Promise<Page> {
    needsBrowser();
    this.#browser ??= launchBrowser(findBrowser(process.env), this.#args);
    const context = await (await this.#browser).newContext(options);
    const thrown: string[] = [];
    context.on('weberror', error => thrown.push(error.error().stack || String(error.error())));
    onTestFinished(async () => {
      await context.close();
      expect(thrown, 'what the scripts of the page have thrown').toEqual([]);
    });
    return context.newPage();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await (await this.#browser)?.close();
  }
}

/** To be closed by the caller. */
export function launchBrowser(executablePath: string, args: readonly string[] = []): Promise<Browser> {
  // Chromium refuses to run as root with its sandbox.
  const chromiumSandbox = process.getuid?.() !== 0;
  return chromium.launch({executablePath, chromiumSandbox, args: [...browserArguments, ...args]});
}

function hasBrowser(): boolean {
  try {
    findBrowser(process.env);
    return true;
  } catch {
    return false;
  }
}
