import type {
  CommandRequest,
  InputRequest,
  IntegrationRequest,
  LineQuestion,
  OpenOptions,
  SessionId,
  VerdictEvent,
} from '../../../core/index.ts';
import type {NoticeListener} from '../../recording/journal-position.ts';
import type {Host} from './host.ts';
import type {AttachOptions, HostAttachment, SignalName, SignalTarget} from './host-api.ts';

/** A host's calls as messages. An input's bytes are the frame's body. */
export type HostCall =
  | {readonly method: 'open'; readonly options: WireOpenOptions}
  | {readonly method: 'attach'; readonly sessionId: SessionId; readonly options?: AttachOptions}
  /** `subscription` is the id of the open or attach request it came from. */
  | {readonly method: 'detach'; readonly subscription: number}
  | {readonly method: 'list'}
  /** The first call on a connection that takes the place of another one. */
  | {readonly method: 'resume'}
  | {readonly method: 'write'; readonly sessionId: SessionId; readonly input: Omit<InputRequest, 'bytes'>}
  | {readonly method: 'submit'; readonly sessionId: SessionId; readonly command: CommandRequest}
  | {readonly method: 'integrate'; readonly sessionId: SessionId; readonly request: IntegrationRequest}
  | {readonly method: 'askLine'; readonly sessionId: SessionId; readonly question: LineQuestion}
  | {readonly method: 'conclude'; readonly sessionId: SessionId; readonly verdict: Omit<VerdictEvent, 'type'>}
  | {readonly method: 'dropInput'; readonly sessionId: SessionId}
  | {readonly method: 'resize'; readonly sessionId: SessionId; readonly cols: number; readonly rows: number}
  | {readonly method: 'rename'; readonly sessionId: SessionId; readonly name: string}
  | {
      readonly method: 'signal';
      readonly sessionId: SessionId;
      readonly signal: SignalName;
      readonly target: SignalTarget;
    }
  | {readonly method: 'repair'; readonly sessionId: SessionId; readonly options: {readonly saneTty: boolean}}
  | {readonly method: 'probe'; readonly sessionId: SessionId}
  | {readonly method: 'environment'; readonly sessionId: SessionId}
  | {readonly method: 'close'; readonly sessionId: SessionId};

/** JSON has no `undefined`: a removed variable is null. */
export type WireOpenOptions = Omit<OpenOptions, 'env'> & {readonly env: Readonly<Record<string, string | null>>};

export function toWire(options: OpenOptions): WireOpenOptions {
  const entries = Object.entries(options.env ?? {}).map(([name, value]) => [name, value ?? null]);
  return {...options, env: Object.fromEntries(entries)};
}

/** What a client that comes back is told. Hosts of before this existed tell nothing of the kind. */
export interface Resumed {
  /** The host remembers its calls: none that is sent again is carried out twice. */
  readonly resumed: boolean;
}

/** Does no harm when it is carried out twice. */
export function isRepeatable({method}: HostCall): boolean {
  return REPEATABLE.has(method);
}

const REPEATABLE: ReadonlySet<HostCall['method']> = new Set([
  'attach',
  'detach',
  'list',
  'resume',
  'probe',
  'environment',
  'close',
]);

export interface CallContext {
  readonly host: Host;
  readonly resumed: boolean;
  readonly body: Uint8Array;
  readonly signal: AbortSignal;
  readonly listener: NoticeListener;
  readonly keep: (attachment: HostAttachment) => void;
  readonly release: (subscription: number) => void;
}

/** Carries a call out; what it returns becomes the reply. */
export async function answerCall(call: HostCall, context: CallContext): Promise<unknown> {
  const {host, signal} = context;
  switch (call.method) {
    case 'open': {
      const attachment = await host.open(fromWire(call.options), context.listener, {signal});
      context.keep(attachment);
      return attachment.state;
    }
    case 'attach': {
      const attachment = await host.attach(call.sessionId, context.listener, call.options);
      context.keep(attachment);
      return attachment.state;
    }
    case 'detach':
      return context.release(call.subscription);
    case 'list':
      return host.list();
    case 'resume':
      return {resumed: context.resumed} satisfies Resumed;
    case 'write':
      return host.write(call.sessionId, {...call.input, bytes: context.body}, {signal});
    case 'submit':
      return host.submit(call.sessionId, call.command, {signal});
    case 'integrate':
      return host.integrate(call.sessionId, call.request, {signal});
    case 'askLine':
      return host.askLine(call.sessionId, call.question, {signal});
    case 'conclude':
      return host.conclude(call.sessionId, call.verdict);
    case 'dropInput':
      return host.dropInput(call.sessionId);
    case 'resize':
      return host.resize(call.sessionId, call.cols, call.rows);
    case 'rename':
      return host.rename(call.sessionId, call.name);
    case 'signal':
      return host.signal(call.sessionId, call.signal, call.target);
    case 'repair':
      return host.repair(call.sessionId, context.body, call.options);
    case 'probe':
      return host.probe(call.sessionId);
    case 'environment':
      return host.environment(call.sessionId);
    case 'close':
      return host.close(call.sessionId);
    default:
      return call satisfies never;
  }
}

function fromWire(options: WireOpenOptions): OpenOptions {
  const entries = Object.entries(options.env).map(([name, value]) => [name, value ?? undefined]);
  return {...options, env: Object.fromEntries(entries)};
}
