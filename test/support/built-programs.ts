import {join, resolve} from 'node:path';
import {pathToFileURL} from 'node:url';
import type {Plugin} from 'vitest/config';
import {entries} from '../../script/bundle.ts';

const root = resolve(import.meta.dirname, '../..');
const outputs = new Map(Object.entries(entries).map(([name, source]) => [join(root, source), builtFile(`${name}.js`)]));

/**
 * What the sources start as a process or thread of its own, tests start from `dist/`, which `build-dist.ts` has made of the
 * same sources: to read a hundred files and strip their types each time takes three times as long as all else at such a start.
 */
export function builtPrograms(): Plugin {
  return {
    name: 'built-programs',
    enforce: 'pre',
    transform(code, id) {
      if (!id.startsWith(join(root, 'src/'))) return null;
      const built = id === SCREEN_WORKER ? workerBesideBundle(code) : named(code, id);
      return built === code ? null : {code: built, map: null};
    },
  };
}

/** Programs are named as `new URL('./relative.ts', import.meta.url)`, as the build knows them too. */
function named(code: string, id: string): string {
  return code.replace(/new URL\('(\.{1,2}\/[^']*)', import\.meta\.url\)/g, (whole, path: string) => {
    const output = outputs.get(resolve(id, '..', path));
    return output === undefined ? whole : `new URL('${output}')`;
  });
}

/** But for the one of screens, which goes by where it stands itself. */
const SCREEN_WORKER = join(root, 'src/screen/worker-url.ts');

function workerBesideBundle(code: string): string {
  return code.replace('import.meta.url', `'${builtFile('screen.js')}'`);
}

function builtFile(name: string): string {
  return pathToFileURL(join(root, 'dist', name)).href;
}
