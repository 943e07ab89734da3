/** Shell integration: which shell to start, how to make it say marks, how to hand it a command line exactly. */
export {CommandFile} from './command-file.ts';
export {
  askForLine,
  type Delivered,
  type Delivery,
  deliverCommand,
  leaveShell,
  restoreStashedLine,
  spareLine,
  typed,
} from './deliver-command.ts';
export {askingLine, END_OF_SCRIPT, nestedFamily, nestedScript} from './nested-shell.ts';
export {type PreparedShell, prepareShell, type ShellRequest} from './prepare-shell.ts';
export {familyOf, type ResolvedShell, resolveShell} from './resolve-shell.ts';
export {scriptFor} from './script-for.ts';
