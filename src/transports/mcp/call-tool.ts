import type {CallToolResult, JSONRPCNotification} from '@modelcontextprotocol/server';
import {CottyError} from '../../core/index.ts';
import type {Caller, Services} from '../../engine/index.ts';
import type {AnyTool, Progress, ToolImage} from '../../tools/index.ts';
import type {Asking} from './elicit-approval.ts';
import {toCallResult, toErrorResult} from './result.ts';

export interface CallScope {
  readonly services: Services;
  readonly caller: Caller;
}

/** A `tools/call` as it came from the client. */
export interface ToolRequest {
  readonly meta: Readonly<Record<string, unknown>>;
  readonly signal: AbortSignal;
  /** What the client can ask its person, and what was answered; absent where it is not known. */
  readonly asking?: Asking | undefined;
  readonly notify: (notification: Pick<JSONRPCNotification, 'method' | 'params'>) => Promise<void>;
}

/** Runs one `tools/call`. Failures become error results that the model can read; nothing is thrown. */
export async function callTool(
  tool: AnyTool,
  input: unknown,
  request: ToolRequest,
  scope: CallScope,
): Promise<CallToolResult> {
  try {
    const {meta} = request;
    if (meta['cotty/repeated'] === true) refuseUnsafeRepeat(tool);
    const images: ToolImage[] = [];
    const outcome = await tool.call(input, {
      services: scope.services,
      caller: scope.caller,
      signal: request.signal,
      onProgress: progressForwarder(request),
      onImage: image => images.push(image),
      requestId: typeof meta['cotty/request_id'] === 'string' ? meta['cotty/request_id'] : undefined,
    });
    return toCallResult(tool, outcome, images);
  } catch (error) {
    return toErrorResult(error);
  }
}

/**
 * A call that was under way when the server was replaced may have been carried out. Reading again is harmless, but typing
 * again is not.
 */
function refuseUnsafeRepeat(tool: AnyTool): void {
  if (tool.effect === 'read' || tool.idempotent || tool.joinsFirstCall) return;
  throw new CottyError(
    'server_unavailable',
    `cotty's server was replaced during this ${tool.name}; it may have been carried out or not.`,
    'Look before calling it again: read_screen shows the terminal, manage_session action=list the sessions.',
  );
}

/** Undefined when the client did not ask for progress. The last notification may be lost; progress is a courtesy. */
function progressForwarder({meta, notify}: ToolRequest): ((progress: Progress) => void) | undefined {
  const {progressToken} = meta;
  if (progressToken === undefined) return undefined;
  return ({elapsedMs, message}) => {
    const params = {progressToken, progress: elapsedMs, message};
    notify({method: 'notifications/progress', params}).catch(() => {});
  };
}
