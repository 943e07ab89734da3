/** The smallest MCP client there can be, the same for every product, so that no client's own cost is measured. */
import {type ChildProcessWithoutNullStreams, spawn} from 'node:child_process';

export class LineClient implements AsyncDisposable {
  readonly child: ChildProcessWithoutNullStreams;
  readonly #waiting = new Map<number, (result: unknown) => void>();
  #nextId = 1;
  #rest = '';

  constructor(command: string, args: readonly string[], env: NodeJS.ProcessEnv) {
    this.child = spawn(command, [...args], {env, stdio: ['pipe', 'pipe', 'pipe']});
    this.child.stderr.resume();
    this.child.stdout.setEncoding('utf8').on('data', (text: string) => this.#receive(text));
  }

  async open(): Promise<void> {
    const params = {protocolVersion: '2025-06-18', capabilities: {}, clientInfo: {name: 'bench', version: '1'}};
    await this.request('initialize', params);
    this.#send({method: 'notifications/initialized'});
  }

  call(name: string, args: Readonly<Record<string, unknown>>): Promise<unknown> {
    return this.request('tools/call', {name, arguments: args});
  }

  request(method: string, params: unknown): Promise<unknown> {
    const id = this.#nextId++;
    const reply = new Promise(resolve => this.#waiting.set(id, resolve));
    this.#send({id, method, params});
    return reply;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const ended = new Promise(resolve => this.child.once('exit', resolve));
    this.child.stdin.end();
    const hurry = setTimeout(() => this.child.kill('SIGKILL'), 3000);
    await ended;
    clearTimeout(hurry);
  }

  #send(message: object): void {
    this.child.stdin.write(`${JSON.stringify({jsonrpc: '2.0', ...message})}\n`);
  }

  #receive(text: string): void {
    const lines = (this.#rest + text).split('\n');
    this.#rest = lines.pop() ?? '';
    for (const line of lines) {
      if (!line.startsWith('{')) continue;
      const message: {id?: unknown; result?: unknown; error?: unknown} = JSON.parse(line);
      if (typeof message.id !== 'number') continue;
      this.#waiting.get(message.id)?.(message.result ?? {error: message.error});
      this.#waiting.delete(message.id);
    }
  }
}

/** The typed value of a cotty reply. */
export function resultOf(reply: unknown): Readonly<Record<string, unknown>> {
  const meta = Reflect.get(Object(reply), '_meta');
  return Object(Reflect.get(Object(meta), 'cotty/result'));
}
