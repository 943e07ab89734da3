import type {AnyBuiltin} from '../command.ts';
import {archiveExtract} from './archive/extract.ts';
import {archiveList} from './archive/list.ts';
import {hash} from './hash.ts';
import {hello} from './hello.ts';
import {help} from './help.ts';
import {jsonFormat} from './json/format.ts';
import {jsonQuery} from './json/query.ts';
import {jsonValidate} from './json/validate.ts';
import {textDiff} from './text/diff.ts';
import {textNormalize} from './text/normalize.ts';
import {textStats} from './text/stats.ts';

/** What every pseudo-terminal has. They need nothing but what browsers have too. */
export const coreCommands: readonly AnyBuiltin[] = [
  hello,
  help,
  textNormalize,
  textDiff,
  textStats,
  jsonQuery,
  jsonFormat,
  jsonValidate,
  archiveList,
  archiveExtract,
  hash,
];
