/** What a tool answers when a line was not let through: a result, and no error. */
import {z} from 'zod';
import {isLineRefused, type Refusal} from '../../engine/index.ts';

export const confirm = z
  .boolean()
  .default(false)
  .describe('You mean the line that was answered with needs_confirmation.');

export const refusal = z
  .object({
    level: z.enum(['SAFE', 'CAUTION', 'DANGEROUS']),
    message: z.string(),
    approval_id: z.string().nullable().describe('Of the question to a person, when the state is `needs_approval`.'),
    reasons: z.array(z.object({rule: z.string(), message: z.string(), start: z.int(), end: z.int()})),
  })
  .optional()
  .describe('Why the line did not run, when the state is `denied`, `needs_confirmation` or `needs_approval`.');

interface Refused {
  readonly state: Refusal['state'];
  readonly refusal: NonNullable<z.infer<typeof refusal>>;
  readonly hint: string;
}

/** What `run` gives, or why the line did not go. */
export async function orRefusal<Value>(run: () => Promise<Value>): Promise<Value | {readonly refused: Refused}> {
  try {
    return await run();
  } catch (error) {
    if (!isLineRefused(error)) throw error;
    const {state, level, reasons, approvalId} = error.refusal;
    return {
      refused: {
        state,
        refusal: {
          level,
          message: error.message,
          approval_id: approvalId,
          reasons: reasons.slice(0, MOST_REASONS).map(({rule, message, start, end}) => ({rule, message, start, end})),
        },
        hint: error.hint,
      },
    };
  }
}

export function isRefused<Value extends object>(
  value: Value | {readonly refused: Refused},
): value is {readonly refused: Refused} {
  return 'refused' in value;
}

/** For the header of a reply. */
export function refusalFacts(value: {readonly refusal?: z.infer<typeof refusal>}): Record<string, string | undefined> {
  return {level: value.refusal?.level, approval: value.refusal?.approval_id ?? undefined};
}

const MOST_REASONS = 20;
