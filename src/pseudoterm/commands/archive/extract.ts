import {defineBuiltin} from '../../command.ts';
import {PseudoError} from '../../pseudo-error.ts';
import type {ArchiveEntry} from './entry.ts';
import {openArchive} from './open-archive.ts';

export const archiveExtract = defineBuiltin({
  name: 'archive extract',
  summary: 'unpack a zip, tar or tar.gz archive into a folder',
  details:
    'Links and special files are left out. A path that leads out of the folder refuses the whole archive, before anything is written.',
  flags: {
    in: {type: 'path', required: true, about: 'the archive'},
    out: {type: 'path', required: true, about: 'the folder to unpack into'},
    only: {type: 'string', value: 'PREFIX', about: 'entries whose path begins like this'},
    overwrite: {type: 'boolean', about: 'replace files that exist'},
    'max-bytes': {type: 'int', min: 1, default: 134_217_728, about: 'refuse to unpack more than this'},
  },
  examples: ['archive extract --in bundle.zip --out bundle'],
  capabilities: ['read', 'write'],
  resourceLimits: {outputBytes: 256 * 1024 * 1024, memoryBytes: 1024 * 1024 * 1024},
  audit: {resultFields: ['format', 'files', 'bytes']},
  async run({flags, files, limits, signal}) {
    const most = Math.min(flags['max-bytes'], limits.outputBytes);
    const {format, entries} = await openArchive(await files.read(flags.in), most);
    const chosen = entries.filter(entry => entry.path.startsWith(flags.only ?? ''));
    for (const entry of chosen) checkPath(entry);
    const declared = chosen.reduce((sum, entry) => sum + entry.sizeBytes, 0);
    if (declared > most)
      throw new PseudoError('LimitExceeded', `Unpacked it would be ${declared} bytes; ${most} is the most.`);
    let bytes = 0;
    const written: string[] = [];
    for (const entry of chosen) {
      signal.throwIfAborted();
      const target = `${flags.out}/${entry.path}`;
      if (entry.kind === 'directory') await files.makeDirectory(target);
      if (entry.kind !== 'file') continue;
      const content = await entry.content(most - bytes);
      bytes += content.length;
      written.push((await files.write(target, content, {overwrite: flags.overwrite})).path);
    }
    const skipped = chosen.filter(entry => entry.kind === 'link' || entry.kind === 'other').map(entry => entry.path);
    return {
      stdout: `unpacked ${written.length} files, ${bytes} bytes, into ${flags.out}\n`,
      stderr: skipped.map(path => `left out: ${path} (a link or special file)\n`).join(''),
      result: {format, files: written.length, bytes, skipped: skipped.slice(0, 100), paths: written.slice(0, 500)},
    };
  },
});

function checkPath({path}: ArchiveEntry): void {
  const isOutside =
    path.startsWith('/') || /^[A-Za-z]:/.test(path) || path.split('/').includes('..') || path.includes('\0');
  if (isOutside)
    throw new PseudoError('PathDenied', `The archive holds ${JSON.stringify(path)}, which leads out of the folder.`);
}
