import {join} from 'node:path';
import {type Clock, CottyError, type SessionId, type ShownPlace, systemClock} from '../../core/index.ts';
import {type Iterm2Session, readCoprocess, runCoprocess, setVariable, stopCoprocess} from '../../iterm2-api/index.ts';
import {SessionLogReader} from '../../log/index.ts';
import {checkpointFile} from '../recording/checkpoint-file.ts';
import {sessionDirectory, writeFacts} from '../recording/session-directory.ts';
import {SessionJournal} from '../recording/session-journal.ts';
import {memoryText, type TerminalMemory} from '../recording/terminal-memory.ts';
import {drawnScreen} from './adopted-session.ts';
import type {Iterm2Connection} from './iterm2-connection.ts';
import {OutputPipe} from './output-pipe.ts';
import type {SessionFacts} from './session-facts.ts';
import {SessionLink} from './session-link.ts';
import {writePlace} from './session-place.ts';
import {showState} from './shown-state.ts';

export interface FollowContext {
  /** COTTY_HOME. */
  readonly home: string;
  readonly connection: Iterm2Connection;
  readonly clock?: Clock | undefined;
  readonly maxLogBytes?: number | undefined;
  /** Where the person is shown what goes on in sessions. */
  readonly shows?: readonly ShownPlace[] | undefined;
  readonly onEnd: (id: SessionId) => void;
}

export interface Following {
  readonly session: Iterm2Session;
  readonly memory: TerminalMemory;
  readonly facts: SessionFacts;
  readonly isForeign: boolean;
  /** It was no session of cotty's before. */
  readonly isNew: boolean;
  readonly nonceOffer?: Disposable | undefined;
}

/** The variable of a session in which iTerm2 keeps what the next server of cotty's has to know; it ends with the session. */
export const MEMORY = 'user.cotty';

/** Records a session from now on. Errors: `denied` when something else listens to it already. */
export async function followSession(following: Following, context: FollowContext): Promise<SessionLink> {
  const {session, memory, facts, isForeign, isNew, nonceOffer} = following;
  const {home, connection, clock = systemClock, maxLogBytes, shows = [], onEnd} = context;
  const {api} = connection;
  const {sessionId, nonce, eventKey} = memory;
  const directory = sessionDirectory(home, sessionId);
  const journal = new SessionJournal({
    directory: directory.log,
    nonce,
    eventKey,
    clock,
    segmentBytes: undefined,
    maxBytes: maxLogBytes,
  });
  if (isNew) {
    const {backend: _, alive: __, ...told} = facts;
    journal.append({type: 'open', ...told});
    writePlace(home, sessionId, {guid: session.id, isForeign});
  }
  if (isForeign || !isNew) journal.goOnBehindGap(null);
  let known = memory;
  const remember = (changed: SessionFacts): void => keepFacts(home, changed);
  const link = new SessionLink({
    connection,
    guid: session.id,
    facts,
    directory: directory.root,
    journal,
    log: SessionLogReader.open(directory.log, {follows: true, checkpoint: checkpointFile(directory.root)}),
    isForeign,
    nonceOffer,
    keepNested: (shell, nested) => {
      known = {...known, nested: [...known.nested, {...shell, nonce: nested}]};
      setVariable(api, session.id, MEMORY, memoryText(known)).catch(() => undefined);
    },
    remember,
    show: shows.length === 0 ? undefined : state => showState(api, session.id, state, shows),
    letGo: async () => {
      await showState(api, session.id, null, shows).catch(() => undefined);
      await stopCoprocess(api, session.id);
      await setVariable(api, session.id, MEMORY, null);
    },
    onEnd: () => onEnd(sessionId),
  });
  for (const nested of memory.nested) link.recallNested(nested);
  try {
    const pipe = await OutputPipe.make(join(directory.root, 'output'), {
      onOutput: bytes => link.print(bytes),
      onEnd: () => link.printedLast(),
    });
    await link.begin(pipe);
    if (isForeign && isNew) link.print(await drawnScreen(api, session));
    await copyInto(pipe, session.id, connection);
    await link.lookAtPrompt();
    if (isNew) await setVariable(api, session.id, MEMORY, memoryText(memory));
  } catch (error) {
    await link[Symbol.asyncDispose]();
    throw error;
  }
  remember(facts);
  return link;
}

/** A full disk must not end a session: the log's own first event holds the same facts. */
function keepFacts(home: string, facts: SessionFacts): void {
  try {
    writeFacts(home, facts);
  } catch {
    // As said.
  }
}

async function copyInto(pipe: OutputPipe, guid: string, {api}: Iterm2Connection): Promise<void> {
  const other = await readCoprocess(api, guid);
  // That of the server of cotty's before us.
  if (other === pipe.commandLine) await stopCoprocess(api, guid);
  else if (other !== null) throw isTaken(other);
  if (!(await runCoprocess(api, guid, pipe.commandLine))) throw isTaken('another one');
  await pipe.begun;
}

function isTaken(commandLine: string): CottyError {
  return new CottyError(
    'denied',
    `The session has a coprocess, and iTerm2 gives its output to one alone: ${commandLine}`,
    'Stop it in iTerm2 (Session > Stop Coprocess), or use another session.',
  );
}
