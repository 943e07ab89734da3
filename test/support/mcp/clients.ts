import {fileURLToPath} from 'node:url';
import {Client, type ClientOptions, StreamableHTTPClientTransport} from '@modelcontextprotocol/client';
import {StdioClientTransport} from '@modelcontextprotocol/client/stdio';

/** The protocol eras, and how the official client is made to speak each. */
export const eras: Readonly<Record<string, ClientOptions>> = {
  '2025-06-18': {supportedProtocolVersions: ['2025-06-18']},
  '2025-11-25': {supportedProtocolVersions: ['2025-11-25']},
  '2026-07-28': {versionNegotiation: {mode: {pin: '2026-07-28'}}},
};

export type TestClient = Client & AsyncDisposable;

/** A client over the stdio bridge, a real child process. */
export async function stdioClient(era: string, socketPath: string): Promise<TestClient> {
  const script = fileURLToPath(new URL('bridge-process.ts', import.meta.url));
  const transport = new StdioClientTransport({command: process.execPath, args: [script, socketPath]});
  return connected(era, client => client.connect(transport));
}

/** A client over streamable HTTP. */
export async function httpClient(era: string, url: string, token?: string): Promise<TestClient> {
  const headers: Record<string, string> = token === undefined ? {} : {authorization: `Bearer ${token}`};
  const transport = new StreamableHTTPClientTransport(new URL(url), {requestInit: {headers}});
  return connected(era, client => client.connect(transport));
}

/** What a person at the client answers to a form; null when they turn away from it. */
export type FormAnswers = (form: {readonly message: string}) => Record<string, string> | null;

/** A client whose person is shown forms, over the process that `command` starts. */
export async function askingClient(
  era: string,
  [command = '', ...args]: readonly string[],
  options: {
    readonly env: Record<string, string>;
    readonly cwd: string;
    readonly answers: FormAnswers;
    readonly name?: string;
  },
): Promise<TestClient> {
  const {env, cwd, answers, name = 'asking-client'} = options;
  const transport = new StdioClientTransport({command, args, env, cwd});
  const client = new Client({name, version: '1.0.0'}, {capabilities: {elicitation: {form: {}}}, ...eras[era]});
  client.setRequestHandler('elicitation/create', ({params}) => {
    const content = answers({message: params.message});
    return content ? {action: 'accept', content} : {action: 'decline'};
  });
  await client.connect(transport);
  return Object.assign(client, {[Symbol.asyncDispose]: () => client.close()});
}

async function connected(era: string, connect: (client: Client) => Promise<void>): Promise<TestClient> {
  const client = new Client({name: 'test-client', version: '1.0.0'}, {capabilities: {}, ...eras[era]});
  await connect(client);
  return Object.assign(client, {[Symbol.asyncDispose]: () => client.close()});
}
