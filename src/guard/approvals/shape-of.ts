import type {Check} from '../policy/policy.ts';

/** An operand that names something below the folder where the shell stands, and nothing that is hidden there. */
const HARMLESS = /^(?!-)(?:[\w@+,%=-][\w.@+,%=-]*)(?:\/[\w@+,%=-][\w.@+,%=-]*)*$/;

/** What takes files alone, each like the other, and how many operands before them say what is done to them. */
const OF_FILES: ReadonlyMap<string, number> = new Map([
  ['rm', 0],
  ['rmdir', 0],
  ['unlink', 0],
  ['git rm', 0],
  ['chmod', 1],
  ['chown', 1],
  ['chgrp', 1],
]);

/** No word is equal to it. */
const ANY_FILE = ['file'] as const;

/**
 * What the line has in common with others that a person may approve along with it: the same words, but that what removes files, or changes
 * whose they are, may do so to other files of the same folder. Null where a word is not known, or where it does more than its programs: redirections,
 * variables, substitutions.
 */
export function shapeOf({commands, reasons}: Pick<Check, 'commands' | 'reasons'>): string | null {
  if (commands.length === 0 || reasons.some(({command, isFloor}) => command === null || isFloor)) return null;
  const shapes = commands.map(({argv}) => {
    const kept = OF_FILES.get(argv[0] === 'git' ? `git ${argv[1]}` : (argv[0] ?? ''));
    let operands = 0;
    return argv.map((word, at) => {
      if (word === null || kept === undefined || at === 0 || word.startsWith('-')) return word;
      operands++;
      return at > 1 && operands > kept && HARMLESS.test(word) ? ANY_FILE : word;
    });
  });
  return shapes.some(words => words.includes(null)) ? null : JSON.stringify(shapes);
}

/** The text of each command, exactly; null where a rule could not say it. */
export function exactCommands({
  commands,
  shape,
}: {
  readonly commands: readonly (readonly (string | null)[])[];
  readonly shape: string | null;
}): readonly string[] | null {
  // Rules see the words of a command with one blank between them: an empty word, or one with a blank, would be others too.
  if (shape === null || commands.flat().some(word => !/^\S+$/.test(word ?? ''))) return null;
  return commands.map(argv => argv.map(word => word ?? '').join(' '));
}
