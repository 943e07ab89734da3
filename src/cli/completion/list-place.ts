import {locateHome} from '../../app/index.ts';
import type {EverydayVerbs, Place} from '../argv/verb.ts';
import {openRunningClient} from '../client.ts';
import {listRecordings} from '../find-session-log.ts';
import {listSessions, sessionRow} from '../session-list.ts';

export interface Candidate {
  readonly word: string;
  /** What a shell may show beside it; may be empty. */
  readonly about: string;
}

/** Where and among which verbs somebody presses Tab. */
export interface Surroundings {
  readonly env: NodeJS.ProcessEnv;
  readonly verbs: EverydayVerbs;
}

/** Everything that may stand in such a place. */
export async function listPlace(
  place: Exclude<Place, 'file' | 'folder' | 'command'>,
  typed: string,
  around: Surroundings,
): Promise<readonly Candidate[]> {
  switch (place) {
    case 'verb':
      return await verbCandidates(around);
    case 'session':
      return await livingSessions(around.env);
    case 'recording':
      return [...(await livingSessions(around.env)), ...endedSessions(typed, around.env)];
    case 'ended':
      return endedSessions(typed, around.env);
    case 'key':
      return await keys();
    default:
      return place.map(word => ({word, about: ''}));
  }
}

/** Everyday verbs, and tools as verbs. */
export async function verbCandidates({verbs}: Surroundings): Promise<readonly Candidate[]> {
  const {toolVerbs} = await import('../argv/tool-verbs.ts');
  return [
    ...Object.entries(verbs.summaries).map(([word, {summary}]) => ({word, about: summary})),
    ...toolVerbs()
      .filter(({name}) => !Object.hasOwn(verbs.summaries, name))
      .map(({name, summary}) => ({word: name, about: summary})),
  ];
}

/** By name and by id. Starts no server: without one there is no session that a verb could use. */
async function livingSessions(env: NodeJS.ProcessEnv): Promise<readonly Candidate[]> {
  using client = await openRunningClient(env);
  const rows = client ? (await listSessions(client)).map(sessionRow) : [];
  const unnamed = recordings(env).filter(session => !session.isNamed);
  const isUnnamed = (id: string): boolean => unnamed.some(({sessionId}) => sessionId === id);
  return rows.flatMap(({sessionId, name, state, cwd}) =>
    named(sessionId, isUnnamed(sessionId) ? '' : name, `${state} ${cwd}`),
  );
}

/** Those that ended last, and, once something is typed, any that it may mean. */
function endedSessions(typed: string, env: NodeJS.ProcessEnv): readonly Candidate[] {
  const ended = recordings(env).filter(session => !session.isAlive);
  const meant =
    typed === ''
      ? ended.toSorted((a, b) => b.changedMs - a.changedMs).slice(0, MOST_ENDED)
      : ended.filter(session => [session.sessionId, session.name].some(word => word.startsWith(typed)));
  return meant.flatMap(session => named(session.sessionId, session.isNamed ? session.name : '', 'ended'));
}

const MOST_ENDED = 10;

function recordings(env: NodeJS.ProcessEnv) {
  return listRecordings(locateHome(env));
}

function named(sessionId: string, name: string, about: string): readonly Candidate[] {
  const id = {word: sessionId, about: `${name} ${about}`.trim()};
  return name === '' ? [id] : [{word: name, about: `${sessionId} ${about}`}, id];
}

async function keys(): Promise<readonly Candidate[]> {
  const {keyNames} = await import('../../screen/index.ts');
  return [...new Set(keyNames.values())].map(word => ({word, about: ''}));
}
