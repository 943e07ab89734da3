/** Numbers of the record types in a segment. Never reuse one. */
import type {SessionEventType} from '../../core/index.ts';

export const RECORD_TYPES = {
  open: 1,
  output: 2,
  input: 3,
  command: 4,
  resize: 5,
  mark: 6,
  mode: 7,
  title: 8,
  custom: 9,
  gap: 10,
  exit: 11,
  verdict: 12,
  nestedShell: 13,
  omission: 14,
  signal: 15,
  prompt: 16,
} as const satisfies Record<SessionEventType, number>;

/** Internal: a new pair of monotonic and wall time, because the wall clock jumped. Payload: wall time in µs, 8 bytes. */
export const TIME_RECORD = 0x81;
/** Internal: first record of every segment but the first. Payload: JSON of {@link SegmentState}. */
export const STATE_RECORD = 0x82;

const NAMES = new Map<number, SessionEventType>();
for (const name of [
  'open',
  'output',
  'input',
  'command',
  'resize',
  'mark',
  'mode',
  'title',
  'custom',
  'gap',
  'exit',
  'verdict',
  'nestedShell',
  'omission',
  'signal',
  'prompt',
] as const)
  NAMES.set(RECORD_TYPES[name], name);

/** Undefined for types this version does not know. */
export function eventTypeOf(recordType: number): SessionEventType | undefined {
  return NAMES.get(recordType);
}
