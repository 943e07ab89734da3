/** For verbs that keep a door of the server open until they end, through its replacements. */
import {statSync} from 'node:fs';
import type {Home} from '../app/index.ts';
import {CottyError, isCottyError} from '../core/index.ts';

/** The server ends as soon as its socket is gone; the rest of its home may take a moment longer. */
const DELETION_MS = 250;

/** A home that somebody deletes is not made anew: nobody knows the secrets it would have. */
export class ServedHome {
  readonly #home: Home;
  readonly #verb: string;
  #folder: string | undefined;

  /** `verb` is what the person may start again. */
  constructor(home: Home, verb: string) {
    this.#home = home;
    this.#verb = verb;
  }

  /** Throws `home_unwritable` when it is another one than at first. Called once a server has answered. */
  requireSame(): void {
    this.#folder ??= folderOf(this.#home);
    // A deletion that took its time: what stands there now was made for this connection, and is not what was served.
    if (folderOf(this.#home) !== this.#folder) throw this.#deleted();
  }

  /** The same once a deletion that is under way has had its time. */
  async requireKept(): Promise<void> {
    await new Promise(resolve => setTimeout(resolve, DELETION_MS));
    if (folderOf(this.#home) !== this.#folder) throw this.#deleted();
  }

  #deleted(): CottyError {
    return new CottyError(
      'home_unwritable',
      `${this.#home.path} was deleted, and its sessions and token with it.`,
      `Start \`cotty ${this.#verb}\` again to begin with a new one.`,
    );
  }
}

/** The server was replaced: listen again on the next one. */
export function passOverLostServer(error: unknown): void {
  if (!isCottyError(error, 'server_unavailable') && !isCottyError(error, 'cancelled')) throw error;
}

/** Tells a home from another at the same path; undefined when there is none. */
function folderOf(home: Home): string | undefined {
  const found = statSync(home.run, {throwIfNoEntry: false});
  return found && `${found.ino} ${found.birthtimeMs}`;
}
