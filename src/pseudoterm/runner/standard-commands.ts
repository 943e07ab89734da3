import type {AnyBuiltin} from '../command.ts';
import {tableCommands} from '../commands/table-commands.ts';
import {documentCommands} from '../documents/index.ts';

/** What the pseudo-terminal that ships with cotty has beside the core commands. */
export const standardCommands: readonly AnyBuiltin[] = [...documentCommands, ...tableCommands];
