/** Footage that the server has. */

import {
  type Footage,
  type FootageFacts,
  type Found,
  type Frame,
  type Piece,
  type Place,
  type PlainPiece,
  pieceOf,
} from '../../../src/timeline/index.ts';
import {ask} from '../ask.ts';

export class RemoteFootage implements Footage {
  readonly facts: FootageFacts;

  /** As far as it has come by now. */
  static async open(sessionId: string, signal?: AbortSignal): Promise<RemoteFootage> {
    return new RemoteFootage(await askAbout<FootageFacts>('/timeline', {session: sessionId}, signal));
  }

  private constructor(facts: FootageFacts) {
    this.facts = facts;
  }

  frame(
    atMs: number,
    {at, signal}: {readonly at?: number | undefined; readonly signal?: AbortSignal | undefined} = {},
  ): Promise<Frame> {
    return this.#ask('/timeline/frame', {at_ms: atMs, ...(at === undefined ? {} : {at})}, signal);
  }

  async pieces({at, atMs}: Place, signal?: AbortSignal): Promise<readonly Piece[]> {
    const {pieces} = await this.#ask<{pieces: PlainPiece[]}>('/timeline/pieces', {at, at_ms: atMs}, signal);
    // What has happened since it was opened is another time line.
    return pieces.map(pieceOf).filter(piece => piece.at <= this.facts.end);
  }

  search(words: string, signal?: AbortSignal): Promise<Found> {
    return this.#ask('/timeline/search', {words}, signal);
  }

  #ask<T>(path: string, query: Readonly<Record<string, string | number>>, signal?: AbortSignal): Promise<T> {
    return askAbout(path, {session: this.facts.session_id, ...query}, signal);
  }
}

function askAbout<T>(path: string, query: Readonly<Record<string, string | number>>, signal?: AbortSignal): Promise<T> {
  const words = new URLSearchParams(Object.entries(query).map(([key, value]) => [key, String(value)]));
  return ask(`${path}?${words}`, undefined, signal);
}
