import {
  type CallToolResult,
  CLIENT_CAPABILITIES_META_KEY,
  CLIENT_INFO_META_KEY,
  type Implementation,
  type InputRequiredResult,
  type McpRequestContext,
  McpServer,
  type McpServerOptions,
  type ServerContext,
  type StandardSchemaWithJSON,
} from '@modelcontextprotocol/server';
import type {SkillCatalog} from '@modelcontextprotocol/server/ext/skills';
import {field, shownName, textField} from '../../core/index.ts';
import {type Caller, type Engine, type Identity, servicesOf} from '../../engine/index.ts';
import {type AnyTool, findTool} from '../../tools/index.ts';
import {annotationsOf} from './annotations.ts';
import {callTool, type ToolRequest} from './call-tool.ts';
import {type Asking, questionFor, takeAnswers} from './elicit-approval.ts';
import {inputJsonSchema} from './input-schema.ts';
import {instructions as defaultInstructions} from './instructions.ts';
import {toErrorResult} from './result.ts';

export interface McpFactoryOptions {
  readonly engine: Engine;
  readonly tools: readonly AnyTool[];
  readonly serverInfo: Implementation;
  /** What clients tell their model; default is {@link defaultInstructions}. */
  readonly instructions?: string;
  /**
   * Who calls: the same key has the same active session. Given the client's name as it introduced itself and, for the
   * 2025 eras over HTTP, the MCP session's id.
   */
  readonly callerKey: (client: {readonly name: string; readonly mcpSessionId: string | undefined}) => string;
  /** What is known of whoever is at the other end; by default the process that holds the standard streams. The client says its name. */
  readonly identity?: Pick<Identity, 'credentials' | 'agentId'>;
  /** A person may be at the forms of the client; by default one always is. */
  readonly hasPerson?: (() => Promise<boolean>) | undefined;
  /** Sees the caller before each call, and may hand on another in its place. */
  readonly prepareCaller?: (caller: Caller) => Caller;
  /** Offers these skills by the MCP extension `io.modelcontextprotocol/skills`. */
  readonly skills?: SkillCatalog;
  /** Adds to each server before it is served. */
  readonly extend?: McpExtension;
}

/** More than the tools: SDK options, and whatever is registered by hand. Unknown tools are then left to the SDK. */
export interface McpExtension {
  readonly options?: McpServerOptions;
  readonly register: (server: McpServer) => void;
}

/** Makes the servers that every MCP transport and protocol era serves: cheap, without state of their own. */
export interface McpFactory {
  (context: McpRequestContext): McpServer;
  /** What such a server answers to `tools/call`. Absent where the SDK has a part in the answer. */
  readonly callTool?: ToolCalls;
}

/** Calls a tool by its name for a client, as it has introduced itself. Never rejects. */
export type ToolCalls = (
  client: {readonly name: string},
  params: {readonly name: string; readonly arguments?: unknown},
  request: ToolRequest,
) => Promise<CallToolResult | InputRequiredResult>;

const LIST_TTL_MS = 3_600_000;
/** Core tools that clients with deferred tool loading should show at once. */
const ALWAYS_LOADED = new Set(['run_command', 'read_screen', 'manage_session']);

export function createMcpFactory(options: McpFactoryOptions): McpFactory {
  const tools = options.tools.toSorted((a, b) => (a.name < b.name ? -1 : 1));
  const call = (tool: AnyTool, input: unknown, client: Client, request: ToolRequest) =>
    callAsClient(options, tool, input, client, request);
  const callNamed = async (client: Client, params: Parameters<ToolCalls>[1], request: ToolRequest) => {
    try {
      return await call(findTool(tools, params.name), params.arguments, client, request);
    } catch (error) {
      return toErrorResult(error);
    }
  };
  const makeServer = (): McpServer => {
    const server = new McpServer(options.serverInfo, {
      capabilities: {tools: {listChanged: false}},
      instructions: options.instructions ?? defaultInstructions,
      cacheHints: {'tools/list': {ttlMs: LIST_TTL_MS, cacheScope: 'public'}},
      ...options.extend?.options,
    });
    for (const tool of tools)
      register(server, tool, (input, context) =>
        call(tool, input, clientOf(server, context), requestOf(server, context)),
      );
    options.skills?.attach(server);
    if (options.extend) options.extend.register(server);
    // Instead of the SDK's own: an unknown tool is answered with the names of the known ones, as a result.
    else
      server.server.setRequestHandler('tools/call', ({params}, context) =>
        callNamed(clientOf(server, context), params, requestOf(server, context)),
      );
    return server;
  };
  return options.extend ? makeServer : Object.assign(makeServer, {callTool: callNamed});
}

