import {type RequestOf, VariableScope} from '../../../iterm2-api/index.ts';
import type {RequestContext} from '../handler.ts';
import {scopeOf, valueAt, valuesOf} from '../requests/variables.ts';

type Monitor = Extract<RequestOf<'notificationRequest'>['arguments'], {case: 'variableMonitorRequest'}>['value'];

/** Looks are no nearer to each other. */
const LOOK_MS = 100;

/** Tells a client of a variable whenever its value is another one than at the last look. Looks follow what happens in sessions. */
export async function watchVariable({name, scope, identifier}: Monitor, context: RequestContext): Promise<Disposable> {
  const {endpoint, client} = context;
  const known = new Map<string, string>();
  let timer: NodeJS.Timeout | undefined;
  let isOver = false;
  const look = async (isFirst: boolean): Promise<void> => {
    for (const id of idsOf(scope, identifier, endpoint)) {
      const of = scopeOf(scope, id, endpoint);
      if (!of) continue;
      const value = JSON.stringify(await valueAt(name, await valuesOf(of, context), context));
      const before = known.get(of.key);
      known.set(of.key, value);
      if (isOver || isFirst || before === value) continue;
      client.connection.notify({
        variableChangedNotification: {
          scope,
          identifier: tellsId(scope, identifier) ? id : identifier,
          name,
          jsonNewValue: value,
        },
      });
    }
  };
  // What is set from now on differs from what was seen here.
  await look(true);
  let turn = Promise.resolve();
  const stir = endpoint.onStir(() => {
    timer ??= setTimeout(() => {
      timer = undefined;
      turn = turn.then(() => look(false)).catch(() => undefined);
    }, LOOK_MS);
  });
  return {
    [Symbol.dispose]: () => {
      isOver = true;
      clearTimeout(timer);
      stir[Symbol.dispose]();
    },
  };
}

/** Who watches many is told which of them it was. */
function tellsId(scope: VariableScope, identifier: string): boolean {
  return identifier === 'all' && scope !== VariableScope.APP;
}

function idsOf(scope: VariableScope, identifier: string, {terminals}: RequestContext['endpoint']): readonly string[] {
  if (identifier !== 'all') return [identifier];
  return scope === VariableScope.WINDOW
    ? terminals.layout.windows.map(({id}) => id)
    : terminals.all.map(session => terminals.guid(session));
}
