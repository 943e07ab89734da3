/**
 * What a backend brings so that the conformance cases can run on it. The cases speak to a terminal as agents do, through
 * the tools; for everything else they have to know or to do — who carries the terminals, what a program has not taken
 * yet, what is left behind — they ask their driver, because it differs from backend to backend.
 */
import type {Backend, BackendKind, Clock} from '../../../src/core/index.ts';
import type {Session} from '../../../src/engine/index.ts';

/** Backends that the conformance suite runs on. */
export type BackendName = BackendKind;

export interface BackendOptions {
  /** COTTY_HOME. */
  readonly cottyHome: string;
  /** Where the environment of the shells starts from. */
  readonly env: NodeJS.ProcessEnv;
  /** Terminals live in a process of their own, and outlive the engine. */
  readonly outlivesEngine?: boolean | undefined;
  readonly clock?: Clock | undefined;
  /** Size of a session's log at which its oldest part is dropped. */
  readonly maxLogBytes?: number | undefined;
}

/** A process as a case may look at it and end it, which it does only to what it had started. */
export interface ObservedProcess {
  readonly pid: number;
  readonly isAlive: boolean;
  signal(signal: NodeJS.Signals): void;
  /** Resolves when it is dead. */
  ended(): Promise<void>;
}

export interface BackendDriver {
  readonly backend: BackendName;
  connect(options: BackendOptions): Promise<Backend>;
  /** The process that carries the terminals of this COTTY_HOME when they outlive the engine: with it they all end. */
  carrier(cottyHome: string): ObservedProcess;
  /** The shell of a session. */
  shellOf(session: Session): ObservedProcess;
  /** A process that a program in a terminal has named by its id. Throws when there is none. */
  processOf(pid: unknown): ObservedProcess;
  /** How many bytes of input the terminal holds that its program has not taken. */
  pendingInput(session: Session): Promise<number>;
  /** Names of the programs in the terminal's foreground, as somebody else than the engine sees them; null where nobody can. */
  foreground(session: Session): Promise<readonly string[] | null>;
  /** Memory of the process that carries the terminals; null where nothing tells. */
  carrierMemoryBytes(cottyHome: string): number | null;
  /** What a session's log takes at rest. */
  logBytes(cottyHome: string, sessionId: string): number;
  /** Arguments and environment of a process, as every other program of the same user can read them; null where none can. */
  argumentsAndEnvironment(pid: number): string | null;
  /**
   * What this process and its backend hold open for the terminals, to be compared with the same of another moment; null
   * where nothing tells.
   */
  heldOpen(): Readonly<Record<string, number>> | null;
  /** After a case, whose sessions were closed: nothing of it goes on. */
  tidyUp(cottyHome: string): void;
  /** Every byte at rest under COTTY_HOME, logs included. */
  everythingWritten(cottyHome: string): string;
}
