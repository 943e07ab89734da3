import {folderPath, type Session} from '../../../engine/index.ts';
import {parsed} from '../calls.ts';
import type {RequestContext} from '../handler.ts';
import type {Place} from '../model/terminals.ts';
import {permit} from '../permit.ts';
import {typeText} from '../type-text.ts';

/** What a client wants of a new session, of all that a profile can say. */
export interface Wishes {
  readonly cwd?: string | undefined;
  readonly command?: string | undefined;
  readonly cols?: number | undefined;
  readonly rows?: number | undefined;
}

/** Reads properties of a profile: a command and a folder count where `Custom Command` and `Custom Directory` say so. */
export function wishesOf(properties: readonly {readonly key: string; readonly jsonValue: string}[]): Wishes {
  const values = new Map(properties.map(({key, jsonValue}) => [key, parsed(jsonValue)]));
  const text = (key: string): string | undefined => {
    const value = values.get(key);
    return typeof value === 'string' && value !== '' ? value : undefined;
  };
  const number = (key: string): number | undefined => {
    const value = values.get(key);
    const isSize = typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= MOST_CELLS;
    return isSize ? value : undefined;
  };
  const cwd = text('Custom Directory') === 'Yes' ? text('Working Directory') : undefined;
  const command =
    text('Custom Command') === 'Yes' || text('Custom Command') === 'Custom Shell' ? text('Command') : undefined;
  return {
    ...(cwd !== undefined && {cwd}),
    ...{command, cols: number('Columns'), rows: number('Rows')},
  };
}

/** In a row, and in a column. */
const MOST_CELLS = 2000;

/** Whoever opens a session with a command wants no shell there: that it ends is nothing to be asked about. Of all else the policy asks. */
async function endsShellAlone({endpoint, client}: RequestContext, session: Session, line: string): Promise<boolean> {
  const {guard} = endpoint.options.engine;
  const agent = 'name' in client.actor ? client.actor.name : undefined;
  const {asks, reasons} = await guard.check({line, session, agent});
  return asks === 'agent' && reasons.every(({level, rule}) => level === 'SAFE' || rule === 'shell.exit');
}

/**
 * Opens a session and puts it where it is wanted. A command is typed at its shell, which it takes the place of: so it goes through the
 * gate as any other line, and when it may not run the session is closed again. Throws what opening and typing throw.
 */
export async function openSession(context: RequestContext, wishes: Wishes, place: Place): Promise<Session> {
  const {endpoint, client} = context;
  await permit(context, 'manage_session:create', null);
  const {engine, env, cwd} = endpoint.options;
  const {command, cols, rows, cwd: folder = ''} = wishes;
  const session = await engine.open({cols, rows, cwd: folder === '' ? cwd : folderPath(folder, cwd), baseEnv: env});
  endpoint.terminals.place(session, place);
  if (command === undefined) return session;
  try {
    const line = `exec ${command}`;
    const confirm = await endsShellAlone(context, session, line);
    await typeText(session, `${line}\r`, {client, engine, consent: {confirm}});
    return session;
  } catch (error) {
    await session.close();
    throw error;
  }
}
