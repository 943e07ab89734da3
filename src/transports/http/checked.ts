import type {z} from 'zod';
import {CottyError} from '../../core/index.ts';

/** What came with a request, as the schema has it. Throws `invalid_argument`, which says what is wrong and quotes no value. */
export function checked<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const problems = parsed.error.issues.map(issue => `${issue.path.join('.') || 'input'}: ${issue.message}`);
  throw new CottyError('invalid_argument', `This cannot be used: ${problems.join('; ')}.`, 'See docs/guide/http.md.');
}
