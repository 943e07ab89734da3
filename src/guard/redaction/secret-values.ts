/** Shorter values stand in ordinary text too. */
const SHORTEST = 8;
/** Each costs a pass over every text. */
const MOST = 100;

const TELLING = /key|token|secret|passw|passphrase|credential|(^|_)(pass|pat|auth|pwd|pw)(_|$)/i;
/** Folders, sockets and addresses that have such names. */
const HARMLESS = /^(OLD)?PWD$|AUTH_SOCK$|^XAUTHORITY$|_(FILE|PATH|DIR|URL|ID)$/;

/** What an environment holds under telling names, the longest first. Paths, single words and numbers are none: they stand everywhere. */
export function secretValues(environment: Readonly<Record<string, string | undefined>>): readonly string[] {
  const values = Object.entries(environment).flatMap(([name, value]) =>
    value !== undefined && TELLING.test(name) && !namesPlace(name) && isTelling(value) ? [value] : [],
  );
  return [...new Set(values)].toSorted((one, other) => other.length - one.length).slice(0, MOST);
}

/** What such a variable holds is a place, and no secret. */
export function namesPlace(name: string): boolean {
  return HARMLESS.test(name);
}

function isTelling(value: string): boolean {
  return value.length >= SHORTEST && !/^[~/.]/.test(value) && !/^(?:[A-Za-z]{1,19}|[\d.:]*)$/.test(value);
}
