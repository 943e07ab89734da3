/** What a file is by another name that this line has given it. */
export interface Carried {
  /** Absolute. */
  readonly from: string;
  readonly isGlob: boolean;
  /** What is written by the new name is written there; else it is a copy, or was moved. */
  readonly isLink: boolean;
}
