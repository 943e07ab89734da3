import type {FileAccess} from '../command.ts';
import {type Change, type Question, questionAbout} from '../files/confirmation.ts';
import {PseudoError} from '../pseudo-error.ts';
import {createConfinedFiles} from './confined-files.ts';
import {Confinement, type ConfinementOptions} from './confinement.ts';
import {notAFile} from './file-errors.ts';

export interface HeldFiles {
  /** Reads the real ones, and what this run has written. Nothing is written yet. */
  readonly files: FileAccess;
  /**
   * Writes everything, in order, unless something of it needs the caller's word and `answered` is not that: then nothing is
   * written, and `NeedsConfirmation` thrown.
   */
  settle(): Promise<void>;
}

export interface HeldFilesOptions {
  /** The question that the caller has said yes to. */
  readonly answered: string | null;
  /** Asks, and writes nothing even so. */
  readonly isDry: boolean;
}

interface HeldWrite extends Change {
  /** How the file access wants it spelled. */
  readonly name: string;
  readonly overwrite: boolean;
}

/** The files of a run that may have to ask: what it writes is held back until the whole of it is known. */
export function heldFiles(options: ConfinementOptions, {answered, isDry}: HeldFilesOptions): HeldFiles {
  const real = createConfinedFiles(options);
  const confinement = new Confinement(options);
  /** By real path, in order. */
  const held = new Map<string, HeldWrite>();
  const files: FileAccess = {
    ...real,
    async read(path, limits) {
      const own = held.get((await confinement.resolve(path, 'read')).real)?.content;
      return own ?? (await real.read(path, limits));
    },
    async stat(path) {
      const own = held.get((await confinement.resolve(path, 'read')).real);
      return own ? factsOf(own) : await real.stat(path);
    },
    async write(path, content, {overwrite = false} = {}) {
      const {real: place, exists} = await confinement.resolve(path, 'write');
      if ((exists || held.get(place)) && !overwrite)
        throw new PseudoError('CommandFailed', `${path} exists; --overwrite replaces it.`);
      const before = exists ? await real.stat(path) : null;
      if (before && before.kind !== 'file') throw notAFile(path, before.kind === 'directory');
      const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content;
      const write = {path, name: confinement.nameOf(place), content: bytes, overwrite};
      held.set(place, write);
      return factsOf(write);
    },
    async makeDirectory(path) {
      const {real: place, exists} = await confinement.resolve(path, 'write');
      if (!exists) held.set(place, {path, name: confinement.nameOf(place), content: null, overwrite: false});
      else await real.makeDirectory(path);
    },
  };
  return {
    files,
    async settle() {
      const writes = [...held.values()];
      const question = await questionAbout(writes, real);
      if (question && question.id !== answered) throw needsWord(question);
      if (isDry) return;
      for (const {path, content, overwrite} of writes)
        if (content === null) await real.makeDirectory(path);
        else await real.write(path, content, {overwrite});
    },
  };
}

function factsOf({name, content}: HeldWrite) {
  return {
    path: name,
    kind: content === null ? ('directory' as const) : ('file' as const),
    sizeBytes: content?.length ?? 0,
    modifiedAt: 0,
  };
}

function needsWord({about, id}: Question): PseudoError {
  const more = about.length > MOST_TOLD ? `, and ${about.length - MOST_TOLD} more` : '';
  return new PseudoError(
    'NeedsConfirmation',
    `This ${about.slice(0, MOST_TOLD).join(', ')}${more}. Nothing was changed; the same call with confirm=true does it.`,
    {changes: about.slice(0, MOST_TOLD), question: id},
  );
}

const MOST_TOLD = 20;
