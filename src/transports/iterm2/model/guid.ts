import {createHash} from 'node:crypto';

/** A UUID that is always the same for the same name, in capitals as iTerm2 writes them (RFC 9562, version 8). */
export function guidOf(name: string): string {
  const hex = createHash('sha256').update(`cotty iterm2 ${name}`).digest('hex').toUpperCase();
  const variant = '89AB'[Number.parseInt(hex[16] ?? '0', 16) % 4];
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `${variant}${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join('-');
}

/** A number for a tab, from 1 to 2^30, that is always the same for the same name. */
export function tabNumberOf(name: string): number {
  return (createHash('sha256').update(`cotty tab ${name}`).digest().readUInt32BE() & 0x3fff_ffff) + 1;
}
