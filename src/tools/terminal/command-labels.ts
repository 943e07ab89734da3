/** What is said beside a command's state and output, in its first result and whenever it is read again. */
import {z} from 'zod';
import type {CommandLabels} from '../../engine/index.ts';

export const labelFields = {
  forged_marks: z.int().optional().describe("Marks in the output that are not the shell's own."),
  dropped_events: z.int().optional().describe('Events that it raised faster than they are kept.'),
  unanswered_queries: z
    .int()
    .optional()
    .describe('Questions to the terminal that it asked faster than they are answered.'),
  mixed_output: z
    .boolean()
    .optional()
    .describe('Output of background jobs, or what somebody else typed, may be in between.'),
  output_gap: z
    .boolean()
    .optional()
    .describe('For a time nobody heard what was printed: some may be missing, nobody knows how much.'),
  suspended: z.boolean().optional().describe('Stopped (Ctrl+Z, SIGSTOP); goes on with `fg` or `bg`.'),
  repaired: z.array(z.string()).optional().describe('Modes that it left on and that were switched off for it.'),
  hint: z.string().optional().describe('What to do next.'),
};

type LabelValues = z.output<z.ZodObject<typeof labelFields>>;

export function labelValues(labels: CommandLabels): LabelValues {
  return {
    ...(labels.forgedMarks ? {forged_marks: labels.forgedMarks} : {}),
    ...(labels.droppedEvents ? {dropped_events: labels.droppedEvents} : {}),
    ...(labels.unansweredQueries ? {unanswered_queries: labels.unansweredQueries} : {}),
    ...(labels.mixedOutput ? {mixed_output: true} : {}),
    ...(labels.outputGap ? {output_gap: true} : {}),
    ...(labels.suspended ? {suspended: true} : {}),
    ...(labels.repaired ? {repaired: [...labels.repaired]} : {}),
    ...(labels.hint ? {hint: labels.hint} : {}),
  };
}

/** The same for the header of a reply. */
export function labelFacts(value: LabelValues) {
  return {
    forged_marks: value.forged_marks,
    dropped_events: value.dropped_events,
    unanswered_queries: value.unanswered_queries,
    mixed_output: value.mixed_output,
    output_gap: value.output_gap,
    suspended: value.suspended,
    repaired: value.repaired?.join(','),
  };
}
