/** iTerm2 by AppleScript, for when its API is off: the same requests, as far as AppleScript has an answer. */
import {create} from '@bufbuild/protobuf';
import {CottyError} from '../../core/index.ts';
import type {Subscription} from '../client/iterm2-app.ts';
import {noSession, type Requests} from '../client/requests.ts';
import {
  type ClientOriginatedMessage,
  ClientOriginatedMessageSchema,
  ServerOriginatedMessageSchema,
} from '../generated/api_pb.js';
import {
  SplitPaneRequest_SplitDirection as Direction,
  FocusChangedNotification_Window_WindowStatus as WindowStatus,
} from '../generated/layout_pb.js';
import {type Notification, NotificationSchema} from '../generated/notifications_pb.js';
import type {NotificationInit, Reply, RequestCase, RequestInit, RequestOf, ResponseOf} from '../messages.ts';
import {type ListedSession, layoutOf, readList} from './listed-sessions.ts';
import {findOsascript, Osascript} from './osascript.ts';
import {
  CLOSE,
  CONTENTS,
  CREATE,
  LIST,
  NOBODY,
  RECORD,
  RESIZE,
  SELECT,
  SET_NAME,
  SET_VARIABLE,
  SPLIT,
  VARIABLES,
  WRITE,
} from './scripts.ts';

export interface AppleScriptOptions {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly onNotification: (notification: Notification) => void;
  /** iTerm2 has ended, or AppleScript is not allowed any more. */
  readonly onLost: () => void;
}

/** Nobody tells what becomes of sessions: they are listed anew so often. Each look starts a process. */
const LOOK_MS = 2000;

export class AppleScriptApp implements Requests, Disposable {
  readonly #osascript: Osascript;
  readonly #options: AppleScriptOptions;
  #known: readonly ListedSession[] = [];
  #timer: NodeJS.Timeout | undefined;
  #isDisposed = false;

  /** Null where there is no AppleScript, or iTerm2 does not run: it is not started. Errors: `denied`, `not_supported`. */
  static async connect(options: AppleScriptOptions): Promise<AppleScriptApp | null> {
    const path = findOsascript(options.env);
    const osascript = path === null ? null : new Osascript(path, options.env);
    if (!(await osascript?.isRunning()) || osascript === null) return null;
    const app = new AppleScriptApp(osascript, options);
    app.#known = readList(await osascript.run(LIST));
    app.#lookLater();
    return app;
  }

  private constructor(osascript: Osascript, options: AppleScriptOptions) {
    this.#osascript = osascript;
    this.#options = options;
  }

  /** Errors: `not_supported` for what AppleScript has no word for, `unknown_session`, and those of {@link Osascript.run}. */
  async request<Case extends RequestCase>(name: Case, value: RequestInit<Case>): Promise<ResponseOf<Case> | undefined> {
    const submessage = {case: name, value} as Parameters<typeof create<typeof ClientOriginatedMessageSchema>>[1];
    const asked = create(ClientOriginatedMessageSchema, {submessage} as typeof submessage);
    const reply = await this.#answer(asked.submessage);
    const answer = create(ServerOriginatedMessageSchema, {submessage: reply});
    return answer.submessage.value as ResponseOf<Case> | undefined;
  }

  /** What is told here is told to everybody: the ends of sessions, and the layout. Keys and prompts are not. */
  async subscribe(_: Subscription): Promise<AsyncDisposable> {
    return {[Symbol.asyncDispose]: async () => undefined};
  }

  /** The end of all that stands in a session, above its screen too. Errors: as {@link AppleScriptApp.request}. */
  contents(session: string, mostCharacters: number): Promise<string> {
    return this.#of(session, CONTENTS, [String(mostCharacters)]);
  }

