import type {FileAccess} from '../command.ts';
import {PseudoError} from '../pseudo-error.ts';
import {createConfinedFiles} from './confined-files.ts';
import {Confinement, type ConfinementOptions} from './confinement.ts';

/** Reads like the real files and writes nothing; answers are those of a write that succeeded. */
export function dryFiles(options: ConfinementOptions, isChecked: boolean): FileAccess {
  const files = createConfinedFiles(options);
  const confinement = new Confinement(options);
  return {
    ...files,
    async write(path, content, {overwrite = false} = {}) {
      const {real, exists} = await confinement.resolve(path, 'write');
      if (isChecked && exists && !overwrite)
        throw new PseudoError('CommandFailed', `${path} exists; --overwrite replaces it.`);
      const sizeBytes = typeof content === 'string' ? new TextEncoder().encode(content).length : content.length;
      return {path: confinement.nameOf(real), kind: 'file', sizeBytes, modifiedAt: 0};
    },
    async makeDirectory(path) {
      await confinement.resolve(path, 'write');
    },
  };
}
