/**
 * A model on loopback that a real client talks to instead of its own: it does what a script says. What the client sends is
 * kept, because that, and nothing else, is what a model would be shown.
 */
import {once} from 'node:events';
import {createServer, type IncomingMessage} from 'node:http';

/** How one vendor's API says things. */
export interface Dialect {
  /** Reads a request for an answer of the model; undefined when it is something else (a list of models, telemetry). */
  read(path: string, body: unknown): Turn | undefined;
  /** `step` counts the replies, to make ids of. */
  say(reply: Reply, step: number): Answer;
}

export type Reply =
  | {readonly type: 'call'; readonly tool: string; readonly input: Readonly<Record<string, unknown>>}
  /** A tool whose input is plain text, such as code to run. */
  | {readonly type: 'freeform'; readonly tool: string; readonly input: string}
  /** A look for tools that are not shown yet, where the API has a call of its own for that. */
  | {readonly type: 'search'; readonly query: string}
  | {readonly type: 'text'; readonly text: string};

/** An HTTP answer. */
export interface Answer {
  readonly contentType: string;
  readonly body: string;
}

/** What the model is shown in one request. */
export interface Turn {
  /** The request as it came. */
  readonly body: unknown;
  /** The tools whose description it is shown. */
  readonly tools: readonly ShownTool[];
  /** What its calls so far have brought. */
  readonly results: readonly string[];
}

export interface ShownTool {
  readonly name: string;
  readonly description: string;
}

export interface FakeModel extends AsyncDisposable {
  readonly url: string;
  /** The conversation, one entry for each time the model was asked. Questions without tools are answered but left out. */
  readonly turns: readonly Turn[];
  /** Every request, for the message when a test fails. */
  readonly requests: readonly string[];
  /** Hosts that the client asked us, as its proxy, to connect it with; refused. */
  readonly strays: readonly string[];
}

/** Starts it. It says the first reply of the script, and the next one for each result that it is shown. */
export async function startFakeModel(dialect: Dialect, script: readonly Reply[]): Promise<FakeModel> {
  const turns: Turn[] = [];
  const requests: string[] = [];
  const strays: string[] = [];
  const answerTo = (turn: Turn | undefined): Answer => {
    if (!turn) return {contentType: 'application/json', body: '{}'};
    // Titles and summaries are asked for beside the conversation, without tools.
    if (turn.tools.length === 0) return dialect.say({type: 'text', text: 'ok'}, 0);
    turns.push(turn);
    const step = turn.results.length;
    return dialect.say(script[step] ?? {type: 'text', text: 'nothing is left to say'}, step);
  };
  const server = createServer((request, response) => {
    const path = request.url ?? '/';
    requests.push(`${request.method} ${path}`);
    readBody(request)
      .then(body => {
        const {contentType, body: answer} = answerTo(dialect.read(path, body));
        response.writeHead(200, {'content-type': contentType}).end(answer);
      })
      .catch((error: unknown) => {
        requests.push(String(error));
        response.writeHead(400).end(String(error));
      });
  });
  server.on('connect', (request, socket) => {
    strays.push(request.url ?? '');
    socket.end('HTTP/1.1 403 Forbidden\r\n\r\n');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the fake model has no port');
  return {
    url: `http://127.0.0.1:${address.port}`,
    turns,
    requests,
    strays,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

async function readBody(request: IncomingMessage): Promise<unknown> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part);
  const text = Buffer.concat(parts).toString('utf8');
  return text === '' ? undefined : JSON.parse(text);
}

/** Server-sent events; `event` is repeated from the data's `type` where there is one. */
export function eventStream(events: readonly Readonly<Record<string, unknown>>[]): Answer {
  const lines = events.map(event => {
    const name = typeof event.type === 'string' ? `event: ${event.type}\n` : '';
    return `${name}data: ${JSON.stringify(event)}\n\n`;
  });
  return {contentType: 'text/event-stream', body: lines.join('')};
}
