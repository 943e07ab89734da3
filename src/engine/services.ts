import type {Engine} from './engine.ts';

/**
 * What the engine does for those who ask it, by name. Each tool states which of these it needs and gets no more; what comes with later
 * parts of cotty (agents, tasks, approvals) stands beside them.
 */
export interface Services {
  /** Sessions by reference, and the one that a caller means; also those that are over. */
  readonly sessions: Pick<
    Engine,
    | 'session'
    | 'sessions'
    | 'meant'
    | 'noteUse'
    | 'endsInMs'
    | 'endedSessions'
    | 'openedWith'
    | 'ownSize'
    | 'open'
    | 'finished'
    | 'backends'
    | 'foreign'
    | 'panes'
  >;
  /** Commands by their ids, in whatever session. */
  readonly commands: Pick<Engine, 'command' | 'newCommandId'>;
  /** What happens, for whoever waits. */
  readonly events: Engine['events'];
  /** Watches that outlive the call that made them. */
  readonly watches: Engine['watches'];
  /** Looks for patterns in much text. */
  readonly searcher: Engine['searcher'];
  /** Screens of any moment, and their sizes. */
  readonly screens: Engine['screens'];
  /** Pictures of screens, and where they are kept. */
  readonly pictures: Pick<Engine, 'pictures' | 'keepFile' | 'browserPicture'>;
  /** The terminal without a shell. */
  readonly pseudoTerminal: Pick<Engine, 'pseudoTerminal'>;
  /** What the policy makes of a line. */
  readonly guard: Engine['guard'];
  /** What holds where a caller says nothing. */
  readonly defaults: Engine['defaults'];
  /** Told of every call: the caller is there and may do that, and the engine is not idle. What is told in return has no secrets. */
  readonly activity: Pick<
    Engine,
    'busyWith' | 'present' | 'secrets' | 'permits' | 'session' | 'command' | 'newCommandId' | 'finished'
  >;
}

export type ServiceName = keyof Services;

/** The services of an engine: the same ones each time. */
export function servicesOf(engine: Engine): Services {
  const services = known.get(engine) ?? {
    sessions: engine,
    commands: engine,
    events: engine.events,
    watches: engine.watches,
    searcher: engine.searcher,
    screens: engine.screens,
    pictures: engine,
    pseudoTerminal: engine,
    guard: engine.guard,
    defaults: engine.defaults,
    activity: engine,
  };
  known.set(engine, services);
  return services;
}

const known = new WeakMap<Engine, Services>();
