import {PseudoError} from '../../pseudo-error.ts';
import type {ArchiveEntry} from './entry.ts';
import {inflate} from './inflate.ts';
import {isTar, readTar} from './read-tar.ts';
import {readZip} from './read-zip.ts';

export interface OpenArchive {
  readonly format: 'zip' | 'tar' | 'tar.gz';
  readonly entries: readonly ArchiveEntry[];
}

/** By content, never by name. `maxBytes` bounds what a compressed tar may unpack to. */
export async function openArchive(bytes: Uint8Array, maxBytes: number): Promise<OpenArchive> {
  if (bytes[0] === 0x50 && bytes[1] === 0x4b) return {format: 'zip', entries: readZip(bytes)};
  if (bytes[0] === 0x1f && bytes[1] === 0x8b) {
    const unpacked = await inflate(bytes, 'gzip', maxBytes);
    if (isTar(unpacked)) return {format: 'tar.gz', entries: readTar(unpacked)};
    throw new PseudoError('NotSupported', 'This gzip file holds no tar archive.', {platform: 'any', format: 'gzip'});
  }
  if (isTar(bytes)) return {format: 'tar', entries: readTar(bytes)};
  throw new PseudoError('NotSupported', 'This is neither zip nor tar nor tar.gz.', {
    platform: 'any',
    format: 'unknown',
  });
}
