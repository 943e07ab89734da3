/** The two envelopes as bytes: one protobuf message is the payload of one binary WebSocket message. */
import {create, fromBinary, type MessageInitShape, toBinary} from '@bufbuild/protobuf';
import {
  type ClientOriginatedMessage,
  ClientOriginatedMessageSchema,
  type ServerOriginatedMessage,
  ServerOriginatedMessageSchema,
} from './generated/api_pb.js';
import type {NotificationSchema} from './generated/notifications_pb.js';

type Submessage = ClientOriginatedMessage['submessage'];

/** Names of the requests, e.g. `getBufferRequest`. */
export type RequestCase = NonNullable<Submessage['case']>;

export type RequestOf<Case extends RequestCase> = Extract<Submessage, {case: Case}>['value'];

/** `getBufferResponse` for `getBufferRequest`. */
export type ResponseCase<Case extends RequestCase> = Case extends `${infer Name}Request` ? `${Name}Response` : never;

type RequestInits = NonNullable<MessageInitShape<typeof ClientOriginatedMessageSchema>['submessage']>;
type ResponseInits = NonNullable<MessageInitShape<typeof ServerOriginatedMessageSchema>['submessage']>;

/** Fields of a request, as far as they are set. */
export type RequestInit<Case extends RequestCase> = Extract<RequestInits, {case: Case}>['value'];

/** Fields of the response to a request, as far as they are set. */
export type ResponseInit<Case extends RequestCase> = Extract<ResponseInits, {case: ResponseCase<Case>}>['value'];

/** A response as it arrives. */
export type ResponseOf<Case extends RequestCase> = Extract<
  ServerOriginatedMessage['submessage'],
  {case: ResponseCase<Case>}
>['value'];

export type NotificationInit = MessageInitShape<typeof NotificationSchema>;

/** What a request is answered with: its response, an error of the protocol, or nothing but the id. */
export type Reply = ResponseInits | {readonly case: undefined};

/** Undefined when the bytes are no request; then there is no answer either. */
export function decodeRequest(bytes: Uint8Array): ClientOriginatedMessage | undefined {
  try {
    return fromBinary(ClientOriginatedMessageSchema, bytes);
  } catch {
    return undefined;
  }
}

export function encodeReply(id: bigint, submessage: Reply): Uint8Array {
  return toBinary(ServerOriginatedMessageSchema, create(ServerOriginatedMessageSchema, {id, submessage}));
}

/** It has no id. */
export function encodeNotification(value: NotificationInit): Uint8Array {
  const submessage = {case: 'notification', value} as const;
  return toBinary(ServerOriginatedMessageSchema, create(ServerOriginatedMessageSchema, {submessage}));
}

/** Ids begin with 1: a notification, which has none, reads as 0. */
export function encodeRequest(id: bigint, submessage: RequestInits): Uint8Array {
  return toBinary(ClientOriginatedMessageSchema, create(ClientOriginatedMessageSchema, {id, submessage}));
}

/** Undefined when the bytes are no message of a server. */
export function decodeServerMessage(bytes: Uint8Array): ServerOriginatedMessage | undefined {
  try {
    return fromBinary(ServerOriginatedMessageSchema, bytes);
  } catch {
    return undefined;
  }
}

/** True when the sender has set the field, if only to its default. */
export function isGiven<Message extends object>(message: Message, field: keyof Message): boolean {
  return Object.hasOwn(message, field);
}
