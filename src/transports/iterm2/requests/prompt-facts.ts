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
    command: await commandText(session, prompt),
    promptState: STATES[prompt.state],
    ...(prompt.state === 'finished' && {exitStatus: exitStatus ?? 0}),
    uniquePromptId: prompt.id,
  };
}

/** The line as it stood on the screen when the shell took it, where the shell does not tell it. */
export async function commandText(session: Session, {command, inputStart, inputEnd}: Prompt): Promise<string> {
  if (command !== null || inputEnd === null) return command ?? '';
  const from = await place(session, inputStart);
  const to = await place(session, inputEnd);
  const wanted = {type: 'range', from: Number(from.y), to: Number(to.y) + 1} as const;
  const {lines} = await session.screen.lines(wanted, inputEnd);
  const texts = lines.map(({text, units, goesOn}, index) => {
    const skipped = index === 0 ? units.slice(0, from.x).reduce((sum, count) => sum + count, 0) : 0;
    return `${text.slice(skipped).replaceAll('\0', ' ')}${goesOn ? '' : '\n'}`;
  });
  return texts.join('').trimEnd();
}

const STATES = {editing: State.EDITING, running: State.RUNNING, finished: State.FINISHED} as const;

/** The cell at which the cursor stood, by default where it stands. */
async function place(session: Session, at?: LogCursor): Promise<{x: number; y: bigint}> {
  const {cursor} = await session.screen.lines({type: 'none'}, at);
  return {x: cursor.col, y: BigInt(cursor.line)};
}
