/** Arguments and facts that several tools share, described once. */
import {z} from 'zod';
import type {CommandState, CompletionEvidence} from '../../engine/index.ts';

export const sessionId = z
  .string()
  .min(1)
  .max(200)
  .optional()
  .describe('Id, unique prefix or name; default: your active one.');
export const maxOutputBytes = z.int().min(1).max(1_000_000);
export const cursor = z.int().min(0);

export const gridSize = z.object({cols: z.int(), rows: z.int()});

export const commandState = z.enum([
  'completed',
  'running',
  'awaiting_input',
  'secret_wanted',
  'tui',
  'interrupted',
  'shell_exited',
  'lost',
  'denied',
  'needs_confirmation',
  'needs_approval',
]) satisfies z.ZodType<CommandState>;

/** What the state rests on, strongest first. */
export const evidence = z.enum([
  'mark',
  'signal',
  'exit',
  'prompt',
  'foreground',
  'until',
  'idle',
]) satisfies z.ZodType<CompletionEvidence>;

export const omitted = z.object({bytes: z.int(), lines: z.int()}).describe('What was left out in the middle.');

export const skippedBytes = z
  .int()
  .optional()
  .describe('Output that was passed over instead of drawn, and may be missing from the screen that is shown.');

export const outputStopped = z.boolean().optional().describe('Ctrl+S holds the output back; Ctrl+Q lets it go on.');

export const sessionCreated = z
  .boolean()
  .optional()
  .describe('Said once, in the reply that opened a session nobody asked for.');

export const waitingFor = z
  .object({
    kind: z.string(),
    program: z.string().nullable(),
    tail: z.string(),
    unsure: z.boolean().optional().describe('It may as well be at work: nothing tells for certain.'),
  })
  .optional()
  .describe('What is asked for, when the state is `awaiting_input` or `secret_wanted`.');

/** The same for the header of a reply. */
export function waitingFacts(value: z.output<typeof waitingFor>) {
  return {
    waiting_for: value?.kind,
    program: value?.program ?? undefined,
    unsure: value?.unsure ? 'it may as well be at work' : undefined,
  };
}
