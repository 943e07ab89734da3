/** Payload of an input record: who and what in a few bytes, then the raw bytes towards the program, or how many line ends were among those that are not kept. */
import type {Actor, Door, InputEvent, InputKind} from '../../core/index.ts';
import {FLAG_AT_SHELL, FLAG_ELSEWHERE} from '../format/record-header.ts';

/** Order is the format: a kind's number is its place here, from 1. */
const KINDS: readonly InputKind[] = [
  'command',
  'keys',
  'text',
  'paste',
  'control',
  'mouse',
  'secret',
  'reply',
  'typed',
  'ask',
];
const ACTORS: readonly Actor['type'][] = ['agent', 'person', 'emulator', 'cotty'];
/** Order is the format here too; 0 stands for a log that does not tell. */
const DOORS: readonly Door[] = ['commandLine', 'attach', 'mcp', 'http', 'library', 'iterm2'];
const HEAD_BYTES = 8;

export function encodeInput(event: InputEvent): Buffer {
  const name = Buffer.from('name' in event.by ? event.by.name : '', 'utf8').subarray(0, 0xffff);
  const head = Buffer.alloc(HEAD_BYTES + name.length);
  head[0] = KINDS.indexOf(event.kind) + 1;
  head[1] = (ACTORS.indexOf(event.by.type) + 1) | (doorNumber(event.by) << 4) | (event.bytes === null ? 0 : 0x80);
  head.writeUInt16LE(name.length, 2);
  head.writeUInt32LE(event.byteLength, 4);
  name.copy(head, HEAD_BYTES);
  if (event.bytes === null && !event.lineEnds) return head;
  return Buffer.concat([head, event.bytes ?? Uint8Array.of(event.lineEnds ?? 0)]);
}

/** Those of the record's header. */
export function inputFlags({atShell, elsewhere}: InputEvent): number {
  return (atShell ? FLAG_AT_SHELL : 0) | (elsewhere ? FLAG_ELSEWHERE : 0);
}

/** `flags` are those of the record's header. */
export function decodeInput(payload: Buffer, flags: number): InputEvent | undefined {
  if (payload.length < HEAD_BYTES) return undefined;
  const kind = KINDS[(payload[0] ?? 0) - 1];
  const actorByte = payload[1] ?? 0;
  const nameEnd = HEAD_BYTES + payload.readUInt16LE(2);
  const via = DOORS[((actorByte >> 4) & 7) - 1];
  const by = actorOf(ACTORS[(actorByte & 0x0f) - 1], payload.toString('utf8', HEAD_BYTES, nameEnd), via);
  const byteLength = payload.readUInt32LE(4);
  if (kind === undefined || by === undefined || nameEnd > payload.length) return undefined;
  const bytes = (actorByte & 0x80) === 0 ? null : new Uint8Array(payload.subarray(nameEnd));
  if (bytes !== null && bytes.length !== byteLength) return undefined;
  const lineEnds = bytes === null && payload[nameEnd] ? {lineEnds: payload[nameEnd]} : false;
  const atShell = (flags & FLAG_AT_SHELL) !== 0 && {atShell: true as const};
  const elsewhere = (flags & FLAG_ELSEWHERE) !== 0 && {elsewhere: true as const};
  return {type: 'input', by, kind, bytes, byteLength, ...lineEnds, ...atShell, ...elsewhere};
}

function doorNumber(by: Actor): number {
  return 'via' in by && by.via ? DOORS.indexOf(by.via) + 1 : 0;
}

function actorOf(type: Actor['type'] | undefined, name: string, via: Door | undefined): Actor | undefined {
  switch (type) {
    case 'agent':
    case 'person':
      return {type, name, ...(via && {via})};
    case 'emulator':
    case 'cotty':
      return {type};
    case undefined:
      return undefined;
    default:
      return type satisfies never;
  }
}
