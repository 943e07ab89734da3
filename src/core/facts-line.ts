import {showControls} from './show-controls.ts';

/**
 * A line of `key=value`. A value with blanks, quotes, `=` or control characters stands as JSON: a folder may be called so that it would
 * end the line, or say another fact. Undefined values are left out, null is a dash.
 */
export function factsLine(facts: Readonly<Record<string, string | number | boolean | null | undefined>>): string {
  return Object.entries(facts)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => `${key}=${factValue(value)}`)
    .join(' ');
}

function factValue(value: string | number | boolean | null | undefined): string {
  if (value === null || value === undefined) return '-';
  const text = String(value);
  return /^[^\s"=\\\p{Cc}]+$/u.test(text) ? text : showControls(JSON.stringify(text));
}
