import type {AnyTool} from './define-tool.ts';
import {getContext} from './terminal/get-context.ts';
import {manageSession} from './terminal/manage-session.ts';
import {readOutput} from './terminal/read-output.ts';
import {readScreen} from './terminal/read-screen.ts';
import {runCommand} from './terminal/run-command.ts';
import {sendControl} from './terminal/send-control.ts';
import {sendKeys} from './terminal/send-keys.ts';
import {sendText} from './terminal/send-text.ts';
import {waitForEvents} from './terminal/wait-for-events.ts';
import {watchOutput} from './terminal/watch-output.ts';

/** Every tool there is. Adding one here puts it on every surface. */
export const allTools: readonly AnyTool[] = [
  runCommand,
  readOutput,
  readScreen,
  sendControl,
  sendKeys,
  sendText,
  watchOutput,
  waitForEvents,
  manageSession,
  getContext,
];
