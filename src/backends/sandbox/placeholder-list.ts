/** Which placeholders lie in projects, kept on the disk: a host that was killed leaves them behind, and the next one removes them. */
import {mkdirSync} from 'node:fs';
import {join} from 'node:path';
import {readPrivateFile, writePrivateFile} from '../../private/index.ts';

/** With what is in it; null for a folder. */
export type Placeholder = readonly [path: string, text: string | null];

/** Empty where none were noted, or what was noted cannot be read. */
export function notedPlaceholders(cottyHome: string): readonly Placeholder[] {
  try {
    const noted: unknown = JSON.parse(readPrivateFile(fileIn(cottyHome)));
    return Array.isArray(noted) ? noted.filter(isPlaceholder) : [];
  } catch {
    return [];
  }
}

/** Throws where the home cannot be written. */
export function notePlaceholders(cottyHome: string, placeholders: readonly Placeholder[]): void {
  mkdirSync(join(cottyHome, 'run'), {recursive: true, mode: 0o700});
  writePrivateFile(fileIn(cottyHome), `${JSON.stringify(placeholders)}\n`);
}

function fileIn(cottyHome: string): string {
  return join(cottyHome, 'run', 'placeholders.json');
}

function isPlaceholder(value: unknown): value is Placeholder {
  if (!Array.isArray(value) || value.length !== 2) return false;
  const [path, text]: readonly unknown[] = value;
  return typeof path === 'string' && path.startsWith('/') && (text === null || typeof text === 'string');
}
