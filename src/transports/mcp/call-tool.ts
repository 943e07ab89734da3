import type {CallToolResult, ServerContext} from '@modelcontextprotocol/server';
import {CottyError} from '../../core/index.ts';
import type {Caller, Engine} from '../../engine/index.ts';
import type {AnyTool, Progress, ToolImage} from '../../tools/index.ts';
import {invokeTool} from '../invoke-tool.ts';
import {toCallResult, toErrorResult} from './result.ts';

export interface CallScope {
  readonly engine: Engine;
  readonly caller: Caller;
}

/** Runs one `tools/call`. Failures become error results that the model can read; nothing is thrown. */
export async function callTool(
  tool: AnyTool,
  input: unknown,
  context: ServerContext,
  scope: CallScope,
): Promise<CallToolResult> {
  try {
    const meta = context.mcpReq._meta ?? {};
    if (meta['cotty/repeated'] === true) refuseUnsafeRepeat(tool);
    const images: ToolImage[] = [];
    const outcome = await invokeTool(tool, input, {
      engine: scope.engine,
      caller: scope.caller,
      signal: context.mcpReq.signal,
      onProgress: progressForwarder(context),
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
function progressForwarder(context: ServerContext): ((progress: Progress) => void) | undefined {
  const progressToken = context.mcpReq._meta?.progressToken;
  if (progressToken === undefined) return undefined;
  return ({elapsedMs, message}) => {
    const params = {progressToken, progress: elapsedMs, message};
    context.mcpReq.notify({method: 'notifications/progress', params}).catch(() => {});
  };
}
