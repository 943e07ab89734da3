import {RE2JS} from 're2js';
import {PseudoError} from '../pseudo-error.ts';

export interface LinePattern {
  test(line: string): boolean;
}

/** RE2 syntax; the time to match is linear in the line, whatever the pattern. Throws `InvalidArguments`. */
export function compileLinePattern(source: string): LinePattern {
  if (/^[^\\^$.|?*+()[\]{}]+$/.test(source)) return {test: line => line.includes(source)};
  try {
    const compiled = RE2JS.compile(source);
    return {test: line => compiled.matcher(line).find()};
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    const hint = 'Patterns have RE2 syntax: no look-around and no back-references.';
    throw new PseudoError('InvalidArguments', `The pattern cannot be used: ${reason}. ${hint}`, null, {cause});
  }
}
