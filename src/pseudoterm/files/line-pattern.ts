import {asCottyError} from '../../core/index.ts';
import {compilePattern, StepBudget} from '../../patterns/index.ts';
import {PseudoError} from '../pseudo-error.ts';

export interface LinePattern {
  /** Throws `LimitExceeded` when the pattern has cost too much, over all lines together. */
  test(line: string): boolean;
}

/** RE2 syntax; the time to match is linear in the line, whatever the pattern. Throws `InvalidArguments`. */
export function compileLinePattern(source: string): LinePattern {
  const pattern = compiled(source);
  const budget = new StepBudget();
  return {
    test: line => {
      budget.earn(line.length);
      const {found, steps} = pattern.search(line).go(budget.left);
      budget.spend(steps);
      if (found === null) throw tooCostly();
      return found;
    },
  };
}

function compiled(source: string): ReturnType<typeof compilePattern> {
  try {
    return compilePattern(source);
  } catch (cause) {
    const {message, hint} = asCottyError(cause);
    throw new PseudoError('InvalidArguments', `${message} ${hint}`, null, {cause});
  }
}

function tooCostly(): PseudoError {
  return new PseudoError(
    'LimitExceeded',
    'The pattern needs too many steps, so it is not known which lines match. Search fewer files, or use a simpler pattern: lower counts in {…}, fewer alternatives that begin alike.',
  );
}
