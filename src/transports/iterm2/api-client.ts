import type {Actor} from '../../core/index.ts';
import type {ClientConnection, ClientFacts} from '../../iterm2-api/index.ts';
import type {Subscriptions} from './news/subscriptions.ts';

/** Who asks. */
export interface ApiClient {
  readonly facts: ClientFacts;
  /** As a writer to terminals. */
  readonly actor: Actor;
  readonly connection: ClientConnection;
  readonly subscriptions: Subscriptions;
  /** Aborts when the client is gone. */
  readonly signal: AbortSignal;
}
