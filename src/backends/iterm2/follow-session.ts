import {join} from 'node:path';
import {CottyError, field, type SessionId, type ShownPlace, textField} from '../../core/index.ts';
import {
  type Iterm2Session,
  readCoprocess,
  runCoprocess,
  setVariable,
  showAlert,
  stopCoprocess,
} from '../../iterm2-api/index.ts';
import type {ApplicationFacts} from '../application/application-facts.ts';
import type {SessionPlace, SessionRecords} from '../application/session-records.ts';
import {memoryText, type TerminalMemory} from '../recording/terminal-memory.ts';
import {drawnScreen} from './adopted-session.ts';
import {ContentsReader} from './applescript/contents-reader.ts';
import type {Iterm2Connection} from './iterm2-connection.ts';
import {OutputPipe} from './output-pipe.ts';
import {SessionLink} from './session-link.ts';
import {showState} from './shown-state.ts';

export interface FollowContext {
  readonly records: SessionRecords;
  readonly connection: Iterm2Connection;
  /** Where the person is shown what goes on in sessions. */
  readonly shows?: readonly ShownPlace[] | undefined;
  readonly onEnd: (id: SessionId) => void;
}

export interface Following {
  readonly session: Iterm2Session;
  readonly memory: TerminalMemory;
  readonly facts: ApplicationFacts;
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
  const {records, connection, shows = [], onEnd} = context;
  const {api, fallback} = connection;
  const place: PlaceInIterm2 = {guid: session.id, isForeign, ...(fallback && {byAppleScript: true})};
  const isShown = shows.length > 0 && !fallback;
  const recording = records.begin({memory, facts, place, isNew});
  let known = memory;
  const link = new SessionLink({
    ...recording,
    connection,
    guid: session.id,
    facts,
    isForeign,
    nonceOffer,
    keepNested: (shell, nested) => {
      known = {...known, nested: [...known.nested, {...shell, nonce: nested}]};
      setVariable(api, session.id, MEMORY, memoryText(known)).catch(() => undefined);
    },
    remember: changed => records.remember(changed),
    show: isShown ? state => showState(api, session.id, state, shows) : undefined,
    askPerson: shows.includes('alert') && !fallback ? question => showAlert(api, session.id, question) : undefined,
    letGo: async () => {
      if (isShown) await showState(api, session.id, null, shows).catch(() => undefined);
      if (!fallback) await stopCoprocess(api, session.id);
      await setVariable(api, session.id, MEMORY, null);
    },
    onEnd: () => onEnd(memory.sessionId),
  });
  for (const nested of memory.nested) link.recallNested(nested);
  const listener = {onOutput: (bytes: Uint8Array) => link.print(bytes), onEnd: () => link.printedLast()};
  try {
    if (fallback) {
      const rows = (): number => link.facts.rows;
      const reader = new ContentsReader(fallback, session.id, {rows, knowsNothing: isNew, listener});
      await link.begin(reader);
      await reader.caughtUp();
    } else {
      const pipe = await OutputPipe.make(join(recording.directory, 'output'), listener);
      await link.begin(pipe);
      if (isForeign && isNew) link.print(await drawnScreen(api, session));
      await copyInto(pipe, session.id, connection);
      await link.lookAtPrompt();
    }
    if (isNew) await setVariable(api, session.id, MEMORY, memoryText(memory));
  } catch (error) {
    await link[Symbol.asyncDispose]();
    throw error;
  }
  records.remember(facts);
  return link;
}

/** Where a session is, as a later server of cotty's finds it. */
export interface PlaceInIterm2 extends SessionPlace {
  /** iTerm2's id. */
  readonly guid: string;
  /** The API was off. */
  readonly byAppleScript?: boolean;
}

export function readPlace(value: unknown): PlaceInIterm2 | undefined {
  const guid = textField(value, 'guid');
  const is = (name: string): boolean => field(value, name) === true;
  return guid ? {guid, isForeign: is('isForeign'), byAppleScript: is('byAppleScript')} : undefined;
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
