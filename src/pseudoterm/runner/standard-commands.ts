import type {AnyBuiltin} from '../command.ts';

/** What the pseudo-terminal that ships with cotty has beside the core commands. */
export const standardCommands: readonly AnyBuiltin[] = [];
