import {setTimeout as delay} from 'node:timers/promises';
import {type CallToolResult, inputRequired, type McpServer, type ServerNotifier} from '@modelcontextprotocol/server';

/** The suite asks for pauses of this length between messages. */
const PAUSE_MS = 50;

/** Tools that say something before their result, or make the server's lists change. */
export function registerStreamTools(server: McpServer, notifier: () => ServerNotifier): void {
  server.registerTool('test_tool_with_logging', {description: 'Logs three times'}, async ctx => {
    await ctx.mcpReq.log('info', 'Tool execution started');
    await delay(PAUSE_MS);
    await ctx.mcpReq.log('info', 'Tool processing data');
    await delay(PAUSE_MS);
    await ctx.mcpReq.log('info', 'Tool execution completed');
    return text('Logged three times.');
  });
  server.registerTool('test_logging_tool', {description: 'Logs once'}, async ctx => {
    await ctx.mcpReq.log('info', 'Only for those who asked');
    return text('Logged once.');
  });
  server.registerTool('test_tool_with_progress', {description: 'Reports progress three times'}, async ctx => {
    const progressToken = ctx.mcpReq._meta?.progressToken;
    for (const progress of [0, 50, 100]) {
      if (progressToken !== undefined) {
        await ctx.mcpReq.notify({method: 'notifications/progress', params: {progressToken, progress, total: 100}});
      }
      if (progress < 100) await delay(PAUSE_MS);
    }
    return text('Progressed.');
  });
  server.registerTool('test_reconnection', {description: 'Closes its stream in mid-call'}, async ctx => {
    ctx.http?.closeSSE?.();
    await delay(2 * PAUSE_MS);
    return text('Read after a reconnect.');
  });
  server.registerTool('test_streaming_elicitation', {description: 'Asks the person something'}, async () =>
    inputRequired({
      inputRequests: {
        question: inputRequired.elicit({
          message: 'Anything?',
          requestedSchema: {type: 'object', properties: {answer: {type: 'string'}}},
        }),
      },
    }),
  );
  server.registerTool('test_trigger_tool_change', {description: 'Says that the tools changed'}, async () => {
    notifier().toolsChanged();
    return text('Said so.');
  });
  server.registerTool('test_trigger_prompt_change', {description: 'Says that the prompts changed'}, async () => {
    notifier().promptsChanged();
    return text('Said so.');
  });
}

function text(message: string): CallToolResult {
  return {content: [{type: 'text', text: message}]};
}
