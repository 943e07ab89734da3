/** Versions of Node.js beside the checkout’s own, which `script/setup --test` installs. */
import {existsSync} from 'node:fs';
import {resolve} from 'node:path';

export interface OtherNode {
  /** For a test's title: with the reason when it is missing. */
  readonly title: string;
  readonly program: string;
  readonly isMissing: boolean;
}

/** The oldest supported, the newest tested, and the programs that COTTY_TEST_NODES names with ":" in between. */
export const otherNodes: readonly OtherNode[] = [
  installed('the oldest Node.js', 'node-22'),
  installed('the newest Node.js', 'node-26'),
  ...(process.env['COTTY_TEST_NODES']?.split(':') ?? []).map(program => ({title: program, program, isMissing: false})),
];

function installed(title: string, folder: string): OtherNode {
  const program = resolve(import.meta.dirname, '..', folder, 'node_modules/.bin/node');
  const isMissing = !existsSync(program);
  return {title: isMissing ? `${title} (not installed: run script/setup --test)` : title, program, isMissing};
}
