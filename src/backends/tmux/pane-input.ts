import {closeSync, constants, mkdtempSync, openSync, rmSync, symlinkSync, writeSync} from 'node:fs';
import {join} from 'node:path';
import {CottyError, uniqueId} from '../../core/index.ts';
import {InputPieces} from '../application/input-pieces.ts';
import {InputQueue} from '../system/input-queue.ts';
import {readUnreadInput} from '../system/libc.ts';
import {commandLine, typingCommand} from './command-line.ts';
import type {TmuxServer} from './tmux-server.ts';
import {isBefore32} from './tmux-version.ts';

export interface InputPane {
  readonly server: TmuxServer;
  readonly pane: string;
  readonly tty: string;
  /** A folder of ours that nobody else reads. */
  readonly folder: string;
}

/**
 * What goes into a pane, in order and byte for byte. tmux takes all it is given and would keep it in its memory, from where nothing can be
 * taken back: so it is given no more than the tty has room for, and the rest waits here.
 */
export class PaneInput {
  readonly queue: InputQueue;
  readonly #pane: InputPane;
  readonly #pieces: InputPieces;

  constructor(pane: InputPane) {
    this.#pane = pane;
    this.queue = new InputQueue(bytes => this.#take(bytes));
    this.#pieces = new InputPieces(this.queue);
  }

  /** Bytes that the tty holds and no program has taken. */
  get unreadBytes(): number {
    return readUnreadInput(this.#pane.tty) ?? 0;
  }

  /** Resolves when tmux has given all of `bytes` to the tty. Errors: those of the queue; `denied` where the pane takes no input. */
  write(bytes: Uint8Array, signal?: AbortSignal): Promise<void> {
    return this.#pieces.write(bytes, signal);
  }

  /** The same for what must not stand in a command: tmux shows its last ones to every client (`show-messages`). */
  async writeSecret(bytes: Uint8Array, signal?: AbortSignal): Promise<void> {
    await this.queue.drained(signal);
    await this.#pieces.newest;
    const {server, pane, folder} = this.#pane;
    requireMoving(this.#pane, (await server.runAt(pane, lookAt(pane)))[0] ?? '');
    const place = mkdtempSync(join(folder, 'input-'));
    const path = join(place, 'bytes');
    const descriptor = openSync(path, constants.O_RDWR | constants.O_CREAT | constants.O_EXCL, 0o600);
    const buffer = `cotty-${uniqueId(8)}`;
    try {
      writeSync(descriptor, bytes);
      // On Linux the bytes are in no folder while tmux reads them: the name leads to the descriptor alone.
      if (process.platform === 'linux') {
        rmSync(path);
        symlinkSync(`/proc/${process.pid}/fd/${descriptor}`, path);
      }
      await pasted(server, pane, {buffer, load: commandLine('load-buffer', '-b', buffer, path)});
    } finally {
      // The name goes first: a tmux that comes to it later, when the descriptor's number is another file's, finds nothing.
      rmSync(place, {recursive: true, force: true});
      closeSync(descriptor);
    }
  }

  #take(bytes: Uint8Array): number | undefined {
    const room = TTY_BYTES - this.unreadBytes - this.#pieces.underWayBytes;
    if (room <= 0) return undefined;
    const taken = bytes.slice(0, Math.min(room, COMMAND_BYTES));
    this.#pieces.add(taken.length, () => this.#give(taken));
    return taken.length;
  }

  /**
   * A pane that shows its past (copy mode), or one of several that get the same keys (`synchronize-panes`), would make something else of
   * keys: bytes pass by that as a paste does, and leave the person where they are. tmux looks at the moment it types.
   */
  async #give(bytes: Uint8Array): Promise<void> {
    const {server, pane} = this.#pane;
    const keys = typingCommand(pane, bytes);
    const look = lookAt(pane);
    const choose = `if-shell -F -t ${pane} "${TAKES_NO_KEYS}"`;
    const [standing = ''] = await server.runAt(
      pane,
      // What it chooses is no answer to this client yet (tmux cmd-if-shell.c): the same look is asked for behind it.
      isBefore32(server.version) ? `${choose} {} { ${keys} } ; ${look}` : `${choose} { ${look} } { ${keys} }`,
      2,
    );
    if (standing === INPUT_OFF) throw inputIsOff(pane);
    requireMoving(this.#pane, standing);
    if (standing !== '') await this.#paste(bytes);
  }

  async #paste(bytes: Uint8Array): Promise<void> {
    const {server, pane} = this.#pane;
    // No text of tmux's holds a NUL.
    if (bytes.includes(0)) throw inCopyMode(pane);
    const buffer = `cotty-${uniqueId(8)}`;
    await pasted(server, pane, {buffer, load: commandLine('set-buffer', '-b', buffer, '--', bytes)});
  }
}

/** Half of what a tty keeps for a program that does not read (Linux N_TTY_BUF_SIZE). */
const TTY_BYTES = 2048;
/** tmux before 3.2 drops what comes in lines of more than 16 KiB; a byte takes three characters. */
const COMMAND_BYTES = 1024;
const TAKES_NO_KEYS = '#{||:#{pane_in_mode},#{||:#{pane_synchronized},#{pane_input_off}}}';
const INPUT_OFF = 'off';
/** Empty where it takes keys, else the mode that it is in, if any. */
const STANDING = `#{?${TAKES_NO_KEYS},#{?pane_input_off,${INPUT_OFF},#{?pane_in_mode,#{pane_mode},synchronized}},}`;

/** Asks how the pane stands, as {@link STANDING} says it. */
function lookAt(pane: string): string {
  return `display-message -p -t ${pane} "${STANDING}"`;
}

/**
 * While somebody reads back in a pane of tmux 3.0 or 3.1, tmux neither reads what its program prints nor gives it what is typed
 * (tmux window-copy.c, `window_copy_init`). Error: `input_held`.
 */
function requireMoving({server, pane}: InputPane, standing: string): void {
  if (!isBefore32(server.version) || standing !== 'copy-mode') return;
  throw new CottyError(
    'input_held',
    `Somebody reads back in the tmux pane ${pane} (copy mode): tmux ${server.version} holds its program up for that time.`,
    'Try again when they have left it.',
  );
}

/**
 * Fills a buffer, types what it holds, and drops it: also where the pane does not take it, by a command that tmux is given together with
 * these. tmux 3.7 and newer would type `^C` as two characters for a control character, unless `-S` says that it must not; older ones do
 * not know that (tmux cmd-paste-buffer.c). Errors: those of `runAt`.
 */
async function pasted(server: TmuxServer, pane: string, {buffer, load}: {buffer: string; load: string}): Promise<void> {
  // tmux 3.0 can not be asked for one command alone.
  const [usage = ''] = await server.run('list-commands', '-F', '#{command_list_usage}', 'paste-buffer').catch(() => []);
  const unchanged = /^\[-\w*S/.test(usage) ? ['-S'] : [];
  const paste = commandLine('paste-buffer', '-d', '-r', ...unchanged, '-b', buffer, '-t', pane);
  const typing = server.runAt(pane, `${load} ; ${paste}`, 2);
  // It is gone already where all went well.
  await Promise.allSettled([typing, server.runAt(pane, commandLine('delete-buffer', '-b', buffer))]);
  await typing;
}

function inputIsOff(pane: string): CottyError {
  return new CottyError(
    'denied',
    `The tmux pane ${pane} takes no input: somebody has switched it off (select-pane -d).`,
    'Ask the person to switch it on again: tmux select-pane -e.',
  );
}

function inCopyMode(pane: string): CottyError {
  return new CottyError(
    'input_held',
    `Somebody reads back in the tmux pane ${pane} (copy mode), where a NUL byte cannot be typed.`,
    'Try again when they have left it.',
  );
}
