/** So many, of perhaps one for every byte: a log must not fill the disk. */
const MOST_TOLD = 1000;
let told = 0;

/** Writes to stderr, which is the log of a process that outlives its starter, what nobody was there to catch. */
export function tellFailure(error: unknown): void {
  told++;
  if (told <= MOST_TOLD) console.error(new Date().toISOString(), error);
  if (told === MOST_TOLD) console.error('Further failures of this process are not told.');
}
