/** Arguments and facts that several tools share, described once. */
import {z} from 'zod';

export const sessionId = z
  .string()
  .min(1)
  .max(200)
  .optional()
  .describe('Session id, unique prefix or name; default: your active session.');
export const maxOutputBytes = z.int().min(1).max(1_000_000);
export const cursor = z.int().min(0);

export const gridSize = z.object({cols: z.int(), rows: z.int()});

/** Said once in the reply that opened a session nobody asked for. */
export const sessionCreated = z.boolean().optional();
