/** Arguments and facts that several file tools share. */
import {z} from 'zod';

export const path = z.string().min(1).max(4096).describe('Relative to the workspace.');
export const folder = z.string().min(1).max(4096).default('.').describe('Folder, relative to the workspace.');
export const showIgnored = z.boolean().default(false).describe('Include what .gitignore excludes.');
export const confirm = z
  .boolean()
  .default(false)
  .describe('Your explicit word for the change that the same call has asked about.');

/** `needs_confirmation`: nothing was changed; the same call with confirm=true does it, as long as nothing else changed. */
export const changeState = z.enum(['done', 'needs_confirmation']);

export const fileFacts = z.object({
  path: z.string(),
  kind: z.enum(['file', 'directory', 'link', 'other']),
  size_bytes: z.int(),
  modified_at: z.int().describe('Milliseconds since the epoch.'),
});
