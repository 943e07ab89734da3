/** What the tools that type answer about what became of it. */
import {z} from 'zod';
import {type AfterInput, afterInput, type Caller, type InputNote, noteHeard, type Session} from '../../engine/index.ts';
import {labelFacts, labelFields, labelValues} from './command-labels.ts';
import {commandState, evidence, waitingFacts, waitingFor} from './fields.ts';
import {refusal} from './refusal.ts';

/** What is printed in answer is told up to here; `read_output` has the rest. */
const MOST_OUTPUT_BYTES = 8000;
const DEFAULT_TIMEOUT_S = 1;

export const afterInputTimeout = z
  .number()
  .min(0)
  .max(600)
  .optional()
  .describe('Seconds to wait for what becomes of it, default 1; sooner when that is known.');

export const afterInputFields = {
  state: z.enum([...commandState.options, 'ready']),
  exit_code: z.int().nullable(),
  via: evidence.optional(),
  command_id: z.string().optional(),
  cursor: z.int(),
  waiting_for: waitingFor,
  output: z.string(),
  refusal,
  ...labelFields,
};

type AfterInputValue = z.infer<z.ZodObject<typeof afterInputFields>> & {readonly hidden?: number};

/** Of a line that was not let through: it stands where it was typed, unless whoever types may not. */
export function notSubmitted(
  {tracker}: Session,
  {state, refusal: why, hint}: Pick<AfterInputValue, 'refusal' | 'hint' | 'state'>,
): AfterInputValue {
  return {
    state,
    exit_code: null,
    cursor: tracker.outputEnd,
    output: '',
    refusal: why,
    hint: isPermitted(why) ? `${hint} What was typed stands on the line; Ctrl+C drops it.` : hint,
  };
}

function isPermitted(why: AfterInputValue['refusal']): boolean {
  return !(why?.reasons.some(({rule}) => rule.startsWith('permission-')) ?? false);
}

/** Of the command that has the terminal after what `note` was told of, or that has just ended. */
export async function whatBecame(
  session: Session,
  note: InputNote,
  {
    timeout,
    signal,
    caller,
  }: {readonly timeout: number | undefined; readonly signal: AbortSignal; readonly caller: Caller},
): Promise<AfterInputValue> {
  const timeoutMs = (timeout ?? DEFAULT_TIMEOUT_S) * 1000;
  const after = await afterInput(session, note, {timeoutMs, signal, maxOutputBytes: MOST_OUTPUT_BYTES});
  noteHeard(caller, session.id, after.cursor);
  return toValue(after);
}

function toValue(after: AfterInput): AfterInputValue {
  return {
    state: after.state,
    exit_code: after.exitCode,
    ...(after.via ? {via: after.via} : {}),
    ...(after.commandId ? {command_id: after.commandId} : {}),
    cursor: after.cursor,
    ...(after.waitingFor ? {waiting_for: {...after.waitingFor}} : {}),
    output: after.output,
    ...labelValues(after),
    ...(after.hidden > 0 ? {hidden: after.hidden} : {}),
  };
}

/** The same for the header of a reply. */
export function afterInputFacts(value: AfterInputValue): Record<string, string | number | boolean | undefined> {
  return {
    state: value.state,
    exit: value.state === 'ready' ? undefined : (value.exit_code ?? '-'),
    via: value.via,
    command: value.command_id,
    cursor: value.cursor,
    ...waitingFacts(value.waiting_for),
    ...labelFacts(value),
  };
}
