/** iTerm2's API: messages, handshake and framing, for who calls it and for who offers it. */

/** The server's side of a connection. */
export {type ClientConnection, type ClientHandlers, ClientSockets} from './accept.ts';
/** iTerm2 by AppleScript, for when its API is off. */
export {AppleScriptApp} from './applescript/applescript-app.ts';
export {findOsascript, Osascript} from './applescript/osascript.ts';
/** What a client reads of screens. */
export {showAlert} from './client/alert.ts';
export {type BufferLine, readBuffer, readBufferSize, readLines, type StyledRun} from './client/buffer.ts';
/** How a client is let in. */
export {apiIsOff, Cookies} from './client/cookies.ts';
export {
  answerStatusBar,
  invoke,
  readCoprocess,
  runCoprocess,
  type StatusBarComponent,
  setName,
  statusBarSubscription,
  stopCoprocess,
} from './client/functions.ts';
export {inject, sendText} from './client/input.ts';
/** iTerm2 of this machine, as its clients call it. */
export {Iterm2App, type Iterm2AppOptions, type Subscription} from './client/iterm2-app.ts';
export {
  activateSession,
  closeSession,
  createTab,
  type Iterm2Layout,
  type Iterm2Session,
  type Iterm2Window,
  listSessions,
  readFocus,
  readLayout,
  resizeSession,
  type SessionWishes,
  sessionsOf,
  splitPane,
} from './client/layout.ts';
export {listPrompts, type PromptNews, promptSubscription, readPrompt, readPromptNews} from './client/prompts.ts';
export {noSession, type Requests} from './client/requests.ts';
export {profileNames, readProfile, readProperty, readVariables, setProfile, setVariable} from './client/values.ts';
/** The client's side. */
export {Iterm2Client} from './connect.ts';
/** What lets clients in. */
export {type Cookie, CookieJar} from './cookie-jar.ts';
/** Numbers that stand for words in messages. */
export {
  InvokeFunctionResponse_Status,
  MenuItemResponse_Status,
  RegisterToolResponse_Status,
  StatusBarComponentResponse_Status,
  TmuxResponse_Status,
  TransactionResponse_Status,
} from './generated/application_pb.js';
export type {RPCRegistrationRequest, ServerOriginatedRPCResultRequest} from './generated/calls_pb.js';
export {RPCRegistrationRequest_Role} from './generated/calls_pb.js';
export {
  InjectResponse_Status,
  KeystrokeNotification_Action,
  Modifiers,
  SendTextResponse_Status,
  SetBroadcastDomainsResponse_Status,
} from './generated/input_pb.js';
export type {SplitTreeNode} from './generated/layout_pb.js';
export {
  ActivateResponse_Status,
  CloseResponse_Status,
  CreateTabResponse_Status,
  FocusChangedNotification_Window_WindowStatus,
  ReorderTabsResponse_Status,
  RestartSessionResponse_Status,
  SavedArrangementRequest_Action,
  SavedArrangementResponse_Status,
  SetTabLayoutResponse_Status,
  SplitPaneRequest_SplitDirection,
  SplitPaneResponse_Status,
} from './generated/layout_pb.js';
export type {Notification, NotificationRequest} from './generated/notifications_pb.js';
export {NotificationResponse_Status, NotificationType} from './generated/notifications_pb.js';
export {
  GetPromptResponse_State,
  GetPromptResponse_Status,
  ListPromptsResponse_Status,
  PromptMonitorMode,
} from './generated/prompts_pb.js';
export type {CellStyle, LineRange} from './generated/screen_pb.js';
export {
  AlternateColor,
  GetBufferResponse_Status,
  LineContents_Continuation,
  ScreenshotResponse_Status,
  SelectionResponse_Status,
} from './generated/screen_pb.js';
export {
  ColorPresetResponse_Status,
  GetProfilePropertyResponse_Status,
  GetPropertyResponse_Status,
  PreferencesResponse_Result_SetDefaultProfileResult_Status,
  PreferencesResponse_Result_SetPreferenceResult_Status,
  SetProfilePropertyResponse_Status,
  SetPropertyResponse_Status,
  VariableResponse_Status,
  VariableScope,
} from './generated/settings_pb.js';
/** The upgrade that begins a connection. */
export {type ClientFacts, isRefusal, type Refusal, readUpgrade, refusalText, UNAUTHORIZED} from './handshake.ts';
/** Requests, responses and notifications. */
export {
  isGiven,
  type NotificationInit,
  type Reply,
  type RequestCase,
  type RequestOf,
  type ResponseInit,
} from './messages.ts';
export {defaultSocketPath} from './socket-path.ts';
