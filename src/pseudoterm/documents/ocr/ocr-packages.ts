/** The packages that recognise text. They are large and few need them, so they are not installed with cotty. */
import {join} from 'node:path';
import manifest from '../../../../package.json' with {type: 'json'};

/** Below COTTY_HOME: where they are installed when they are wanted. It need not exist. */
export function ocrFolder(home: string): string {
  return join(home, 'ocr');
}

/** The command that installs them there; without a folder, beside the program. */
export function ocrInstallCommand(folder: string | undefined): string {
  const packages = Object.entries(manifest.peerDependencies)
    .filter(([name]) => name.includes('tesseract'))
    .map(([name, version]) => `${name}@${version}`);
  const place = folder === undefined ? [] : ['--prefix', quoted(folder)];
  return ['npm', 'install', ...place, ...packages].join(' ');
}

/** For a POSIX shell. */
function quoted(path: string): string {
  return /^[\w@%+=:,./-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`;
}
