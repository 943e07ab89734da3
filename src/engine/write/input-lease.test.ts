import {expect, test} from 'vitest';
import {type Actor, type Clock, systemClock} from '../../core/index.ts';
import {InputLease} from './input-lease.ts';

const claude: Actor = {type: 'agent', name: 'claude'};
const codex: Actor = {type: 'agent', name: 'codex'};
const anna: Actor = {type: 'person', name: 'anna'};

test('writes do not interleave, and those of agents come in the order they were asked for', async () => {
  const lease = new InputLease(systemClock);
  const written: string[] = [];
  const slowly = (text: string) => async () => {
    for (const character of text) {
      await new Promise(resolve => setImmediate(resolve));
      written.push(character);
    }
  };
  await Promise.all([
    lease.withLine(claude, undefined, slowly('abc')),
    lease.withLine(codex, undefined, slowly('def')),
    lease.withLine(anna, undefined, slowly('ghi')),
  ]);
  expect(written.join('').replace('ghi', '')).toBe('abcdef');
  expect(written.join('')).toContain('ghi');
});

test('a write that fails fails for its writer only', async () => {
  const lease = new InputLease(systemClock);
  const failing = lease.withLine(claude, undefined, () => Promise.reject(new Error('no')));
  const next = lease.withLine(codex, undefined, async () => 'written');
  await expect(failing).rejects.toThrow('no');
  expect(await next).toBe('written');
});

test('who queues behind half a line waits until it is submitted', async () => {
  const lease = new InputLease(systemClock);
  const order: string[] = [];
  const first = lease.withLine(claude, undefined, async () => {
    lease.hold(claude);
    order.push('half');
  });
  const second = lease.withLine(codex, undefined, async () => void order.push('other'));
  await first;
  await new Promise(resolve => setImmediate(resolve));
  expect([order, lease.facts().holder]).toEqual([['half'], 'agent claude']);
  await lease.withLine(claude, undefined, async () => void order.push('rest'));
  lease.release(claude);
  await second;
  expect(order).toEqual(['half', 'rest', 'other']);
});

test('a person waits for nobody, and takes the line from agents', async () => {
  const lease = new InputLease(systemClock);
  lease.hold(claude);
  expect(await lease.withLine(anna, undefined, async () => 'typed')).toBe('typed');
  lease.hold(anna);
  lease.hold(claude);
  expect(lease.facts().holder).toBe('person anna');
});

test('only its holder gives a line back', () => {
  const lease = new InputLease(systemClock);
  lease.hold(anna);
  lease.release(claude);
  expect(lease.facts().holder).toBe('person anna');
  lease.release(anna);
  expect(lease.facts()).toEqual({holder: null, remainingMs: 0});
});

test('a hold runs out', () => {
  let nowMs = 0;
  const clock: Clock = {monotonicMs: () => nowMs, wallMs: () => nowMs};
  const lease = new InputLease(clock);
  lease.hold(anna);
  expect(lease.facts()).toEqual({holder: 'person anna', remainingMs: 3000});
  nowMs = 3000;
  expect(lease.facts()).toEqual({holder: null, remainingMs: 0});
});

test('an agent that waits for the line can give up, and the rest of the process goes on', async () => {
  const lease = new InputLease(systemClock);
  lease.hold(anna);
  const caller = new AbortController();
  const writing = lease.withLine(claude, caller.signal, async () => 'written');
  await new Promise(resolve => setImmediate(resolve));
  caller.abort(new Error('gone'));
  await expect(writing).rejects.toThrow('gone');
});

test('answers of the emulator and acts of cotty hold no line', () => {
  const lease = new InputLease(systemClock);
  lease.hold({type: 'emulator'});
  lease.hold({type: 'cotty'});
  expect(lease.facts().holder).toBeNull();
});

test('who has taken the line keeps it through lines that they submit, until they give it back', async () => {
  const lease = new InputLease(systemClock);
  lease.take(anna, 60_000);
  lease.hold(anna);
  lease.release(anna);
  expect(lease.facts().holder).toBe('person anna');
  await expect(lease.withLine(claude, undefined, async () => 'written')).rejects.toMatchObject({code: 'input_held'});
  lease.give(anna);
  expect(lease.facts().holder).toBe(null);
  expect(await lease.withLine(claude, undefined, async () => 'written')).toBe('written');
});

test('what one person has taken no other gives back', () => {
  const lease = new InputLease(systemClock);
  const bert: Actor = {type: 'person', name: 'bert'};
  lease.take(anna, 60_000);
  lease.give(bert);
  lease.give({...anna, connection: 'another terminal of hers'});
  lease.hold(anna);
  lease.release(anna);
  expect(lease.facts()).toEqual({holder: 'person anna', remainingMs: expect.closeTo(60_000, -4)});
});

test('another person who types has the line from then on: nobody can keep people out', async () => {
  const lease = new InputLease(systemClock);
  const bert: Actor = {type: 'person', name: 'bert'};
  lease.take(anna, 60_000);
  expect(await lease.withLine(bert, undefined, async () => 'written')).toBe('written');
  lease.hold(bert);
  lease.release(bert);
  expect(lease.facts().holder).toBe(null);
});

test('those who watch hear when another one holds the line, and when the time is over', async () => {
  const lease = new InputLease(systemClock);
  const heard: (string | null)[] = [];
  const isOver = Promise.withResolvers<void>();
  using _watch = lease.watch(() => {
    heard.push(lease.facts().holder);
    if (heard.length === 3) isOver.resolve();
  });
  lease.take(anna, 60_000);
  lease.hold(anna);
  lease.give(anna);
  expect(heard).toEqual(['person anna', null]);
  lease.take(claude, 20);
  await isOver.promise;
  lease.give(claude);
  expect(heard[2]).toBe('agent claude');
});
