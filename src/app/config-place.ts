import type {ConfigValue} from './config-schema.ts';

/** What a file says. */
export interface ConfigFile {
  /** Its path; with `text` empty where there is none. */
  readonly file: string;
  readonly text: string;
  /** By `section.key`. */
  readonly values: ReadonlyMap<string, ConfigValue>;
}

/**
 * `config.toml:12`: the line on which a key of a section is set, or the section begins; `nth` is that of an array of tables. The file
 * alone where the text is written in another of the ways that TOML has.
 */
export function placeIn(file: string, text: string, section: string, key?: string, nth?: number): string {
  const line = lineOf(text.split('\n'), section, key, nth);
  return line === null ? file : `${file}:${line}`;
}

function lineOf(lines: readonly string[], section: string, key: string | undefined, nth = 0): number | null {
  const header = lines.findIndex(line => headerOf(line) === section);
  if (key === undefined) return header < 0 ? null : header + 1;
  const tables = lines.flatMap((line, at) => (headerOf(line) === `${section}.${key}` ? [at + 1] : []));
  if (tables.length > 0) return tables[nth] ?? null;
  const rest = lines.slice(header + 1);
  const end = rest.findIndex(line => headerOf(line) !== null);
  const body = end < 0 ? rest : rest.slice(0, end);
  const found = header < 0 ? -1 : body.findIndex(line => keyOf(line) === key);
  return found < 0 ? null : header + 2 + found;
}

/** `[name]` and `[[name]]`. */
function headerOf(line: string): string | null {
  return /^\s*\[\[?\s*([\w.-]+)\s*\]/.exec(line)?.[1] ?? null;
}

function keyOf(line: string): string | null {
  return /^\s*["']?([\w-]+)["']?\s*=/.exec(line)?.[1] ?? null;
}
