/** Of a variable that cannot be set any more, or is not what is written behind its `=`. */
export const FIXED: unique symbol = Symbol('fixed');

/** As it was written; null where that is not known. */
export type SetValue = string | null | typeof FIXED;
