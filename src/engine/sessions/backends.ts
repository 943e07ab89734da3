/** The sources of terminals: those that work, and those that could not be started, which are tried again when somebody needs them. */
import {
  asCottyError,
  type Backend,
  type BackendKind,
  type BackendSource,
  type Clock,
  CottyError,
  type OpenOptions,
  type SessionId,
} from '../../core/index.ts';

/** Callers who come together hear of one failure: nobody starts anything anew so soon. */
const RETRY_MS = 1000;
/** One that takes longer is not waited for, below the time in which a server has to be ready. */
const START_MS = 12_000;

export interface BackendsOptions {
  /** In order of preference for new sessions. */
  readonly sources: readonly (Backend | BackendSource)[];
  /** Those of them that nothing is opened on unless it is asked for. */
  readonly askedFor?: readonly BackendKind[] | undefined;
  readonly clock: Clock;
  /** A backend is there: what lives on it is to be taken over. One that throws here does not work yet. */
  readonly onStarted: (backend: Backend) => Promise<void>;
  /** Told once of each reason. */
  readonly onFailed?: ((kind: BackendKind, error: CottyError) => void) | undefined;
}

export interface BackendStanding {
  readonly kind: BackendKind;
  /** Why nothing can be opened on it; null when it works. */
  readonly failure: CottyError | null;
}

/** What its sessions' ids begin with. */
const ID_PREFIX: Readonly<Record<BackendKind, string>> = {pty: 'pty:', tmux: 'tmux:', iterm2: 'iterm:'};

interface Place {
  readonly kind: BackendKind;
  /** New terminals are opened on it only where it is asked for. */
  readonly isAskedFor: boolean;
  readonly source: BackendSource;
  /** Once started, also when it could not say yet what lives on it. */
  made: Backend | null;
  /** It works. */
  backend: Backend | null;
  failure: CottyError | null;
  failedAtMs: number;
  starting: Promise<void> | null;
}

export class Backends implements AsyncDisposable {
  readonly #places: readonly Place[];
  readonly #options: BackendsOptions;

  constructor(options: BackendsOptions) {
    this.#options = options;
    this.#places = options.sources.map(source => ({
      kind: source.kind,
      isAskedFor: options.askedFor?.includes(source.kind) ?? false,
      source: 'start' in source ? source : {kind: source.kind, start: async () => source},
      made: null,
      backend: null,
      failure: null,
      failedAtMs: 0,
      starting: null,
    }));
  }

  /** All are tried; one that cannot be started does not hold up the others. */
  async start(): Promise<void> {
    await Promise.all(this.#places.map(place => this.#start(place)));
  }

  /** Those that work, in order of preference. */
  get working(): readonly Backend[] {
    return this.#places.flatMap(({backend}) => backend ?? []);
  }

  /** All of them, in order of preference. */
  get standing(): readonly BackendStanding[] {
    return this.#places.map(({kind, failure}) => ({kind, failure}));
  }

  /** Why nothing is known of a session of this id or prefix; undefined when the backend that its name speaks of works. */
  failureOf(reference: string): CottyError | undefined {
    const place = this.#places.find(({kind, failure}) => failure && reference.startsWith(ID_PREFIX[kind]));
    return place?.failure ? again(place.failure) : undefined;
  }

  /** A process of this environment runs in that session's terminal. */
  holds(id: SessionId, env: Readonly<Record<string, string | undefined>> = {}): boolean {
    return this.working.some(backend => backend.terminalOf?.(env) === id);
  }

  /** Tries once more those that do not work. True when one of them does now. */
  async retry(): Promise<boolean> {
    const failed = this.#places.filter(({backend}) => !backend);
    await Promise.all(failed.map(place => this.#start(place)));
    return failed.some(({backend}) => backend !== null);
  }

  /**
   * The one that is asked for; else the first that works and that suits whoever opens a terminal, or, when none suits and all work, the
   * first. Throws the reason why it does not, and `not_supported` when there is none.
   */
  async get(kind: BackendKind | undefined, opening: Pick<OpenOptions, 'baseEnv'> = {}): Promise<Backend> {
    const wanted = this.#places.filter(place => (kind === undefined ? !place.isAskedFor : place.kind === kind));
    let working: Backend | undefined;
    for (const place of wanted) {
      await this.#start(place);
      const {backend} = place;
      if (backend && (kind !== undefined || !backend.suits || (await backend.suits(opening)))) return backend;
      working ??= backend ?? undefined;
    }
    // Where one is only out of order, nothing is opened somewhere else in its place.
    if (working && wanted.every(({backend}) => backend)) return working;
    const failure = wanted.find(place => place.failure)?.failure;
    throw failure ? again(failure) : this.#unknown(kind);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all(this.#places.map(({starting}) => starting));
    await Promise.all(this.#places.map(({made}) => made?.[Symbol.asyncDispose]()));
  }

  async #start(place: Place): Promise<void> {
    if (place.backend) return;
    place.starting ??= this.#tryToStart(place).finally(() => {
      place.starting = null;
    });
    if (await settlesWithin(place.starting, START_MS)) return;
    // It goes on by itself, and may be there when it is asked for next.
    this.#failed(
      place,
      new CottyError('server_unavailable', `The ${place.kind} backend does not answer.`, 'Try again a little later.'),
    );
  }

  async #tryToStart(place: Place): Promise<void> {
    const {clock, onStarted} = this.#options;
    if (place.failure && clock.monotonicMs() - place.failedAtMs < RETRY_MS) return;
    try {
      place.made ??= await place.source.start();
      await onStarted(place.made);
      place.backend = place.made;
      place.failure = null;
    } catch (thrown) {
      this.#failed(place, asCottyError(thrown));
    }
  }

  #failed(place: Place, failure: CottyError): void {
    const {clock, onFailed} = this.#options;
    const isNews = place.failure?.message !== failure.message;
    place.failure = failure;
    place.failedAtMs = clock.monotonicMs();
    if (isNews) onFailed?.(place.kind, failure);
  }

  #unknown(kind: BackendKind | undefined): CottyError {
    return new CottyError(
      'not_supported',
      `There is no ${kind ?? ''} backend here.`,
      `Backends on this machine: ${this.#places.map(place => place.kind).join(', ') || 'none'}.`,
    );
  }
}

async function settlesWithin(task: Promise<void>, ms: number): Promise<boolean> {
  const {promise: late, resolve} = Promise.withResolvers<false>();
  const timer = setTimeout(() => resolve(false), ms);
  try {
    return await Promise.race([task.then(() => true), late]);
  } finally {
    clearTimeout(timer);
  }
}

/** Whoever asks for it hears the reason as it is, each as an error of their own. */
function again(failure: CottyError): CottyError {
  return new CottyError(failure.code, failure.message, failure.hint, {cause: failure});
}
