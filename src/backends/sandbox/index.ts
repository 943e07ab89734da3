/** Sandboxes around the programs of terminals that cotty itself owns. */

export {lookAtSandbox} from './look-at-sandbox.ts';
export {removeForgottenPlaceholders} from './protected-places.ts';
export {type ConfinedProgram, confinedProgram} from './sandbox-program.ts';
export {shellInSandbox} from './shell-in-sandbox.ts';
