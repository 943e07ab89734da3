/** Sessions as lists show them: living ones with what they do, ended ones with how and when they ended. */
import {z} from 'zod';
import {roughTime, sandboxName, showControls, type TerminalFacts} from '../../core/index.ts';
import {
  type EndedSession,
  isUnseen,
  isUnsure,
  type NamedPlace,
  placeOfSession,
  type Services,
  type Session,
} from '../../engine/index.ts';
import {gridSize} from './fields.ts';

export const sessionFacts = z.object({
  session_id: z.string(),
  name: z.string(),
  backend: z.string(),
  tty: z.string().nullable(),
  state: z.string(),
  // Of a `waiting` one that may as well be at work: nobody can look at its far side.
  unsure: z.boolean().optional(),
  last_line: z.string(),
  grid_size: gridSize,
  cwd: z.string(),
  command_line: z.string().nullable(),
  role: z.string().nullable(),
  tags: z.array(z.string()),
  agent_id: z.string().nullable(),
  // Of one that is confined: with the network or without.
  sandbox: z.enum(['network', 'offline']).optional(),
  // Of a living one that nobody seems to need any more.
  ends_in_ms: z.int().optional(),
  // Of one that is over; null where that is not known.
  ended_at_ms: z.int().nullable().optional(),
  exit_code: z.int().nullable().optional(),
  signal: z.string().nullable().optional(),
  abandoned: z.boolean().optional(),
});

export type SessionFacts = z.output<typeof sessionFacts>;

export interface ListOptions {
  /** Ended ones too. */
  readonly all: boolean;
  /** Of others there is nothing in it of what was printed and run there. */
  readonly mayRead: (place: NamedPlace) => Promise<boolean>;
}

/** Ended sessions in one list. */
const MOST_ENDED = 100;

export async function sessionRows(
  sessions: Services['sessions'],
  {all, mayRead}: ListOptions,
): Promise<{sessions: SessionFacts[]; ended_omitted?: number}> {
  const living = sessions.sessions().filter(session => !session.isClosed);
  const rows = await Promise.all(
    living.map(async session => {
      const row = await livingRow(session, sessions.endsInMs(session));
      return (await mayRead(placeOfSession(session))) ? row : withoutContents(row);
    }),
  );
  if (!all) return {sessions: rows};
  const ended = await sessions.endedSessions();
  const omitted = Math.max(0, ended.length - MOST_ENDED);
  const past = await Promise.all(
    ended.slice(0, MOST_ENDED).map(async session => {
      const {sessionId: id, name} = session.facts;
      const isReadable = await mayRead({id, name: name || null, cwd: session.cwd});
      return isReadable ? endedRow(session) : withoutContents(endedRow(session));
    }),
  );
  const listed = [...rows, ...past];
  return {sessions: listed, ...(omitted > 0 ? {ended_omitted: omitted} : {})};
}

function withoutContents(row: SessionFacts): SessionFacts {
  return {...row, last_line: '', cwd: '', command_line: null};
}

/** One line for a model. */
export function sessionLine(row: SessionFacts): string {
  const confined = row.sandbox === undefined ? '' : `sandbox=${row.sandbox}`;
  const facts = [
    row.session_id,
    row.state + (row.unsure ? ' (unsure)' : ''),
    row.name || '-',
    row.cwd,
    confined,
    row.command_line ?? '',
    endOf(row),
  ];
  return showControls(facts.filter(fact => fact !== '').join(' '));
}

function endOf({ends_in_ms, ended_at_ms, exit_code, signal, abandoned}: SessionFacts): string {
  if (ends_in_ms !== undefined) return `ends in ${roughTime(ends_in_ms)}`;
  if (ended_at_ms === undefined) return '';
  const when = ended_at_ms === null ? '' : ` ${roughTime(Date.now() - ended_at_ms)} ago`;
  if (abandoned) return `abandoned${when}`;
  return `${signal ?? `exit=${exit_code ?? '-'}`}${when}`;
}

async function livingRow(session: Session, endsInMs: number | null): Promise<SessionFacts> {
  const {tracker, facts} = session;
  if (isUnseen(session)) await session.look().catch(() => undefined);
  return {
    session_id: session.id,
    name: session.name,
    backend: facts.backend,
    tty: facts.tty,
    state: session.state,
    ...(isUnsure(session) ? {unsure: true} : {}),
    last_line: session.lastLine(),
    grid_size: {cols: tracker.cols, rows: tracker.rows},
    cwd: tracker.cwd,
    command_line: await session.screen.runningLine(),
    role: null,
    tags: [],
    agent_id: null,
    ...confinement(facts),
    ...(endsInMs === null ? {} : {ends_in_ms: Math.round(endsInMs)}),
  };
}

function confinement({sandbox}: TerminalFacts): Pick<SessionFacts, 'sandbox'> {
  return sandbox ? {sandbox: sandboxName(sandbox)} : {};
}

function endedRow({facts, cwd, cols, rows, endedAtMs, exitStatus, signal, isAbandoned}: EndedSession): SessionFacts {
  return {
    session_id: facts.sessionId,
    name: facts.name,
    backend: facts.backend,
    tty: '',
    state: 'closed',
    last_line: '',
    grid_size: {cols, rows},
    cwd,
    command_line: null,
    role: null,
    tags: [],
    agent_id: null,
    ...confinement(facts),
    ended_at_ms: endedAtMs,
    exit_code: exitStatus,
    signal,
    ...(isAbandoned ? {abandoned: true} : {}),
  };
}
