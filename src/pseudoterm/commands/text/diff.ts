import {defineBuiltin} from '../../command.ts';
import {readText} from '../read-text.ts';
import {diffLines} from './diff-lines.ts';
import {unifiedDiff} from './unified-diff.ts';

export const textDiff = defineBuiltin({
  name: 'text diff',
  summary: 'show how two texts differ, as a unified diff',
  details: 'Exit code 0 when they are equal, 1 when they differ. "-" is stdin.',
  positionals: {
    before: {type: 'path', required: true, about: 'the old file, or -'},
    after: {type: 'path', required: true, about: 'the new file, or -'},
  },
  flags: {
    context: {type: 'int', min: 0, max: 100, default: 3, about: 'lines around each change'},
    'ignore-blanks': {type: 'boolean', about: 'blanks at line ends and their amount do not count'},
  },
  examples: ['text diff old.md new.md'],
  readsStdin: true,
  capabilities: ['read'],
  async run({flags, positionals, stdin, files, signal}) {
    const before = await readText({path: positionals.before, stdin, files});
    const after = await readText({path: positionals.after, stdin, files});
    const key = flags['ignore-blanks'] ? (line: string) => line.trimEnd().replace(/[ \t]+/g, ' ') : undefined;
    const changes = diffLines(before.text, after.text, {key, signal});
    const added = changes.reduce((sum, change) => sum + change.newLines.length, 0);
    const removed = changes.reduce((sum, change) => sum + change.oldLines.length, 0);
    return {
      exitCode: changes.length === 0 ? 0 : 1,
      stdout: unifiedDiff(changes, {
        oldName: positionals.before,
        newName: positionals.after,
        oldText: before.text,
        newText: after.text,
        context: flags.context,
      }),
      result: {equal: changes.length === 0, added, removed, changes: changes.length},
    };
  },
});
