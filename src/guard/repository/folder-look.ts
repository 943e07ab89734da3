/** What lies in folders at the moment of judging, as far as it decides what a program does that otherwise only reads. Looks, and never fails. */
export interface FolderLook {
  /** Settings of the repository that the folder belongs to, of that repository and those within it; empty where there is none, or nothing in it to read. The same array as long as they are the same. */
  settings(folder: string, known: KnownPaths): readonly GitSetting[];
  /** Whether something of that name lies there. */
  has(folder: string, name: string): boolean;
  /** Whether any of these does, by names or paths below it: one look, however many they are. */
  hasAny(folder: string, names: readonly string[]): boolean;
  /** Where a path leads behind all symbolic links on it, also when nothing is there yet; null when that cannot be told: links lead round, or it is longer than any that can be opened. */
  real(path: string, known: KnownPaths): string | null;
  /** Whether it is a file that cotty obeys or proves something by, and that lies outside of its folder. */
  isOwn(path: string, known: KnownPaths): boolean;
  /** Whether such a file lies in that folder, however deep. */
  holdsOwn(folder: string, known: KnownPaths): boolean;
}

/** Where the paths of one line lead, as far as it was looked at. */
export interface KnownPaths {
  /** Where paths lead, as `real` tells it. */
  readonly places: Map<string, string | null>;
  /** What links hold; null for what is there and no link, false for what is not there. */
  readonly targets: Map<string, string | null | false>;
  /** By folder how many names were looked for in it, and which it has, in lower case, where they were listed. */
  readonly listed: Map<string, {looks: number; names: ReadonlySet<string> | null}>;
  /** By folder the top of its working tree, and where its repository keeps its settings, of all its working trees and of this one; null where there is none. */
  readonly repositories: Map<string, {readonly root: string; readonly shared: string; readonly own: string} | null>;
  /** By repository what these are. */
  readonly settings: Map<string, readonly GitSetting[]>;
}

export function noPaths(): KnownPaths {
  return {places: new Map(), targets: new Map(), listed: new Map(), repositories: new Map(), settings: new Map()};
}

/** One setting of git. */
export interface GitSetting {
  /** Section and key in lower case, what stands between them as it was written: `diff.My Tool.command`. */
  readonly name: string;
  readonly value: string;
}
