/** Stands for the folder of the shell where nobody knows it. */
export const UNKNOWN_FOLDER = '/unknown-folder';

/** Absolute, without `.`, `..` and doubled slashes; null when it starts from a folder that is not known. */
export function resolvePath(text: string, cwd: string | null): string | null {
  if (text.startsWith('/')) return throughLinks(normalize(text));
  if (cwd === null) return null;
  const below = text.endsWith('/') ? text.slice(0, -1) : text;
  // Of a plain name in a plain folder all is known: the rest of a long way is not looked at once more.
  const isPlain = !/^(?:\.{0,2}(?:\/|$))|\/\.{0,2}(?:\/|$)/.test(below) && isPlainFolder(cwd);
  return throughLinks(isPlain ? `${cwd}/${below}` : normalize(`${cwd}/${text}`));
}

/** Whether its path stays as it is. Many paths in turn are told from the same folder. */
function isPlainFolder(cwd: string): boolean {
  if (cwd === lastPlain) return true;
  const isPlain = !UNEVEN.test(cwd);
  if (isPlain) lastPlain = cwd;
  return isPlain;
}

let lastPlain = '';
const UNEVEN = /\/\.{0,2}(?:\/|$)/;

function normalize(path: string): string {
  if (!UNEVEN.test(path)) return path;
  const names: string[] = [];
  for (const name of path.split('/')) {
    if (name === '' || name === '.') continue;
    if (name === '..') names.pop();
    else names.push(name);
  }
  return `/${names.join('/')}`;
}

/** Other names that systems give to the same places. */
function throughLinks(path: string): string {
  if (!/^\/[ps]/i.test(path)) return path;
  const again = path
    .replace(/^\/private(?=\/(?:etc|var|tmp)(?:\/|$))/i, '')
    .replace(/^\/proc\/[^/]+\/(?:task\/[^/]+\/)?root(?=\/|$)/i, '')
    .replace(/^\/System\/Volumes\/Data(?=\/)/i, '');
  return again === '' ? '/' : again;
}

/** What stands behind a home folder, whosever; null when the path lies in none. */
export function belowHome(path: string, home: string): string | null {
  const own = home.length > 1 && (path === home || path.startsWith(`${home}/`)) ? home : null;
  const prefix = own ?? /^\/(?:home\/[^/]+|Users\/[^/]+|root|var\/root)(?=\/|$)/i.exec(path)?.[0];
  return prefix === undefined ? null : path.slice(prefix.length + 1);
}
