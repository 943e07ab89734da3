import {type Argument, textOf} from '../../shell/argument.ts';

/** Options that may stand before the folders; find of BSD has more of them than that of GNU. */
const LEADING = /^-(?:[HLPEXdsx]+|O\d)$/;

/** Where among the words of `find` the folders begin. */
export function rootsFrom(args: readonly Argument[]): number {
  const first = args.findIndex(word => !LEADING.test(textOf(word) ?? ''));
  return first < 0 ? args.length : first;
}
