import {z} from 'zod';
import {Patience} from '../../core/index.ts';
import {eventKinds, heartbeat} from '../../engine/index.ts';
import {defineTool} from '../define.ts';
import {sessionId} from './fields.ts';
import {readableSessions} from './reading.ts';

const fact = z.union([z.string(), z.number(), z.boolean(), z.null()]);

export const waitForEvents = defineTool({
  name: 'wait_for_events',
  toolset: 'terminal',
  title: 'Wait for events',
  description:
    'Wait for things that happen in any session: commands finished, input or secrets wanted, watch matches, sessions about to end or closed, events a shell raised. Pass next as after to miss none.',
  effect: 'read',
  openWorld: false,
  idempotent: true,
  form: 'status',
  needs: ['sessions', 'events'],
  input: z.object({
    after: z.int().min(0).optional().describe('Event cursor; default: from now.'),
    kinds: z.array(z.enum(eventKinds)).default([]),
    session_id: sessionId,
    timeout: z.number().min(0).max(86_400).default(30).describe('Seconds.'),
  }),
  output: z.object({
    events: z.array(
      z
        .object({cursor: z.int(), kind: z.string(), session_id: z.string().optional(), at_ms: z.int()})
        // What the kind has to say, e.g. `event` and `data` of a custom one.
        .catchall(fact),
    ),
    next: z.int(),
    evicted: z.int(),
  }),
  async run({input, services: {sessions, events, activity}, caller, signal, onProgress}) {
    let query = {
      after: input.after ?? events.last,
      kinds: input.kinds,
      sessionId: input.session_id === undefined ? null : sessions.session(input.session_id).id,
      limit: 100,
    };
    using patience = new Patience(input.timeout * 1000, signal);
    using _beat = heartbeat(null, null, onProgress);
    const readable = readableSessions(activity, caller);
    const next = async () => {
      const page = await events.wait(query, patience.signal).catch(error => {
        if (patience.timedOut) return events.page(query);
        throw error;
      });
      const told = await Promise.all(page.events.map(event => readable(event.sessionId)));
      return {...page, events: page.events.filter((_, at) => told[at])};
    };
    let page = await next();
    // What is not for this caller has not happened.
    while (page.events.length === 0 && !patience.timedOut) {
      query = {...query, after: page.next};
      page = await next();
    }
    return {
      events: page.events.map(event => ({
        ...event.data,
        cursor: event.cursor,
        kind: event.kind,
        ...(event.sessionId === null ? {} : {session_id: event.sessionId}),
        at_ms: event.atMs,
      })),
      next: page.next,
      evicted: page.evicted,
    };
  },
  present: value => ({
    facts: {events: value.events.length, next: value.next, evicted: value.evicted || undefined},
    text: value.events
      .map(({kind, session_id, at_ms: _, cursor: __, ...facts}) =>
        [kind, ...(session_id === undefined ? [] : [session_id]), JSON.stringify(facts)].join(' '),
      )
      .join('\n'),
  }),
});
