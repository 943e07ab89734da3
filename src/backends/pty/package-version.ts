import {readFileSync} from 'node:fs';

/** Version of the cotty this code belongs to; the same from source and from the bundle. */
export function packageVersion(): string {
  known ??= read();
  return known;
}

let known: string | undefined;

function read(): string {
  const manifest: {version: string} = JSON.parse(
    readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'),
  );
  return manifest.version;
}
