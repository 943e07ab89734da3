/** A handful of tools for testing what carries calls, and an engine without terminals to carry them to. */
import {z} from 'zod';
import {CottyError} from '../../../src/core/index.ts';
import {type Caller, Engine} from '../../../src/engine/index.ts';
import {defineTool} from '../../../src/tools/define.ts';
import type {AnyTool} from '../../../src/tools/index.ts';

export interface NotedCall {
  readonly tool: string;
  readonly input: unknown;
  readonly requestId: string | undefined;
  readonly caller: string;
}

export interface Toolbox {
  readonly engine: Engine;
  readonly tools: readonly AnyTool[];
  /** Every call that began. */
  readonly calls: readonly NotedCall[];
  /** Resolves when a held call has begun. */
  held(): Promise<{readonly signal: AbortSignal}>;
  /** Lets all held calls end. */
  release(): void;
}

export function toolbox(onCall: (call: NotedCall) => void = () => {}): Toolbox {
  const calls: NotedCall[] = [];
  const held: {signal: AbortSignal}[] = [];
  let arrived = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  const note = (
    tool: string,
    {input, requestId, caller}: {input: unknown; requestId?: string | undefined; caller: Caller},
  ) => {
    const call = {tool, input, requestId, caller: caller.key};
    calls.push(call);
    onCall(call);
  };

  const echo = defineTool({
    ...common,
    name: 'echo',
    effect: 'read',
    idempotent: true,
    form: 'terminal',
    input: z.object({text: z.string(), times: z.int().default(1)}),
    output: z.object({text: z.string()}),
    present: ({text}) => ({facts: {length: text.length, empty: null, note: 'two words'}, text}),
    run: async call => {
      note('echo', call);
      return {text: call.input.text.repeat(call.input.times)};
    },
  });
  const count = defineTool({
    ...common,
    name: 'count',
    effect: 'read',
    idempotent: true,
    form: 'status',
    input: z.object({}),
    output: z.object({calls: z.int()}),
    present: value => ({facts: {calls: value.calls}, text: ''}),
    run: async () => ({calls: calls.length}),
  });
  // Joins its first call when it is repeated; just waits until released.
  const hold = defineTool({
    ...common,
    name: 'run_command',
    effect: 'execute',
    idempotent: false,
    joinsFirstCall: true,
    form: 'terminal',
    input: z.object({}),
    output: z.object({how: z.string()}),
    present: value => ({facts: {how: value.how}, text: ''}),
    run: async call => {
      note('run_command', call);
      call.onProgress?.({elapsedMs: 5000, message: 'still holding'});
      held.push({signal: call.signal});
      arrived.resolve();
      arrived = Promise.withResolvers();
      const aborted = new Promise<never>((_resolve, reject) => {
        call.signal.addEventListener('abort', () => reject(call.signal.reason), {once: true});
      });
      await Promise.race([released.promise, aborted]);
      return {how: 'released'};
    },
  });
  const type = defineTool({
    ...common,
    name: 'type',
    effect: 'execute',
    idempotent: false,
    form: 'status',
    input: z.object({}),
    output: z.object({typed: z.boolean()}),
    present: () => ({facts: {typed: true}, text: ''}),
    run: async call => {
      note('type', call);
      held.push({signal: call.signal});
      arrived.resolve();
      await released.promise;
      return {typed: true};
    },
  });
  const fail = defineTool({
    ...common,
    name: 'fail',
    effect: 'read',
    idempotent: true,
    form: 'status',
    input: z.object({}),
    output: z.object({}),
    present: () => ({facts: {}, text: ''}),
    run: async () => {
      throw new CottyError('unknown_session', 'There is no session "x".', 'List them with manage_session.');
    },
  });
  return {
    engine: new Engine({backends: []}),
    tools: [type, hold, fail, echo, count],
    calls,
    async held() {
      const waiting = held.shift();
      if (waiting) return waiting;
      await arrived.promise;
      return this.held();
    },
    release: () => released.resolve(),
  };
}

const common = {
  toolset: 'terminal',
  title: 'A tool',
  description: 'For tests.',
  openWorld: false,
  needs: [],
} as const;
