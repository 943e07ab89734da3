import {RE2JS} from 're2js';
import {CottyError} from '../../core/index.ts';

/** A regular expression whose matching time is linear in the text, whatever the pattern. */
export interface LinearPattern {
  readonly source: string;
  test(text: string): boolean;
}

/**
 * Compiles RE2 syntax (no look-around, no back-references). `/…/i` style is not used: `(?i)` switches case folding on.
 * Throws `invalid_pattern` with the engine's own words; `name` says which pattern it was.
 */
export function compilePattern(source: string, name = 'pattern'): LinearPattern {
  const literal = literalOf(source);
  if (literal !== null) return {source, test: text => text.includes(literal)};
  try {
    const compiled = RE2JS.compile(source);
    return {source, test: text => compiled.matcher(text).find()};
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new CottyError(
      'invalid_pattern',
      `The ${name} ${JSON.stringify(source)} cannot be used: ${reason}.`,
      'Patterns use RE2 syntax: no look-around and no back-references; escape literal . ( ) [ ] { } + * ? ^ $ | with a backslash.',
      {cause},
    );
  }
}

/** Plain text needs no engine at all. */
function literalOf(source: string): string | null {
  return source.length > 0 && /^[^\\^$.|?*+()[\]{}]+$/.test(source) ? source : null;
}
