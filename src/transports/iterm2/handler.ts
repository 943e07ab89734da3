import type {RequestCase, RequestOf, ResponseInit} from '../../iterm2-api/index.ts';
import type {ApiClient} from './api-client.ts';
import type {Endpoint} from './endpoint.ts';

export interface RequestContext {
  readonly endpoint: Endpoint;
  readonly client: ApiClient;
}

/** Null answers with the id alone, as iTerm2 does where it has no response for what is wrong. */
export type Handler<Case extends RequestCase> = (
  request: RequestOf<Case>,
  context: RequestContext,
) => ResponseInit<Case> | null | Promise<ResponseInit<Case> | null>;

export type Handlers = {readonly [Case in RequestCase]: Handler<Case>};
