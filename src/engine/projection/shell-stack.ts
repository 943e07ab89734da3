import type {EventOf} from '../../core/index.ts';
import {type CommandRecord, isStopStatus} from './command-record.ts';
import {TrackedShell} from './tracked-shell.ts';

/** A nested shell that was given marks, and what runs it. */
export interface Announced {
  readonly inner: TrackedShell;
  /** The shell that had the terminal when it was announced. */
  readonly outer: TrackedShell;
  /** The command of the outer shell that carries it (`ssh`, `bash`); null when the outer one has no marks to say so. */
  carrier: CommandRecord | null;
}

/**
 * The session's own shell and, above it, the nested ones that say marks: the topmost has the terminal. Each mark names its shell, and
 * so tells which one that is now: a shell below speaks again only when all above it were left.
 */
export class ShellStack {
  readonly #shells: [TrackedShell, ...TrackedShell[]];
  readonly #announced: Map<number, Announced>;

  constructor(
    own: TrackedShell,
    above: readonly TrackedShell[] = [],
    announced: ReadonlyMap<number, Announced> = new Map(),
  ) {
    this.#shells = [own, ...above];
    this.#announced = new Map(announced);
  }

  /** The session's own shell first, the one that has the terminal last. */
  get all(): readonly TrackedShell[] {
    return this.#shells;
  }

  /** By the shell's number. */
  get announced(): ReadonlyMap<number, Announced> {
    return this.#announced;
  }

  get top(): TrackedShell {
    return this.#shells.at(-1) ?? this.#shells[0];
  }

  get own(): TrackedShell {
    return this.#shells[0];
  }

  /** Runs a shell that has the terminal now, in some depth: it is not over, and does not read. */
  carries(record: CommandRecord): boolean {
    return this.#shells.slice(0, -1).some(shell => shell.current === record);
  }

  announce({shell, family, takesKey, pid}: EventOf<'nestedShell'>): void {
    const outer = this.top;
    const integration = family === 'posix' ? 'graded' : 'full';
    const inner = new TrackedShell({shell, family, takesKey, pid}, {integration, shellFamily: family, cwd: outer.cwd});
    this.#announced.set(shell, {inner, outer, carrier: outer.current});
  }

  /** The shell of this number has lost its hooks: what it says is no mark. */
  isUnhooked(shell: number): boolean {
    const known = this.#shells.find(({nested}) => (nested?.shell ?? 0) === shell) ?? this.#announced.get(shell)?.inner;
    return known?.isUnhooked ?? false;
  }

  /** Goes to the shell that said a mark; undefined when it is none that can have the terminal. Tells which were left. */
  goTo(shell: number): readonly TrackedShell[] | undefined {
    const at = this.#shells.findIndex(({nested}) => (nested?.shell ?? 0) === shell);
    if (at >= 0) return this.#leaveAbove(at);
    const announced = this.#announced.get(shell);
    const outer = announced ? this.#shells.indexOf(announced.outer) : -1;
    if (!announced || outer < 0 || !isCarried(announced)) return undefined;
    const left = this.#leaveAbove(outer);
    announced.carrier = announced.outer.current;
    this.#shells.push(announced.inner);
    return left;
  }

  /** A command is over: what it carried is too. Tells which were left. */
  leaveCarried(record: CommandRecord): readonly TrackedShell[] {
    const at = this.#shells.findIndex(shell => shell.current === record);
    return at < 0 ? [] : this.#leaveAbove(at);
  }

  #leaveAbove(at: number): readonly TrackedShell[] {
    return this.#shells.splice(at + 1);
  }
}

/** Still run by what ran it when it got its marks, or on again after ^Z. */
function isCarried({outer, carrier}: Announced): boolean {
  if (outer.current === carrier) return true;
  return carrier !== null && isStopStatus(carrier.exitStatus) && outer.current?.phase === 'running';
}
