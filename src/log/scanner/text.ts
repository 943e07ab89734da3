/** Text inside control sequences. */
import {timingSafeEqual} from 'node:crypto';

/** Compares a secret with what the program sent, without telling by time how much of it was right. */
export function isSecret(secret: string | null, given: string): boolean {
  if (secret === null || secret === '' || Buffer.byteLength(secret) !== Buffer.byteLength(given)) return false;
  return timingSafeEqual(Buffer.from(secret, 'utf8'), Buffer.from(given, 'utf8'));
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

/** At most `most` UTF-16 units of it, and no half of a character at the end. */
export function cut(text: string, most: number): string {
  return text.length <= most ? text : text.slice(0, most).replace(/[\ud800-\udbff]$/, '');
}
