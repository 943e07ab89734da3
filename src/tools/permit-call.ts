/** What the permissions of the policy say to a call: asked before any tool does anything. */
import {createHash} from 'node:crypto';
import {
  type Caller,
  callingAs,
  judgeOpening,
  type NamedPlace,
  placeOfCall,
  placeOfSession,
  type Services,
} from '../engine/index.ts';
import type {AnyTool} from './define-tool.ts';

type Called = Pick<AnyTool, 'name' | 'effect' | 'submitsLines' | 'joinsFirstCall'>;

interface Calling {
  readonly activity: Services['activity'];
  readonly caller: Caller;
  /** Of a call that may have been made before. */
  readonly requestId?: string | undefined;
}

/**
 * The caller as whoever calls this tool: what it types is known as this tool's. Throws `denied` for what it may not do, or not before a
 * person has said yes.
 */
export async function permitCall(
  tool: Called,
  input: Readonly<Record<string, unknown>>,
  {activity, caller, requestId}: Calling,
): Promise<Caller> {
  const {permits} = activity;
  if (!permits || caller.identity.type !== 'agent') return caller;
  const action = textIn(input, 'action');
  const name = action === undefined ? tool.name : `${tool.name}:${action}`;
  const given = {sessionId: textIn(input, 'session_id'), commandId: textIn(input, 'command_id')};
  const isNew = action === 'create' || action === 'split';
  const named = textIn(input, 'name');
  // Lines that it submits are asked about one by one, at the gate that refuses them too. A call that joins one of before submits none.
  const joined =
    tool.joinsFirstCall && requestId !== undefined ? activity.command(activity.newCommandId(requestId)) : undefined;
  if (joined)
    await permits.require(caller.actor, {
      tool: 'read_output',
      reads: true,
      place: placeOfSession(joined.session),
      call: shown('read_output', {command_id: joined.record.commandId}),
    });
  if (!tool.submitsLines)
    await permits.require(caller.actor, {
      tool: name,
      reads: tool.effect === 'read' || action === 'list',
      place: action === 'create' ? newPlace(caller, named) : await placeOfCall(activity, caller, given),
      call: shown(name, input),
      asks: isNew
        ? judgeOpening({env: textsIn(input), shell: textIn(input, 'shell'), usualShell: caller.env?.['SHELL']})
        : [],
      ...((isNew || action === 'rename') && named !== undefined ? {naming: {name: named, isNew}} : {}),
    });
  return callingAs(caller, name);
}

/** Of a session that there is not yet. */
function newPlace({cwd}: Caller, name: string | undefined): NamedPlace {
  return {id: null, name: name ?? null, cwd: cwd ?? null};
}

/** What a person is asked about. Of a long one the beginning, and what tells it from others that begin like it. */
function shown(name: string, input: Readonly<Record<string, unknown>>): string {
  const text = `${name} ${JSON.stringify(input)}`;
  if (text.length <= MOST_SHOWN) return text;
  const digest = createHash('sha256').update(text).digest('hex');
  return `${text.slice(0, MOST_SHOWN)} … ${text.length} characters, SHA-256 ${digest}`;
}

const MOST_SHOWN = 1500;

/** Variables that a session is given. */
function textsIn({env}: Readonly<Record<string, unknown>>): Readonly<Record<string, string>> {
  if (typeof env !== 'object' || env === null) return {};
  return Object.fromEntries(Object.entries(env).map(([name, value]) => [name, String(value)]));
}

function textIn(input: Readonly<Record<string, unknown>>, key: string): string | undefined {
  const value = input[key];
  return typeof value === 'string' ? value : undefined;
}
