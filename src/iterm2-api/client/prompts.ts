/** What shell integration tells iTerm2 of prompts and commands. */

import {NotificationType} from '../generated/notifications_pb.js';
import type {PromptNotification} from '../generated/prompts_pb.js';
import {
  type GetPromptResponse,
  ListPromptsResponse_Status as Listed,
  PromptMonitorMode,
  GetPromptResponse_State as State,
  GetPromptResponse_Status as Status,
} from '../generated/prompts_pb.js';
import type {Subscription} from './iterm2-app.ts';
import {answered, noSession, type Requests, refusedBy} from './requests.ts';

export interface Iterm2Prompt {
  /** Null where iTerm2 does not say. */
  readonly id: string | null;
  readonly state: 'editing' | 'running' | 'finished';
  /** Of a finished command. */
  readonly exitStatus: number | null;
  readonly command: string;
  readonly cwd: string | null;
  /** Where its output begins. It ends, by iTerm2's account, at the cursor: see {@link listPrompts} for the one that comes next. */
  readonly output: {readonly line: number; readonly col: number} | null;
}

/** The newest prompt, or the one of that id; null where the session has none. */
export async function readPrompt(api: Requests, session: string, id?: string): Promise<Iterm2Prompt | null> {
  const response = await answered(api, 'getPromptRequest', {session, ...(id !== undefined && {uniquePromptId: id})});
  if (response.status === Status.SESSION_NOT_FOUND) throw noSession(session);
  if (response.status === Status.PROMPT_UNAVAILABLE) return null;
  if (response.status !== Status.OK) throw refusedBy('tell the prompt', Status[response.status]);
  return promptOf(response);
}

/** Ids, the oldest first. */
export async function listPrompts(api: Requests, session: string): Promise<readonly string[]> {
  const {status, uniquePromptId} = await answered(api, 'listPromptsRequest', {session});
  if (status === Listed.SESSION_NOT_FOUND) throw noSession(session);
  return uniquePromptId;
}

function promptOf(response: GetPromptResponse): Iterm2Prompt {
  const {uniquePromptId, promptState, exitStatus, command, workingDirectory, outputRange} = response;
  const {start} = outputRange ?? {};
  return {
    id: uniquePromptId || null,
    state: promptState === State.FINISHED ? 'finished' : promptState === State.RUNNING ? 'running' : 'editing',
    exitStatus: promptState === State.FINISHED ? exitStatus : null,
    command,
    cwd: workingDirectory || null,
    output: start ? {line: Number(start.y), col: start.x} : null,
  };
}

/** All that the monitor tells of one session: prompts, and beginnings and ends of commands. */
export function promptSubscription(session: string): Subscription {
  const modes = [PromptMonitorMode.PROMPT, PromptMonitorMode.COMMAND_START, PromptMonitorMode.COMMAND_END];
  return {
    session,
    notificationType: NotificationType.NOTIFY_ON_PROMPT,
    arguments: {case: 'promptMonitorRequest', value: {modes}},
  };
}

/** What it has told. */
export type PromptNews =
  | {readonly type: 'prompt'; readonly id: string; readonly cwd: string | null}
  | {readonly type: 'commandStart'; readonly id: string; readonly command: string}
  | {readonly type: 'commandEnd'; readonly id: string; readonly exitStatus: number};

/** Null for news that it does not know. */
export function readPromptNews({event, uniquePromptId: id}: PromptNotification): PromptNews | null {
  switch (event.case) {
    case 'prompt':
      return {type: 'prompt', id, cwd: event.value.prompt?.workingDirectory || null};
    case 'commandStart':
      return {type: 'commandStart', id, command: event.value.command};
    case 'commandEnd':
      return {type: 'commandEnd', id, exitStatus: event.value.status};
    case undefined:
      return null;
    default:
      return event satisfies never;
  }
}
