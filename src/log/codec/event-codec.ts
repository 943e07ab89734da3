/** Event bodies to record payloads and back. Output and input are raw bytes; the rest is JSON. */
import type {SessionEventBody} from '../../core/index.ts';
import {decodeInput, encodeInput, inputFlags} from './input-payload.ts';
import {decodeJsonEvent, encodeJsonEvent} from './json-payload.ts';
import {eventTypeOf, RECORD_TYPES} from './record-types.ts';

export interface EncodedEvent {
  readonly recordType: number;
  /** What the record's header says of it. */
  readonly flags: number;
  /** For output events the event's own bytes, not a copy. */
  readonly payload: Uint8Array;
}

export function encodeEvent(event: SessionEventBody): EncodedEvent {
  const recordType = RECORD_TYPES[event.type];
  switch (event.type) {
    case 'output':
      return {recordType, flags: 0, payload: event.bytes};
    case 'input':
      return {recordType, flags: inputFlags(event), payload: encodeInput(event)};
    case 'open':
    case 'command':
    case 'resize':
    case 'mark':
    case 'mode':
    case 'title':
    case 'custom':
    case 'gap':
    case 'exit':
    case 'verdict':
    case 'nestedShell':
    case 'omission':
    case 'signal':
    case 'prompt':
      return {recordType, flags: 0, payload: encodeJsonEvent(event)};
    default:
      return event satisfies never;
  }
}

/** The event owns its bytes afterwards. Undefined for unknown types and malformed payloads: pass over them. */
export function decodeEvent(recordType: number, payload: Buffer, flags: number): SessionEventBody | undefined {
  const type = eventTypeOf(recordType);
  if (type === undefined) return undefined;
  if (type === 'output') return {type, bytes: new Uint8Array(payload)};
  return type === 'input' ? decodeInput(payload, flags) : decodeJsonEvent(type, payload);
}