interface Client {
  readonly name: string;
  readonly mcpSessionId?: string | undefined;
}

function clientOf(server: McpServer, context: ServerContext): Client {
  // Where there is no handshake each request says whose it is.
  const told = textField(field(context.mcpReq.envelope, CLIENT_INFO_META_KEY), 'name');
  const name = shownName(told) || shownName(server.server.getClientVersion()?.name ?? '') || 'unknown';
  return {name, mcpSessionId: context.sessionId};
}

function requestOf(server: McpServer, {mcpReq}: ServerContext): ToolRequest {
  const meta = mcpReq._meta ?? {};
  // Where there is no handshake each request says what its client can do.
  const capabilities = field(mcpReq.envelope, CLIENT_CAPABILITIES_META_KEY) ?? server.server.getClientCapabilities();
  const canAsk = showsForms(capabilities);
  return {
    meta,
    signal: mcpReq.signal,
    asking: {canAsk, responses: mcpReq.inputResponses},
    notify: notification => mcpReq.notify(notification),
  };
}

/** `elicitation: {}` means forms, and so it was before there was anything else. */
export function showsForms(capabilities: unknown): boolean {
  const elicitation = field(capabilities, 'elicitation');
  if (typeof elicitation !== 'object' || elicitation === null) return false;
  return 'form' in elicitation || !('url' in elicitation);
}

function register(
  server: McpServer,
  tool: AnyTool,
  run: (input: unknown, request: ServerContext) => Promise<CallToolResult | InputRequiredResult>,
): void {
  const config = {
    title: tool.title,
    description: tool.description,
    inputSchema: unchecked(tool),
    annotations: annotationsOf(tool),
    ...(ALWAYS_LOADED.has(tool.name) && {_meta: {'anthropic/alwaysLoad': true}}),
  };
  server.registerTool(tool.name, config, run);
}

async function callAsClient(
  options: McpFactoryOptions,
  tool: AnyTool,
  input: unknown,
  {name, mcpSessionId}: Client,
  request: ToolRequest,
): Promise<CallToolResult | InputRequiredResult> {
  const {engine, identity, prepareCaller = asIs} = options;
  const key = options.callerKey({name, mcpSessionId});
  const caller = prepareCaller(engine.caller(key, {...identity, type: 'agent', via: 'mcp', name}));
  const asking = request.asking && (await askingOf(request.asking, options));
  if (asking) takeAnswers(engine, caller, asking);
  const result = await callTool(tool, input, request, {services: servicesOf(engine), caller});
  return (asking && questionFor(result._meta, engine, asking)) ?? result;
}

/** Where nobody but an agent may see a form there is nothing to ask and no answer. */
async function askingOf(asking: Asking, {hasPerson}: Pick<McpFactoryOptions, 'hasPerson'>): Promise<Asking> {
  const isConcerned = asking.canAsk || asking.responses !== undefined;
  return !isConcerned || !hasPerson || (await hasPerson()) ? asking : {canAsk: false, responses: undefined};
}

const asIs = (caller: Caller): Caller => caller;

/** Publishes the strict schema but lets everything through: the tool itself validates, and names the valid arguments. */
function unchecked(tool: AnyTool): StandardSchemaWithJSON {
  const schema = () => ({...inputJsonSchema(tool.input)});
  return {
    '~standard': {
      version: 1,
      vendor: 'cotty',
      validate: value => ({value}),
      jsonSchema: {input: schema, output: schema},
    },
  };
}
