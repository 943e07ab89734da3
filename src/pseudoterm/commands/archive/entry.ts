export interface ArchiveEntry {
  /** As the archive spells it; nobody has checked yet where it leads. */
  readonly path: string;
  readonly kind: 'file' | 'directory' | 'link' | 'other';
  readonly sizeBytes: number;
  /** Milliseconds since the epoch; 0 when the archive does not say. */
  readonly modifiedAt: number;
  /** The bytes; `LimitExceeded` once they are more than `maxBytes`. */
  content(maxBytes: number): Promise<Uint8Array>;
}

/** Most entries of one archive that are looked at. */
export const MOST_ENTRIES = 20_000;
