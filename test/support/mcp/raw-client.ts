import type {ChildProcessWithoutNullStreams} from 'node:child_process';
import {once} from 'node:events';
import {createInterface} from 'node:readline';
import {z} from 'zod';

const message = z.looseObject({
  id: z.union([z.number(), z.string()]).nullish(),
  result: z.unknown().optional(),
  error: z.looseObject({code: z.number(), message: z.string(), data: z.unknown().optional()}).optional(),
});
const toolResult = z.looseObject({
  content: z.array(z.looseObject({text: z.string().default('')})),
  isError: z.boolean().default(false),
  _meta: z
    .looseObject({
      'cotty/error': z.looseObject({code: z.string(), hint: z.string()}).optional(),
      'cotty/result': z.record(z.string(), z.unknown()).optional(),
    })
    .default({}),
});

export type Message = z.infer<typeof message>;

export interface CallResult {
  readonly text: string;
  readonly isError: boolean;
  /** `cotty/error`'s code; undefined when it went well. */
  readonly code: string | undefined;
  readonly value: Readonly<Record<string, unknown>>;
}

/** MCP by hand over the stdio of a process, so that a test can say what no well-behaved client says. */
export class RawClient implements AsyncDisposable {
  readonly child: ChildProcessWithoutNullStreams;
  readonly #closed: Promise<unknown>;
  readonly #unclaimed: Message[] = [];
  readonly #waiting: {readonly wants: (message: Message) => boolean; readonly take: (message: Message) => void}[] = [];
  #lastId = 0;

  constructor(child: ChildProcessWithoutNullStreams) {
    this.child = child;
    this.#closed = once(child, 'close');
    child.stdin.on('error', () => {});
    child.stderr.resume();
    createInterface({input: child.stdout}).on('line', line => this.#onMessage(message.parse(JSON.parse(line))));
  }

  async open(): Promise<this> {
    const params = {protocolVersion: '2025-06-18', capabilities: {}, clientInfo: {name: 'raw', version: '1'}};
    await this.request('initialize', params);
    this.say('{"jsonrpc":"2.0","method":"notifications/initialized"}\n');
    return this;
  }

  /** Writes exactly that. */
  say(bytes: string | Buffer): void {
    this.child.stdin.write(bytes);
  }

  async request(method: string, params: unknown): Promise<Message> {
    const id = ++this.#lastId;
    const reply = this.reply(id);
    this.say(`${JSON.stringify({jsonrpc: '2.0', id, method, params})}\n`);
    return await reply;
  }

  /** The answer with that id; `null` is the answer to what had no readable id. */
  reply(id: number | null): Promise<Message> {
    const wants = (candidate: Message) => candidate.id === id;
    const early = this.#unclaimed.find(wants);
    if (early) {
      this.#unclaimed.splice(this.#unclaimed.indexOf(early), 1);
      return Promise.resolve(early);
    }
    return new Promise(take => this.#waiting.push({wants, take}));
  }

  async call(tool: string, input: Readonly<Record<string, unknown>> = {}): Promise<CallResult> {
    const reply = await this.request('tools/call', {name: tool, arguments: input});
    if (reply.error) throw new Error(`${tool} was answered with ${JSON.stringify(reply.error)}`);
    const {content, isError, _meta: meta} = toolResult.parse(reply.result);
    const text = content.map(part => part.text).join('\n');
    return {text, isError, code: meta['cotty/error']?.code, value: meta['cotty/result'] ?? {}};
  }

  /** Resolves to the exit code once the process has ended by itself. */
  async ended(): Promise<number | null> {
    await this.#closed;
    return this.child.exitCode;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.child.stdin.end();
    await this.#closed;
  }

  #onMessage(received: Message): void {
    const index = this.#waiting.findIndex(({wants}) => wants(received));
    if (index < 0) this.#unclaimed.push(received);
    else this.#waiting.splice(index, 1)[0]?.take(received);
  }
}
