/** Every operation cotty offers, defined once. */
export {allTools} from './all-tools.ts';
export type {
  AnyTool,
  FollowingTerminal,
  Presentation,
  Progress,
  Tool,
  ToolImage,
  ToolOptions,
  ToolOutcome,
  ToolValue,
} from './define-tool.ts';
/** A value, or an error, as whoever reads it gets it. */
export {maskValue, revealError} from './reveal-value.ts';
/** Single tools, for callers in the same process. */
export {manageSession} from './terminal/manage-session.ts';
export {readOutput} from './terminal/read-output.ts';
export {readScreen} from './terminal/read-screen.ts';
export {runCommand} from './terminal/run-command.ts';
export {sendControl} from './terminal/send-control.ts';
export {sendKeys} from './terminal/send-keys.ts';
export {sendText} from './terminal/send-text.ts';
/** Sessions as lists show them. */
export {sessionRows} from './terminal/session-rows.ts';
export {watchOutput} from './terminal/watch-output.ts';
export {findTool, selectTools} from './toolbox.ts';
