import {expect, test} from 'vitest';
import {parseSessionId, type SessionId} from '../../core/index.ts';
import {type EventQuery, EventRing} from './event-ring.ts';

const one = parseSessionId('pty:one') as SessionId;
const two = parseSessionId('pty:two') as SessionId;
const never = new AbortController().signal;

function query(after: number | null, more: Partial<EventQuery> = {}): EventQuery {
  return {after, kinds: [], sessionId: null, limit: 100, ...more};
}

function filled(count: number, capacity = 5000): EventRing {
  const ring = new EventRing(1000, capacity);
  for (let n = 1; n <= count; n++) ring.publish(n % 2 === 0 ? 'tui' : 'custom', n % 3 === 0 ? two : one, {n});
  return ring;
}

const numbers = (ring: EventRing, asked: EventQuery) => ring.page(asked).events.map(event => event.data['n']);

test('each reader goes on where it ended, and misses nothing of its kinds and session', () => {
  const ring = filled(10);
  expect(numbers(ring, query(0))).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  expect(numbers(ring, query(ring.last - 3))).toEqual([8, 9, 10]);
  expect(numbers(ring, query(0, {kinds: ['tui']}))).toEqual([2, 4, 6, 8, 10]);
  expect(numbers(ring, query(0, {sessionId: two}))).toEqual([3, 6, 9]);
  expect(ring.page(query(ring.last))).toEqual({events: [], next: ring.last, evicted: 0});
});

test('a page that is full ends at its last event, one that is not at the newest of all', () => {
  const ring = filled(10);
  const seen: unknown[] = [];
  let after = 0;
  for (
    let page = ring.page(query(after, {limit: 3}));
    page.events.length > 0;
    page = ring.page(query(after, {limit: 3}))
  ) {
    seen.push(...page.events.map(event => event.data['n']));
    after = page.next;
  }
  expect(seen).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  expect(ring.page(query(0, {kinds: ['session_closed']})).next).toBe(ring.last);
});

test('what was evicted is counted, for each reader from its own place', () => {
  const ring = filled(25, 10);
  const first = ring.last - 24;
  const {events, evicted} = ring.page(query(first));
  expect([events[0]?.data['n'], evicted]).toEqual([
    events[0] ? events[0].cursor - first + 1 : 0,
    (events[0]?.cursor ?? 0) - first - 1,
  ]);
  expect(evicted).toBeGreaterThan(0);
  expect(ring.page(query(ring.last - 2)).evicted).toBe(0);
});

test('memory is bounded by the capacity, whatever is published', () => {
  const ring = filled(100_000, 10);
  expect(ring.page(query(0, {limit: 100_000})).events.length).toBeLessThanOrEqual(20);
});

test('a cursor of a server before this one gets everything, and is told that something may be missing', () => {
  const former = new EventRing(1000);
  former.publish('custom', one, {n: 0});
  const ring = new EventRing(2000);
  ring.publish('custom', one, {n: 1});
  expect(ring.page(query(former.last))).toMatchObject({events: [{data: {n: 1}}], next: ring.last, evicted: 1});
});

test('after the wall clock was set back readers of the server before still hear news', async () => {
  const former = new EventRing(3_600_000);
  former.publish('custom', one, {n: 0});
  const ring = new EventRing(1000);
  const waiting = ring.wait(query(former.last), never);
  ring.publish('custom', one, {n: 1});
  const page = await waiting;
  expect(page).toMatchObject({events: [{data: {n: 1}}], next: ring.last, evicted: 1});
  expect(ring.page(query(page.next))).toEqual({events: [], next: ring.last, evicted: 0});
});

test('from the beginning means from this server’s, and nothing is missing of that', () => {
  expect(filled(3).page(query(0)).evicted).toBe(0);
});

test('a wait ends with the first event asked for, and leaves nothing behind', async () => {
  const ring = new EventRing(1000);
  const waiting = ring.wait(query(null, {kinds: ['tui']}), never);
  ring.publish('custom', one, {n: 1});
  expect(ring.waiting).toBe(1);
  ring.publish('tui', one, {n: 2});
  expect((await waiting).events).toMatchObject([{data: {n: 2}}]);
  expect(ring.waiting).toBe(0);
});

test('a wait that is given up leaves nothing behind', async () => {
  const ring = new EventRing(1000);
  const given = new AbortController();
  const waiting = ring.wait(query(null), given.signal);
  given.abort();
  await expect(waiting).rejects.toMatchObject({code: 'cancelled'});
  expect(ring.waiting).toBe(0);
});

test('what happens to no session is told to whoever asks for its kind, and to nobody who asks for a session', () => {
  const ring = new EventRing(1000);
  ring.publish('agent_joined', null, {agent_id: 'a-1'});
  ring.publish('session_opened', one, {});
  const all = ring.page(query(0));
  expect(all.events.map(({kind, sessionId}) => [kind, sessionId])).toEqual([
    ['agent_joined', null],
    ['session_opened', one],
  ]);
  expect(ring.page(query(0, {kinds: ['agent_joined']})).events).toEqual([all.events[0]]);
  expect(ring.page(query(0, {sessionId: one})).events).toEqual([all.events[1]]);
});

test('a subscriber gets the events of its kinds and session as they come, until it is disposed', () => {
  const ring = new EventRing(1000);
  const got: unknown[] = [];
  ring.publish('tui', one, {n: 0});
  const subscription = ring.subscribe({kinds: ['tui', 'custom'], sessionId: one}, event => got.push(event.data));
  ring.publish('tui', one, {n: 1});
  ring.publish('tui', two, {n: 2});
  ring.publish('session_closed', one, {n: 3});
  ring.publish('custom', one, {n: 4});
  subscription[Symbol.dispose]();
  ring.publish('tui', one, {n: 5});
  expect(got).toEqual([{n: 1}, {n: 4}]);
});
