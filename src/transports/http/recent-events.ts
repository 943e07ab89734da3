import type {EventId, EventStore, JSONRPCMessage, StreamId} from '@modelcontextprotocol/server';

const MAX_EVENTS = 256;

/**
 * The last messages of one MCP session, so that a client whose stream broke reads on where it was (`Last-Event-ID`).
 * https://modelcontextprotocol.io/specification/2025-11-25/basic/transports#resumability-and-redelivery
 * What is older than the last few hundred messages is not redelivered.
 */
export class RecentEvents implements EventStore {
  #events: {readonly id: EventId; readonly stream: StreamId; readonly message: JSONRPCMessage}[] = [];
  #count = 0;

  async storeEvent(stream: StreamId, message: JSONRPCMessage): Promise<EventId> {
    this.#count += 1;
    const id = `${this.#count}`;
    this.#events = [...this.#events.slice(1 - MAX_EVENTS), {id, stream, message}];
    return id;
  }

  async getStreamIdForEventId(id: EventId): Promise<StreamId | undefined> {
    return this.#events.find(event => event.id === id)?.stream;
  }

  async replayEventsAfter(
    lastId: EventId,
    {send}: {send: (id: EventId, message: JSONRPCMessage) => Promise<void>},
  ): Promise<StreamId> {
    const stream = await this.getStreamIdForEventId(lastId);
    if (stream === undefined) return '';
    for (const event of this.#events) {
      if (event.stream === stream && Number(event.id) > Number(lastId)) await send(event.id, event.message);
    }
    return stream;
  }
}
