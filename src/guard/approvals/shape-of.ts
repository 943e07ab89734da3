import type {Check} from '../policy/policy.ts';

/** An operand that names something below the folder where the shell stands, and nothing that is hidden there. */
const HARMLESS = /^(?!-)(?:[\w@+,%=-][\w.@+,%=-]*)(?:\/[\w@+,%=-][\w.@+,%=-]*)*$/;

/** No word is equal to it. */
const ANY_FILE = ['file'] as const;

/**
 * What the line has in common with others that a person may approve along with it: the same programs with the same options and first
 * words, on other files of the same folder. Null where a word is not known, or where it does more than its programs: redirections,
 * variables, substitutions.
 */
export function shapeOf({commands, reasons}: Pick<Check, 'commands' | 'reasons'>): string | null {
  if (commands.length === 0 || reasons.some(({command, isFloor}) => command === null || isFloor)) return null;
  const shapes = commands.map(({argv}) =>
    argv.map((word, at) => {
      if (word === null) return null;
      return at > 1 && HARMLESS.test(word) ? ANY_FILE : word;
    }),
  );
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
  if (shape === null) return null;
  return commands.map(argv => argv.map(word => word ?? '').join(' '));
}
