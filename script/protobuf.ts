/** Code for the messages of `src/iterm2-api/proto/`: protobuf-es, by `buf`; both are npm packages and need no network. */
import {execFileSync} from 'node:child_process';
import {mkdtempSync, readdirSync, readFileSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join, resolve} from 'node:path';

const root = resolve(import.meta.dirname, '..');
const SOURCES = 'src/iterm2-api/proto';
export const GENERATED = 'src/iterm2-api/generated';

/** What each generated file must be, by its path from the root. */
export function protobufCode(): Readonly<Record<string, string>> {
  const out = mkdtempSync(join(tmpdir(), 'cotty-protobuf-'));
  try {
    // JavaScript and types apart: TypeScript's enums are nothing that Node.js can run as it is.
    const plugin = {
      local: join(root, 'node_modules/.bin/protoc-gen-es'),
      out,
      opt: ['target=js+dts', 'import_extension=js'],
    };
    const template = JSON.stringify({version: 'v2', plugins: [plugin]});
    execFileSync(join(root, 'node_modules/.bin/buf'), ['generate', SOURCES, '--template', template], {
      cwd: root,
      stdio: 'inherit',
    });
    return Object.fromEntries(
      readdirSync(out)
        .toSorted()
        .map(name => [`${GENERATED}/${name}`, readFileSync(join(out, name), 'utf8')]),
    );
  } finally {
    rmSync(out, {recursive: true, force: true});
  }
}
