/** Every operation cotty offers, defined once. */
export {allTools} from './all-tools.ts';
export type {AnyTool, Effect, Presentation, Progress, ToolCall, ToolOutcome, Toolset} from './define-tool.ts';
export {findTool, selectTools} from './toolbox.ts';
