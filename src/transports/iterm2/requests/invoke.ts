/** iTerm2's expression language, as far as calls of functions go: `name(argument: value, …)` with JSON values or variables. */
import {CottyError} from '../../../core/index.ts';
import type {Session} from '../../../engine/index.ts';
import {type RequestOf, VariableScope} from '../../../iterm2-api/index.ts';
import type {RequestContext} from '../handler.ts';
import {isDirection, neighbour} from '../model/split-tree.ts';
import {permit, permitReading} from '../permit.ts';
import {moveSession, moveSessionToTab, moveSessionToWindow, moveTabToWindow} from './move-panes.ts';
import {type Scope, scopeOf, valueAt, valuesOf} from './variables.ts';

type Invocation = RequestOf<'invokeFunctionRequest'>;

interface Target {
  readonly scope: VariableScope;
  readonly id: string;
}

/** What the function returned. Errors: `unknown_session` for a context that there is not; `invalid_argument`, `not_supported`. */
export async function invoke(
  {context: asked, invocation, timeout}: Invocation,
  context: RequestContext,
): Promise<unknown> {
  const {endpoint} = context;
  const target = targetOf(asked, context);
  const scope = target && scopeOf(target.scope, target.id, endpoint);
  if (!target || !scope) throw new CottyError('unknown_session', 'There is no such receiver.', 'List the sessions.');
  const {name, given} = parseCall(invocation, await valuesOf(scope, context));
  const builtIn = BUILT_IN.get(name);
  if (builtIn) return builtIn(given, {target, scope, context});
  const offered = endpoint.functions.find(name, Object.keys(given));
  if (offered) {
    const defaults = await defaultsOf(offered.registration, scope, {endpoint, client: offered.client});
    return endpoint.functions.call(offered, {...defaults, ...given}, timeout);
  }
  throw new CottyError(
    'not_supported',
    `There is no function ${name} with these arguments.`,
    'See docs/guide/iterm2.md.',
  );
}

type BuiltIn = (
  given: Readonly<Record<string, unknown>>,
  at: {readonly target: Target; readonly scope: Scope; readonly context: RequestContext},
) => Promise<unknown>;

const builtIns: Readonly<Record<string, BuiltIn>> = {
  async 'iterm2.set_name'({name}, {target, context}) {
    const {terminals} = context.endpoint;
    const session = terminals.find(target.id);
    if (!session || typeof name !== 'string' || !isName(name))
      throw wrong(
        `set_name needs a session, and a name of 1 to ${LONGEST_NAME} characters without control characters.`,
      );
    await permit(context, 'manage_session:rename', session, name);
    await session.link.rename(name);
    terminals.changed();
    return null;
  },
  async 'iterm2.set_title'({title}, {scope, context}) {
    if (typeof title !== 'string') throw wrong('set_title needs a title.');
    context.endpoint.settings.titles.set(scope.key, title);
    context.endpoint.stirred();
    return null;
  },
  async 'iterm2.alert'({title, subtitle: text, buttons}, {context}) {
    const {onAlert} = context.endpoint.options;
    const isList = Array.isArray(buttons) && buttons.every(label => typeof label === 'string');
    if (typeof title !== 'string' || typeof text !== 'string' || !isList) throw wrong('alert needs texts and buttons.');
    if (!onAlert) throw new CottyError('not_supported', 'Nobody sees an alert here.', 'See docs/guide/iterm2.md.');
    // Buttons are counted from 1000 on.
    return 1000 + (await onAlert({title, text, buttons}));
  },
  async 'iterm2.run_coprocess'({commandLine}, {target, context}) {
    if (typeof commandLine !== 'string') throw wrong('run_coprocess needs a commandLine.');
    const session = sessionOf(target, context);
    await permitReading(context, session);
    return context.endpoint.coprocesses.run(session, commandLine);
  },
  async 'iterm2.get_coprocess'(_, {target, context}) {
    return context.endpoint.coprocesses.of(sessionOf(target, context));
  },
  async 'iterm2.stop_coprocess'(_, {target, context}) {
    return context.endpoint.coprocesses.stop(sessionOf(target, context));
  },
  async 'iterm2.move_tab_to_window'(_, {target, context}) {
    return moveTabToWindow(context.endpoint.terminals, target.id);
  },
  async 'iterm2.move_session'(given, {context}) {
    return moveSession(context.endpoint.terminals, given);
  },
  async 'iterm2.move_session_to_new_tab'(given, {context}) {
    return moveSessionToTab(context.endpoint.terminals, given);
  },
  async 'iterm2.move_session_to_new_window'(given, {context}) {
    return moveSessionToWindow(context.endpoint.terminals, given);
  },
  async 'iterm2.select_pane_in_direction'({direction}, {target, context}) {
    const {layout} = context.endpoint.terminals;
    const tab = layout.tab(target.id);
    if (!tab) throw wrong('select_pane_in_direction needs a tab.');
    if (!isDirection(direction)) throw wrong('The direction is left, right, above or below.');
    const next = neighbour(tab.root, tab.active, direction);
    if (next === undefined) return null;
    tab.active = next;
    context.endpoint.terminals.changed();
    return next;
  },
};

