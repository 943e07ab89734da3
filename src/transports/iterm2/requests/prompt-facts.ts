import type {LogCursor} from '../../../core/index.ts';
import type {Session} from '../../../engine/index.ts';
import {type ResponseInit, GetPromptResponse_State as State} from '../../../iterm2-api/index.ts';
import type {Prompt} from '../model/prompt-log.ts';

type Facts = NonNullable<ResponseInit<'getPromptRequest'>>;

/** A prompt with its places on the screen. As in iTerm2 the output reaches to the cursor, also that of a command long over. */
export async function promptFacts(session: Session, prompt: Prompt): Promise<Facts> {
  const {promptStart, inputStart, inputEnd, outputStart, exitStatus} = prompt;
  const cursor = await place(session);
  const from = await place(session, promptStart);
  const input = await place(session, inputStart);
  const end = inputEnd === null ? cursor : await place(session, inputEnd);
  const output = outputStart === null ? null : await place(session, outputStart);
  return {
    promptRange: {start: from, end: input},
    commandRange: {start: input, end},
    ...(output && {outputRange: {start: output, end: cursor}}),
    workingDirectory: prompt.cwd,
    command: prompt.command ?? '',
    promptState: STATES[prompt.state],
    ...(prompt.state === 'finished' && {exitStatus: exitStatus ?? 0}),
    uniquePromptId: prompt.id,
  };
}

const STATES = {editing: State.EDITING, running: State.RUNNING, finished: State.FINISHED} as const;

/** The cell at which the cursor stood, by default where it stands. */
async function place(session: Session, at?: LogCursor): Promise<{x: number; y: bigint}> {
  const {cursor} = await session.screen.lines({type: 'none'}, at);
  return {x: cursor.col, y: BigInt(cursor.line)};
}
