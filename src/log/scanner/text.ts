/** Text inside control sequences. */
import {timingSafeEqual} from 'node:crypto';

/** Compares a secret with what the program sent, without telling by time how much of it was right. */
export function isSecret(secret: string | null, given: string): boolean {
  if (secret === null || secret === '') return false;
  const a = Buffer.from(secret, 'utf8');
  const b = Buffer.from(given, 'utf8');
  return a.length === b.length && timingSafeEqual(a, b);
}

/** Decodes `%XX` as UTF-8 bytes; a stray `%` stays as it is. */
export function percentDecode(text: string): string {
  if (!text.includes('%')) return text;
  const parts: Buffer[] = [];
  for (const part of text.split(/(%[0-9A-Fa-f]{2})/)) {
    const isCode = part.length === 3 && /^%[0-9A-Fa-f]{2}$/.test(part);
    parts.push(isCode ? Buffer.from([Number.parseInt(part.slice(1), 16)]) : Buffer.from(part, 'utf8'));
  }
  return Buffer.concat(parts).toString('utf8');
}

/** Removes C0 controls and DEL. */
export function printable(text: string): string {
  return text.replace(/[\u0000-\u001f\u007f]/g, '');
}
