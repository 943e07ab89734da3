import type {
  Backend,
  BackendKind,
  BackendSource,
  Clock,
  CottyError,
  SessionId,
  SharedSizePolicy,
} from '../core/index.ts';
import type {SecretMask} from '../guard/index.ts';
import type {PseudoTerminalHost} from '../pseudoterm/index.ts';
import type {ScreenPool, ScreenPoolOptions} from '../screen/index.ts';
import type {GuardOptions} from './guard/guard.ts';
import type {BrowserPictures} from './screen/browser-pictures.ts';
import type {AbandonmentOptions} from './sessions/abandonment.ts';
import type {SessionEnvironment} from './sessions/session-environment.ts';
import type {SandboxSettings} from './sessions/session-sandbox.ts';
import type {WriteJudge} from './write/judge-write.ts';

export interface EngineOptions {
  /** In order of preference for new sessions. One that cannot be started leaves the others as they are. */
  readonly backends: readonly (Backend | BackendSource)[];
  /** Backends that sessions are opened on only where they are asked for by name. */
  readonly backendsAskedFor?: readonly BackendKind[] | undefined;
  readonly clock?: Clock | undefined;
  /** Told to programs that ask what terminal they run in. */
  readonly version?: string | undefined;
  readonly defaults?: EngineDefaults | undefined;
  /** How screens are drawn; or what draws them for others too, and is not ended with the engine. */
  readonly screens?: ScreenPoolOptions | ScreenPool | undefined;
  /** A session that is alive could not be taken over; told once of each session and reason. */
  readonly onUnadopted?: ((id: SessionId, error: CottyError) => void) | undefined;
  /** A backend could not be started; told once of each reason. It is tried again when somebody needs it. */
  readonly onBackendFailed?: ((kind: BackendKind, error: CottyError) => void) | undefined;
  /** Says which lines may be submitted to a terminal, and whose are judged; default: all lines pass. */
  readonly judge?: WriteJudge | undefined;
  /** What the policy is, for whoever asks what it makes of a line; default: that of nobody who configures anything. */
  readonly guard?: GuardOptions | undefined;
  /** Masks what is secret in all that tools tell; default: nothing. */
  readonly secrets?: SecretMask | undefined;
  /** Takes pictures as a browser shows them; ended with the engine. */
  readonly browser?: BrowserPictures | undefined;
  /** Which sessions end by themselves; default: none. */
  readonly abandonment?: AbandonmentOptions | undefined;
  /** Writes a file for a caller to find, and gives its path. */
  readonly keepFile?: ((name: string, bytes: Uint8Array) => string) | undefined;
  /** Opens the pseudo-terminal when the first tool asks for it. */
  readonly pseudoTerminal?: (() => Promise<PseudoTerminalHost>) | undefined;
}

export interface EngineDefaults {
  readonly timeoutMs?: number | undefined;
  readonly readLines?: number | undefined;
  readonly shell?: string | undefined;
  readonly maxSessions?: number | undefined;
  readonly environment?: SessionEnvironment | undefined;
  /** Default: the smallest. */
  readonly sharedSize?: SharedSizePolicy | undefined;
  /** Which sessions are confined, and how; default: those that ask for it, to their project alone. */
  readonly sandbox?: SandboxSettings | undefined;
}
