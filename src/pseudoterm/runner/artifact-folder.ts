import {mkdir, writeFile} from 'node:fs/promises';
import {extname, join} from 'node:path';
import type {ArtifactSink} from '../command.ts';

/** Keeps the artifacts of one run in `root/<run id>/`, readable by this user only. The folder is made for the first one. */
export function artifactFolder(root: string, runId: string): ArtifactSink {
  const folder = join(root, runId);
  return {
    async add({name, mime, description, content}) {
      await mkdir(folder, {recursive: true, mode: 0o700});
      const path = await writeNew(folder, plainName(name), content);
      return {path, mime, description};
    },
  };
}

async function writeNew(folder: string, name: string, content: Uint8Array | string): Promise<string> {
  const extension = extname(name);
  for (let count = 1; ; count++) {
    const numbered = count === 1 ? name : `${name.slice(0, name.length - extension.length)}-${count}${extension}`;
    const path = join(folder, numbered);
    try {
      await writeFile(path, content, {flag: 'wx', mode: 0o600});
      return path;
    } catch (error) {
      const isTaken = error instanceof Error && 'code' in error && error.code === 'EEXIST';
      if (!isTaken || count >= 1_000) throw error;
    }
  }
}

function plainName(name: string): string {
  const plain = name
    .replace(/[^\p{L}\p{N}._-]+/gu, '_')
    .replace(/^\.+/, '')
    .slice(0, 100);
  return plain === '' ? 'artifact' : plain;
}
