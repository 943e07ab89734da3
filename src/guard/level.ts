/** How much a command line can do; ascending. */
export const levels = ['SAFE', 'CAUTION', 'DANGEROUS'] as const;

/**
 * `SAFE`: only reads, and runs nothing but known programs. `CAUTION`: an ordinary change that can be taken back, or something that is
 * not understood. `DANGEROUS`: destroys, needs privileges, runs code from elsewhere, reads credentials, changes what runs later, or
 * hides what it is.
 */
export type Level = (typeof levels)[number];

export function highest(...given: readonly Level[]): Level {
  return given.reduce((high, level) => (levels.indexOf(level) > levels.indexOf(high) ? level : high), 'SAFE');
}

export function isAtLeast(level: Level, least: Level): boolean {
  return levels.indexOf(level) >= levels.indexOf(least);
}
