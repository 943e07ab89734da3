/** A tiny MCP client over stdio, as an agent's host would be: no SDK, so that the demo shows the bare protocol. */
import {type ChildProcessWithoutNullStreams, spawn} from 'node:child_process';
import {join} from 'node:path';
import {createInterface} from 'node:readline';
import {CottyError} from '../../core/index.ts';
import {launcher} from './launcher.ts';

export interface ToolReply {
  /** What a model reads. */
  readonly text: string;
  /** What a program reads. */
  readonly value: Readonly<Record<string, unknown>>;
}

export class ScriptedAgent implements AsyncDisposable {
  readonly #child: ChildProcessWithoutNullStreams;
  readonly #waiting = new Map<number, (message: Readonly<Record<string, unknown>>) => void>();
  readonly #ended: Promise<void>;
  #nextId = 1;
  #answer = 'deny';
  /** What the person at this client was asked last. */
  lastQuestion = '';

  private constructor(child: ChildProcessWithoutNullStreams) {
    this.#child = child;
    this.#ended = new Promise(resolve => child.once('exit', () => resolve()));
    createInterface({input: child.stdout}).on('line', line => this.#receive(line));
  }

  /** Starts `cotty mcp` on the given COTTY_HOME and shakes hands. */
  static async start(home: string): Promise<ScriptedAgent> {
    // The sessions inherit it: what the demo types is not for the history of whoever looks on.
    const env = {
      ...process.env,
      COTTY_HOME: home,
      // What it shows does not depend on what is configured here.
      COTTY_SECURITY_MODE: 'normal',
      HISTFILE: join(home, 'history'),
      LESSHISTFILE: '-',
    };
    const agent = new ScriptedAgent(spawn(launcher, ['mcp'], {env, stdio: ['pipe', 'pipe', 'pipe']}));
    await agent.#request('initialize', {
      protocolVersion: '2025-11-25',
      capabilities: {elicitation: {}},
      clientInfo: {name: 'demo-agent', version: '1'},
    });
    agent.#send({method: 'notifications/initialized'});
    return agent;
  }

  /** What the person at this client says to questions from now on. */
  personSays(answer: 'deny' | 'once'): void {
    this.#answer = answer;
  }

  async toolNames(): Promise<readonly string[]> {
    const {tools} = await this.#request('tools/list', {});
    return Array.isArray(tools) ? tools.map(tool => String(tool.name)) : [];
  }

  /** Throws `internal` with the tool's own words when the tool says that it failed. */
  async call(name: string, args: Readonly<Record<string, unknown>>): Promise<ToolReply> {
    const result = await this.#request('tools/call', {name, arguments: args});
    const text = textOf(result.content);
    if (result.isError === true)
      throw new CottyError('internal', text, `The call was ${name} ${JSON.stringify(args)}.`);
    const meta = isRecord(result._meta) ? result._meta : {};
    const value = meta['cotty/result'];
    return {text, value: isRecord(value) ? value : {}};
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#child.stdin.end();
    await this.#ended;
  }

  async #request(
    method: string,
    params: Readonly<Record<string, unknown>>,
  ): Promise<Readonly<Record<string, unknown>>> {
    const id = this.#nextId++;
    const reply = new Promise<Readonly<Record<string, unknown>>>((resolve, reject) => {
      this.#waiting.set(id, resolve);
      void this.#ended.then(() =>
        reject(new CottyError('server_unavailable', '`cotty mcp` ended.', 'Run `cotty doctor`.')),
      );
    });
    this.#send({id, method, params});
    const message = await reply;
    if (isRecord(message.result)) return message.result;
    const error = isRecord(message.error) ? String(message.error.message) : 'no result';
    throw new CottyError('protocol_error', `${method} failed: ${error}.`, 'Run `cotty doctor`.');
  }

  #send(message: Readonly<Record<string, unknown>>): void {
    this.#child.stdin.write(`${JSON.stringify({jsonrpc: '2.0', ...message})}\n`);
  }

  /** A form for the person: they answer it, as they were told to. */
  #ask({id, params}: Readonly<Record<string, unknown>>): void {
    this.lastQuestion = isRecord(params) && typeof params.message === 'string' ? params.message : '';
    this.#send({id, result: {action: 'accept', content: {answer: this.#answer}}});
  }

  #receive(line: string): void {
    const message: unknown = JSON.parse(line);
    if (!isRecord(message)) return;
    if (message.method === 'elicitation/create') this.#ask(message);
    if (message.method !== undefined || typeof message.id !== 'number') return;
    this.#waiting.get(message.id)?.(message);
    this.#waiting.delete(message.id);
  }
}

function textOf(content: unknown): string {
  if (!Array.isArray(content)) return '';
  return content.map(block => (isRecord(block) && typeof block.text === 'string' ? block.text : '')).join('\n');
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