  [Symbol.dispose](): void {
    this.#isDisposed = true;
    clearTimeout(this.#timer);
  }

  async #answer(submessage: ClientOriginatedMessage['submessage']): Promise<Reply> {
    switch (submessage.case) {
      case 'listSessionsRequest':
        return {case: 'listSessionsResponse', value: layoutOf(await this.#list())};
      case 'createTabRequest':
        return {case: 'createTabResponse', value: {sessionId: await this.#create(submessage.value)}};
      case 'splitPaneRequest':
        return {case: 'splitPaneResponse', value: {sessionId: [await this.#split(submessage.value)]}};
      case 'sendTextRequest':
        await this.#of(submessage.value.session, WRITE, [submessage.value.text]);
        return {case: 'sendTextResponse', value: {}};
      case 'variableRequest':
        return {case: 'variableResponse', value: {values: await this.#variables(submessage.value)}};
      case 'activateRequest':
        await this.#of(String(submessage.value.identifier.value), SELECT);
        return {case: 'activateResponse', value: {}};
      case 'closeRequest':
        return {case: 'closeResponse', value: await this.#close(submessage.value)};
      case 'setPropertyRequest':
        await this.#resize(submessage.value);
        return {case: 'setPropertyResponse', value: {}};
      case 'focusRequest':
        return {case: 'focusResponse', value: {notifications: focusOf(await this.#list())}};
      case 'listProfilesRequest':
        // AppleScript knows no list of them: whoever asks for one by name is told by iTerm2.
        return {case: 'listProfilesResponse', value: {}};
      case 'invokeFunctionRequest':
        await this.#invoke(submessage.value);
        return {
          case: 'invokeFunctionResponse',
          value: {disposition: {case: 'success', value: {jsonResult: 'null'}}},
        };
      default:
        throw notByAppleScript();
    }
  }

  async #list(): Promise<readonly ListedSession[]> {
    const listed = readList(await this.#osascript.run(LIST));
    this.#learn(listed);
    return listed;
  }

  #create({windowId, profileName, customProfileProperties}: RequestOf<'createTabRequest'>): Promise<string> {
    return this.#found(
      this.#osascript.run(CREATE, [windowId, profileName, commandIn(customProfileProperties)]),
      windowId,
    );
  }

  #split(request: RequestOf<'splitPaneRequest'>): Promise<string> {
    const {session, splitDirection, profileName, customProfileProperties} = request;
    const side = splitDirection === Direction.VERTICAL ? 'beside' : 'below';
    return this.#of(session, SPLIT, [side, profileName, commandIn(customProfileProperties)]);
  }

  async #variables({scope, set, get}: RequestOf<'variableRequest'>): Promise<string[]> {
    if (scope.case !== 'sessionId') throw notByAppleScript();
    for (const {name, value} of set) await this.#of(scope.value, SET_VARIABLE, [name, value === 'null' ? '' : value]);
    if (get.length === 0) return [];
    const told = (await this.#of(scope.value, VARIABLES, get)).split(RECORD);
    return get.map((name, index) => jsonOf(name, told[index] ?? ''));
  }

  async #close({target}: RequestOf<'closeRequest'>): Promise<{statuses: number[]}> {
    if (target.case !== 'sessions') throw notByAppleScript();
    for (const session of target.value.sessionIds) await this.#of(session, CLOSE);
    return {statuses: target.value.sessionIds.map(() => 0)};
  }

  async #resize({identifier, name, jsonValue}: RequestOf<'setPropertyRequest'>): Promise<void> {
    const size: unknown = JSON.parse(jsonValue);
    if (identifier.case !== 'sessionId' || name !== 'grid_size') throw notByAppleScript();
    if (typeof size !== 'object' || size === null || !('width' in size) || !('height' in size))
      throw notByAppleScript();
    await this.#of(identifier.value, RESIZE, [String(size.width), String(size.height)]);
  }

  /** The one function that has a counterpart; its text stands between quotes, and holds none. */
  async #invoke({context, invocation}: RequestOf<'invokeFunctionRequest'>): Promise<void> {
    const [, name] = /^iterm2\.set_name\(name: "([^"]*)"\)$/.exec(invocation) ?? [];
    if (name === undefined || context.case !== 'method') throw notByAppleScript();
    await this.#of(context.value.receiver, SET_NAME, [name]);
  }

  #of(session: string, script: string, values: readonly string[] = []): Promise<string> {
    return this.#found(this.#osascript.run(script, [session, ...values]), session);
  }

  async #found(answer: Promise<string>, id: string): Promise<string> {
    const told = await answer;
    if (told === NOBODY) throw noSession(id);
    return told;
  }

  #lookLater(): void {
    clearTimeout(this.#timer);
    if (!this.#isDisposed) this.#timer = setTimeout(() => void this.#look(), LOOK_MS).unref();
  }

  async #look(): Promise<void> {
    const failure = await this.#list().then(
      () => null,
      (error: unknown) => error,
    );
    if (this.#isDisposed) return;
    // One that is busy, or that cannot tell at the moment, is asked again.
    if (failure === null || (await this.#osascript.isRunning())) return this.#lookLater();
    this[Symbol.dispose]();
    this.#options.onLost();
  }

  #learn(listed: readonly ListedSession[]): void {
    const living = new Set(listed.map(({id}) => id));
    const gone = this.#known.filter(({id}) => !living.has(id));
    const isOther = JSON.stringify(listed) !== JSON.stringify(this.#known);
    this.#known = listed;
    if (this.#isDisposed) return;
    for (const {id: sessionId} of gone) this.#tell({terminateSessionNotification: {sessionId}});
    if (isOther) this.#tell({layoutChangedNotification: {listSessionsResponse: layoutOf(listed)}});
  }

  #tell(notification: NotificationInit): void {
    this.#options.onNotification(create(NotificationSchema, notification));
  }
}

/** The program that a session is to run; nothing for that of its profile. */
function commandIn(properties: readonly {readonly key: string; readonly jsonValue: string}[]): string {
  const found = properties.find(({key}) => key === 'Command');
  const command: unknown = JSON.parse(found?.jsonValue ?? '""');
  return typeof command === 'string' ? command : '';
}

/** AppleScript tells texts; those of these names are numbers. */
const NUMBERS: ReadonlySet<string> = new Set(['pid', 'effective_root_pid', 'jobPid', 'columns', 'rows']);

function jsonOf(name: string, text: string): string {
  if (text === '') return 'null';
  if (NUMBERS.has(name)) return /^\d+$/.test(text) ? text : 'null';
  // What cotty has set is JSON already.
  if (name.startsWith('user.')) return text;
  return JSON.stringify(text);
}

function focusOf(listed: readonly ListedSession[]) {
  const front = listed.find(({isInFront}) => isInFront);
  return [
    ...(front ? [{event: {case: 'window', value: windowInFront(front.window)}} as const] : []),
    ...listed.flatMap(({tab, isTabShown, hasKeys, id}) => [
      ...(isTabShown && hasKeys ? [{event: {case: 'selectedTab', value: tab}} as const] : []),
      ...(hasKeys ? [{event: {case: 'session', value: id}} as const] : []),
    ]),
  ];
}

function windowInFront(windowId: string): {windowId: string; windowStatus: WindowStatus} {
  return {windowId, windowStatus: WindowStatus.TERMINAL_WINDOW_IS_CURRENT};
}

function notByAppleScript(): CottyError {
  return new CottyError(
    'not_supported',
    'iTerm2 cannot be asked that by AppleScript, and its API is off.',
    'Switch on Settings > General > Magic > Enable Python API.',
  );
}