/** By their names; what every object of the language has is none. */
const BUILT_IN: ReadonlyMap<string, BuiltIn> = new Map(Object.entries(builtIns));

function sessionOf({id}: Target, {endpoint}: RequestContext): Session {
  const session = endpoint.terminals.find(id);
  if (session) return session;
  throw wrong('A coprocess is one of a session.');
}

/** Names are printed on terminals. */
function isName(name: string): boolean {
  return name !== '' && name.length <= LONGEST_NAME && !/\p{Cc}/u.test(name);
}

const LONGEST_NAME = 100;

function wrong(message: string): CottyError {
  return new CottyError('invalid_argument', message, 'See docs/guide/iterm2.md.');
}

function targetOf(asked: Invocation['context'], {endpoint: {terminals}}: RequestContext): Target | undefined {
  switch (asked.case) {
    case 'session':
      return {scope: VariableScope.SESSION, id: asked.value.sessionId};
    case 'tab':
      return {scope: VariableScope.TAB, id: asked.value.tabId};
    case 'window':
      return {scope: VariableScope.WINDOW, id: asked.value.windowId};
    case 'method': {
      const {receiver: id} = asked.value;
      if (terminals.find(id)) return {scope: VariableScope.SESSION, id};
      return {scope: terminals.layout.tab(id) ? VariableScope.TAB : VariableScope.WINDOW, id};
    }
    case 'app':
    case undefined:
      return {scope: VariableScope.APP, id: ''};
    default:
      return asked satisfies never;
  }
}

/** Reads a call. An argument is a JSON value, or the path of a variable. */
export function parseCall(
  invocation: string,
  variables: Readonly<Record<string, unknown>>,
): {name: string; given: Record<string, unknown>} {
  const [, name, inside] = /^\s*([\w.]+)\s*\((.*)\)\s*$/s.exec(invocation) ?? [];
  if (name === undefined || inside === undefined) throw wrong('This is not a call of a function.');
  const given: [string, unknown][] = [];
  let rest = inside.trim();
  while (rest !== '') {
    const [whole, key, value] = ARGUMENT.exec(rest) ?? [];
    if (whole === undefined || key === undefined || value === undefined) throw wrong('These arguments cannot be read.');
    given.push([key, argumentValue(value, variables)]);
    rest = rest.slice(whole.length).trim();
  }
  return {name, given: Object.fromEntries(given)};
}

/** A name, then a text in quotes, a list, or a number, a word or the path of a variable, which may end in `?`. */
const ARGUMENT = /^(\w+)\s*:\s*("(?:[^"\\]|\\.)*"|\[[^\]]*\]|[-\w.]+\??)\s*(?:,|$)/s;

function argumentValue(text: string, variables: Readonly<Record<string, unknown>>): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return variables[text.trim().replace(/\?$/, '')] ?? null;
  }
}

async function defaultsOf(
  {defaults}: {readonly defaults: readonly {readonly name: string; readonly path: string}[]},
  scope: Scope,
  context: RequestContext,
): Promise<Record<string, unknown>> {
  const values = await valuesOf(scope, context);
  const found = defaults.map(async ({name, path}) => [name, await valueAt(path.replace(/\?$/, ''), values, context)]);
  return Object.fromEntries(await Promise.all(found));
}
