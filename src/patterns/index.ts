/** Regular expressions of callers: linear in the text, bounded in size, searched in counted steps. */

/** A pattern, and a search for it that can be interrupted. */
export {compilePattern, type Pattern, type PatternSearch} from './compile-pattern.ts';
/** What a search may cost. */
export {StepBudget} from './step-budget.ts';
