/** Names of segment files: the segment's number in twelve digits, so that names sort in log order. */
import {readdirSync} from 'node:fs';
import {join} from 'node:path';

const SEGMENT_NAME = /^(\d{12})\.segment$/;

export function segmentPath(directory: string, number: number): string {
  return join(directory, `${String(number).padStart(12, '0')}.segment`);
}

/** Numbers of the segments present, ascending; other files are ignored, a missing directory is an empty log. */
export function listSegments(directory: string): number[] {
  let names: string[];
  try {
    names = readdirSync(directory);
  } catch {
    return [];
  }
  const numbers: number[] = [];
  for (const name of names) {
    const match = SEGMENT_NAME.exec(name);
    if (match?.[1] !== undefined) numbers.push(Number(match[1]));
  }
  return numbers.sort((a, b) => a - b);
}
