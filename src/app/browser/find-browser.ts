import {accessSync, constants} from 'node:fs';
import {delimiter, join} from 'node:path';
import {CottyError} from '../../core/index.ts';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome', 'microsoft-edge'];
const PLACES = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
];

/** The program of an installed browser: CHROME_PATH, else the first on the PATH. Throws `not_supported`. */
export function findBrowser(env: NodeJS.ProcessEnv): string {
  const named = env.CHROME_PATH;
  if (named) {
    if (isProgram(named)) return named;
    throw noBrowser(`CHROME_PATH names ${named}, which is no program.`);
  }
  const folders = (env.PATH ?? '').split(delimiter).filter(folder => folder !== '');
  const candidates = [...folders.flatMap(folder => NAMES.map(name => join(folder, name))), ...PLACES];
  const found = candidates.find(isProgram);
  if (found === undefined) throw noBrowser('There is no Chromium or Chrome on this machine.');
  return found;
}

function noBrowser(message: string): CottyError {
  return new CottyError(
    'not_supported',
    message,
    'Install one (apt install chromium, brew install --cask chromium), or name it with CHROME_PATH; engine=embedded needs none.',
  );
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
