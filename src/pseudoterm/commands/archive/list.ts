import {defineBuiltin} from '../../command.ts';
import {openArchive} from './open-archive.ts';

export const archiveList = defineBuiltin({
  name: 'archive list',
  summary: 'what is in a zip, tar or tar.gz archive',
  flags: {in: {type: 'path', required: true, about: 'the archive'}},
  examples: ['archive list --in bundle.zip'],
  capabilities: ['read'],
  resourceLimits: {memoryBytes: 1024 * 1024 * 1024},
  audit: {resultFields: ['format', 'entry_count', 'total_bytes']},
  async run({flags, files, limits}) {
    const {format, entries} = await openArchive(await files.read(flags.in), MOST_UNPACKED);
    const lines = entries.map(
      entry =>
        `${String(entry.sizeBytes).padStart(12)}  ${isoTime(entry.modifiedAt)}  ${entry.path}${SIGN[entry.kind]}\n`,
    );
    const total = entries.reduce((sum, entry) => sum + entry.sizeBytes, 0);
    return {
      stdout: `${lines.join('')}${entries.length} entries, ${total} bytes, ${format}\n`,
      stderr: total > limits.outputBytes ? `Unpacked it would be more than ${limits.outputBytes} bytes.\n` : '',
      result: {
        format,
        entry_count: entries.length,
        total_bytes: total,
        entries: entries.slice(0, 1_000).map(entry => ({path: entry.path, kind: entry.kind, bytes: entry.sizeBytes})),
      },
    };
  },
});

const MOST_UNPACKED = 256 * 1024 * 1024;
const SIGN = {file: '', directory: '', link: '  (link)', other: '  (special)'} as const;

function isoTime(ms: number): string {
  return ms === 0 ? '-'.padEnd(16) : new Date(ms).toISOString().slice(0, 16).replace('T', ' ');
}
