/** The rest: transactions, arrangements, functions, and what needs an application that people look at. */

import {asCottyError} from '../../../core/index.ts';
import {
  InvokeFunctionResponse_Status,
  MenuItemResponse_Status,
  RegisterToolResponse_Status,
  SavedArrangementRequest_Action,
  SavedArrangementResponse_Status,
  StatusBarComponentResponse_Status,
  TmuxResponse_Status,
  TransactionResponse_Status,
} from '../../../iterm2-api/index.ts';
import type {Handlers, RequestContext} from '../handler.ts';
import {sessionsIn} from '../model/split-tree.ts';
import type {Window} from '../model/window-layout.ts';
import {invoke} from './invoke.ts';
import {openSession} from './open-session.ts';

type ApplicationRequests =
  | 'transactionRequest'
  | 'savedArrangementRequest'
  | 'invokeFunctionRequest'
  | 'menuItemRequest'
  | 'registerToolRequest'
  | 'statusBarComponentRequest'
  | 'tmuxRequest';

export const applicationRequests: Pick<Handlers, ApplicationRequests> = {
  transactionRequest({begin}, {endpoint: {transaction}, client}) {
    if (begin)
      return {
        status: transaction.begin(client)
          ? TransactionResponse_Status.OK
          : TransactionResponse_Status.ALREADY_IN_TRANSACTION,
      };
    return {
      status: transaction.end(client) ? TransactionResponse_Status.OK : TransactionResponse_Status.NO_TRANSACTION,
    };
  },

  async savedArrangementRequest({action, name, windowId}, context) {
    const {terminals, settings} = context.endpoint;
    const {OK, REQUEST_MALFORMED, WINDOW_NOT_FOUND, ARRANGEMENT_NOT_FOUND} = SavedArrangementResponse_Status;
    if (action === SavedArrangementRequest_Action.LIST) return {status: OK, names: [...settings.arrangements.keys()]};
    if (name === '') return {status: REQUEST_MALFORMED};
    const window = terminals.layout.window(windowId);
    if (windowId !== '' && !window) return {status: WINDOW_NOT_FOUND};
    if (action === SavedArrangementRequest_Action.SAVE) {
      settings.arrangements.set(name, saved(window ? [window] : terminals.layout.windows, context));
      return {status: OK};
    }
    const arrangement = settings.arrangements.get(name);
    if (!arrangement) return {status: ARRANGEMENT_NOT_FOUND};
    for (const {tabs} of arrangement.windows) await restored(tabs, window?.id ?? null, context);
    return {status: OK};
  },

  async invokeFunctionRequest(request, context) {
    try {
      const result = await invoke(request, context);
      return {disposition: {case: 'success', value: {jsonResult: JSON.stringify(result ?? null)}}};
    } catch (error) {
      const {code, message} = asCottyError(error);
      const status = code === 'unknown_session' ? InvokeFunctionResponse_Status.INVALID_ID : failureOf(message);
      return {disposition: {case: 'error', value: {status, errorReason: message}}};
    }
  },

  // There are no menus.
  menuItemRequest: () => ({status: MenuItemResponse_Status.BAD_IDENTIFIER, checked: false, enabled: false}),

  registerToolRequest: ({name, identifier, URL: url}) => ({
    status:
      name !== '' && identifier !== '' && URL.canParse(url)
        ? RegisterToolResponse_Status.PERMISSION_DENIED
        : RegisterToolResponse_Status.REQUEST_MALFORMED,
  }),

  statusBarComponentRequest({request}, {endpoint}) {
    if (request.case === undefined) return {status: StatusBarComponentResponse_Status.REQUEST_MALFORMED};
    const isThere = endpoint.terminals.find(request.value.sessionId) !== undefined;
    return {
      status: isThere
        ? StatusBarComponentResponse_Status.INVALID_IDENTIFIER
        : StatusBarComponentResponse_Status.SESSION_NOT_FOUND,
    };
  },

  tmuxRequest({payload}) {
    if (payload.case === 'listConnections')
      return {status: TmuxResponse_Status.OK, payload: {case: 'listConnections', value: {connections: []}}};
    const isAny = payload.case !== undefined;
    return {status: isAny ? TmuxResponse_Status.INVALID_CONNECTION_ID : TmuxResponse_Status.INVALID_REQUEST};
  },
};

function failureOf(message: string): InvokeFunctionResponse_Status {
  return message.startsWith('Timeout') ? InvokeFunctionResponse_Status.TIMEOUT : InvokeFunctionResponse_Status.FAILED;
}

function saved(windows: readonly Window[], {endpoint: {terminals}}: RequestContext) {
  const folderOf = (guid: string): string => terminals.session(guid)?.tracker.cwd ?? '';
  return {
    windows: windows.map(({tabs}) => ({tabs: tabs.map(({root}) => ({folders: sessionsIn(root).map(folderOf)}))})),
  };
}

/** Opens shells where those of a window stood, in a new window or as tabs of one. */
async function restored(
  tabs: readonly {readonly folders: readonly string[]}[],
  windowId: string | null,
  context: RequestContext,
): Promise<void> {
  const {terminals} = context.endpoint;
  let into = windowId;
  for (const {folders} of tabs) {
    let origin: string | null = null;
    for (const cwd of folders) {
      const place =
        origin === null
          ? ({type: 'tab', windowId: into, selects: true} as const)
          : ({type: 'beside', origin, vertical: true, before: false} as const);
      origin = terminals.guid(await openSession(context, {cwd}, place));
      const tab = terminals.layout.tabOf(origin);
      into = (tab && terminals.layout.windowOf(tab)?.id) ?? into;
    }
  }
}
