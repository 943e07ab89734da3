/** A headless browser for tests that look at pages as a person would. */
import {type Browser, chromium} from 'playwright-core';
import {findBrowser} from '../../src/app/browser/find-browser.ts';
import {skipUnless} from './needs.ts';

/** Skips the running test where no browser is installed. */
export function needsBrowser(): void {
  skipUnless(hasBrowser(), 'not installed: chromium');
}

export function openBrowser(): Promise<Browser> {
  // Chromium refuses to run as root with its sandbox.
  const chromiumSandbox = process.getuid?.() !== 0;
  return chromium.launch({executablePath: findBrowser(process.env), chromiumSandbox, args: ['--disable-gpu']});
}

function hasBrowser(): boolean {
  try {
    findBrowser(process.env);
    return true;
  } catch {
    return false;
  }
}
