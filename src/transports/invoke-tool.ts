import type {AnyTool, ToolContext, ToolOutcome} from '../tools/index.ts';

/** The one way in which every transport runs a tool: the engine does not count as idle meanwhile. Throws `CottyError`. */
export function invokeTool(tool: AnyTool, input: unknown, context: ToolContext): Promise<ToolOutcome> {
  return context.services.activity.busyWith(() => tool.call(input, context));
}
