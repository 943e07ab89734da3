import type {AnyTool, ToolOutcome} from '../tools/index.ts';

export type ToolContext = Parameters<AnyTool['call']>[1];

/** The one way in which every transport runs a tool: the engine does not count as idle meanwhile. Throws `CottyError`. */
export function invokeTool(tool: AnyTool, input: unknown, context: ToolContext): Promise<ToolOutcome> {
  return context.engine.busyWith(() => tool.call(input, context));
}
