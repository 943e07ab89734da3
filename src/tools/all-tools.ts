import type {AnyTool} from './define-tool.ts';
import {editFile} from './skills/edit-file.ts';
import {globFiles} from './skills/glob-files.ts';
import {grepFiles} from './skills/grep-files.ts';
import {listFiles} from './skills/list-files.ts';
import {listSkills} from './skills/list-skills.ts';
import {makeDirectory} from './skills/make-directory.ts';
import {readFile} from './skills/read-file.ts';
import {readSkill} from './skills/read-skill.ts';
import {terminalExec} from './skills/terminal-exec.ts';
import {writeFile} from './skills/write-file.ts';
import {checkCommand} from './terminal/check-command.ts';
import {getContext} from './terminal/get-context.ts';
import {manageSession} from './terminal/manage-session.ts';
import {readOutput} from './terminal/read-output.ts';
import {readScreen} from './terminal/read-screen.ts';
import {runCommand} from './terminal/run-command.ts';
import {screenshot} from './terminal/screenshot.ts';
import {sendControl} from './terminal/send-control.ts';
import {sendKeys} from './terminal/send-keys.ts';
import {sendText} from './terminal/send-text.ts';
import {waitForEvents} from './terminal/wait-for-events.ts';
import {waitForStableOutput} from './terminal/wait-for-stable-output.ts';
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
  waitForStableOutput,
  screenshot,
  manageSession,
  getContext,
  checkCommand,
  terminalExec,
  listSkills,
  readSkill,
  readFile,
  writeFile,
  editFile,
  listFiles,
  makeDirectory,
  grepFiles,
  globFiles,
];
