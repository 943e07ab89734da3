import type {FileAccess, FileFacts} from '../command.ts';
import {PseudoError} from '../pseudo-error.ts';
import {createPseudoTerminal, type PseudoTerminalOptions} from '../registry.ts';
import type {ExecResult} from '../run-protocol.ts';

export interface InMemoryRun {
  readonly result: ExecResult;
  /** Files afterwards, as text where they are text. */
  readonly files: ReadonlyMap<string, Uint8Array>;
}

interface Given {
  readonly stdin?: string;
  readonly files?: Readonly<Record<string, string | Uint8Array>>;
  readonly options?: PseudoTerminalOptions;
}

/** Runs a line over files that exist only here. */
export async function runInMemory(
  command: string,
  {stdin, files: given = {}, options}: Given = {},
): Promise<InMemoryRun> {
  const contents = new Map(Object.entries(given).map(([path, content]) => [path, toBytes(content)]));
  const host = {
    files: memoryFiles(contents),
    artifactsOf: (runId: string) => ({
      add: async ({name, mime, description}: {name: string; mime: string; description: string}) => ({
        path: `/artifacts/${runId}/${name}`,
        mime,
        description,
      }),
    }),
  };
  const run = await createPseudoTerminal(options).run({command, ...(stdin !== undefined && {stdin})}, host);
  return {result: run.result, files: contents};
}

/** Files in a map; folders are what their paths imply. */
export function memoryFiles(contents: Map<string, Uint8Array>): FileAccess {
  const factsOf = (path: string): FileFacts | null => {
    const content = contents.get(path);
    if (content) return {path, kind: 'file', sizeBytes: content.length, modifiedAt: 0};
    const isFolder = path === '.' || [...contents.keys()].some(other => other.startsWith(`${path}/`));
    return isFolder ? {path, kind: 'directory', sizeBytes: 0, modifiedAt: 0} : null;
  };
  return {
    async read(path) {
      const content = contents.get(path);
      if (!content) throw new PseudoError('CommandFailed', `There is no ${path}.`);
      return content;
    },
    stat: async path => factsOf(path),
    async list(path) {
      const prefix = path === '.' ? '' : `${path}/`;
      const below = [...contents.keys()].filter(other => other.startsWith(prefix));
      const names = [...new Set(below.map(other => other.slice(prefix.length).split('/')[0] ?? ''))].toSorted();
      return names.flatMap(name => factsOf(`${prefix}${name}`) ?? []);
    },
    async write(path, content, {overwrite = false} = {}) {
      if (contents.has(path) && !overwrite) throw new PseudoError('CommandFailed', `${path} exists.`);
      const bytes = toBytes(content);
      contents.set(path, bytes);
      return {path, kind: 'file', sizeBytes: bytes.length, modifiedAt: 0};
    },
    makeDirectory: async () => {},
  };
}

function toBytes(content: string | Uint8Array): Uint8Array {
  return typeof content === 'string' ? new TextEncoder().encode(content) : content;
}
