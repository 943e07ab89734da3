import {randomBytes} from 'node:crypto';
import {join} from 'node:path';
import {
  type BackendKind,
  type Clock,
  CottyError,
  encodeId,
  parseSessionId,
  type ResumeOptions,
  type SessionId,
  type SessionLogView,
  systemClock,
  type TerminalFacts,
  type TerminalLink,
} from '../../core/index.ts';
import {newNonce, SessionLogReader} from '../../log/index.ts';
import {readPrivateFile, writePrivateFile} from '../../private/index.ts';
import {linkTo, type WholeTerminal} from '../opening/link-to.ts';
import {checkpointFile} from '../recording/checkpoint-file.ts';
import {
  createSessionDirectory,
  listSessionDirectories,
  readFacts,
  removeSessionDirectory,
  sessionDirectory,
  writeFacts,
} from '../recording/session-directory.ts';
import {SessionJournal} from '../recording/session-journal.ts';
import type {TerminalMemory} from '../recording/terminal-memory.ts';
import {type ApplicationFacts, type Exit, UNKNOWN_EXIT} from './application-facts.ts';

export interface RecordsOptions {
  /** COTTY_HOME. */
  readonly home: string;
  readonly clock?: Clock | undefined;
  readonly maxLogBytes?: number | undefined;
}

/** What stands on disk of the sessions in one application. Words of it name the application in what a person reads. */
export class SessionRecords {
  readonly home: string;
  readonly backend: BackendKind;
  /** As a person calls the application. */
  readonly title: string;
  readonly #idPrefix: string;
  readonly #options: RecordsOptions;

  constructor(application: {backend: BackendKind; title: string; idPrefix: string}, options: RecordsOptions) {
    this.home = options.home;
    this.backend = application.backend;
    this.title = application.title;
    this.#idPrefix = application.idPrefix;
    this.#options = options;
  }

  /** Nobody else gets it: its directory is made. Error: `home_unwritable`. */
  newSessionId(): SessionId {
    for (;;) {
      const sessionId = parseSessionId(`${this.#idPrefix}${encodeId(randomBytes(10))}`);
      if (sessionId !== undefined && createSessionDirectory(this.home, sessionId)) return sessionId;
    }
  }

  /** One that never began. */
  forget(sessionId: SessionId): void {
    removeSessionDirectory(this.home, sessionId);
  }

  known(): readonly SessionId[] {
    return listSessionDirectories(this.home).filter(id => id.startsWith(this.#idPrefix));
  }

  /** Undefined for a session of another application, and where nothing can be read. */
  recall(
    sessionId: SessionId,
    {isAlive}: {readonly isAlive: boolean},
  ): {facts: TerminalFacts; log: SessionLogView} | undefined {
    const facts = sessionId.startsWith(this.#idPrefix) ? readFacts(this.home, sessionId) : undefined;
    return facts && {facts: {...facts, alive: isAlive}, log: this.#log(sessionId, {follows: false})};
  }

  /** Those that were followed by a server of cotty's before us; `resume` gives none where a session has ended meanwhile. */
  async resumed(
    resume: (facts: TerminalFacts) => Promise<WholeTerminal | null>,
    {isFollowed, onRefused}: ResumeOptions,
  ): Promise<readonly TerminalLink[]> {
    const links: TerminalLink[] = [];
    for (const id of this.known()) {
      const facts = readFacts(this.home, id);
      if (!facts?.alive || isFollowed?.(id)) continue;
      try {
        const link = await resume(facts);
        if (link) links.push(linkTo(link));
      } catch (error) {
        onRefused?.(id, error);
      }
    }
    return links;
  }

  /** Records a session from now on. */
  begin({memory, facts, place, isNew}: Beginning): Recording {
    const {clock = systemClock, maxLogBytes} = this.#options;
    const {sessionId, nonce, eventKey} = memory;
    const directory = sessionDirectory(this.home, sessionId);
    const journal = new SessionJournal({
      directory: directory.log,
      nonce,
      eventKey,
      clock,
      segmentBytes: undefined,
      maxBytes: maxLogBytes,
    });
    try {
      if (isNew) {
        const {backend: _, alive: __, ...told} = facts;
        journal.append({type: 'open', ...told});
        writePrivateFile(this.#placePath(sessionId), `${JSON.stringify(place)}\n`);
      }
      if (place.isForeign || !isNew) journal.goOnBehindGap(null);
      return {directory: directory.root, journal, log: this.#log(sessionId, {follows: true})};
    } catch (error) {
      journal.abandon();
      throw error;
    }
  }

  /** One that nobody recorded when it ended. */
  endedMeanwhile(facts: TerminalFacts, exit: Exit = UNKNOWN_EXIT): void {
    const {log} = sessionDirectory(this.home, facts.sessionId);
    const {clock = systemClock} = this.#options;
    const unused = {nonce: newNonce(), eventKey: newNonce(), segmentBytes: undefined, maxBytes: undefined};
    const journal = new SessionJournal({directory: log, clock, ...unused});
    journal.goOnBehindGap(null);
    journal.end(exit);
    this.remember({...facts, alive: false});
  }

  /** A full disk must not end a session: the log's own first event holds the same facts. */
  remember(facts: TerminalFacts): void {
    try {
      writeFacts(this.home, facts);
    } catch {
      // As said.
    }
  }

  /** What was written as the {@link SessionPlace} of a session; undefined when that cannot be read. */
  place(sessionId: SessionId): unknown {
    try {
      return JSON.parse(readPrivateFile(this.#placePath(sessionId)));
    } catch {
      return undefined;
    }
  }

  #placePath(sessionId: SessionId): string {
    return join(sessionDirectory(this.home, sessionId).root, `${this.backend}.json`);
  }

  #log(sessionId: SessionId, {follows}: {readonly follows: boolean}): SessionLogReader {
    const {root, log} = sessionDirectory(this.home, sessionId);
    return SessionLogReader.open(log, {follows, checkpoint: checkpointFile(root)});
  }
}

/** Where in the application a session is, in its directory beside its facts, for a later server of cotty's. */
export interface SessionPlace {
  /** A person's terminal, which was there before. */
  readonly isForeign: boolean;
}

export interface Beginning {
  readonly memory: TerminalMemory;
  readonly facts: ApplicationFacts;
  readonly place: SessionPlace;
  /** It was no session of cotty's before. */
  readonly isNew: boolean;
}

export interface Recording {
  /** The session's own directory. */
  readonly directory: string;
  readonly journal: SessionJournal;
  readonly log: SessionLogReader;
}

/** Error for whoever asks for a session that lives no more. */
export function endedSession(sessionId: SessionId): CottyError {
  return new CottyError(
    'session_closed',
    `The session ${sessionId} has ended.`,
    'Open a new one with manage_session action=create.',
  );
}
