/** playwright-core drives the browser. It is large and few need it: it is installed when it is wanted. */
import {createRequire} from 'node:module';
import {join} from 'node:path';
import {pathToFileURL} from 'node:url';
import type {BrowserType} from 'playwright-core';
import manifest from '../../../package.json' with {type: 'json'};
import {CottyError} from '../../core/index.ts';

const NAME = 'playwright-core';

/** From beside the program, or from where the hint of the error installs it: below COTTY_HOME. Throws `not_supported`. */
export async function loadChromium(home: string): Promise<BrowserType> {
  const folder = join(home, 'browser');
  const places = [import.meta.url, pathToFileURL(join(folder, 'package.json')).href];
  for (const place of places) {
    const file = resolved(place);
    if (file === undefined) continue;
    const {default: playwright}: {default: {chromium: BrowserType}} = await import(pathToFileURL(file).href);
    return playwright.chromium;
  }
  const version = manifest.peerDependencies[NAME];
  throw new CottyError(
    'not_supported',
    'What drives the browser is not installed.',
    `Install it with: npm install --prefix '${folder.replaceAll("'", "'\\''")}' ${NAME}@${version}; engine=embedded does without.`,
  );
}

function resolved(place: string): string | undefined {
  try {
    return createRequire(place).resolve(NAME);
  } catch {
    return undefined;
  }
}
