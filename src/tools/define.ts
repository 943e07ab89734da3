import type {z} from 'zod';
import {CottyError, nearest} from '../core/index.ts';
import type {Tool, ToolDefinition} from './define-tool.ts';

/** Makes a tool out of its definition: one place that validates arguments, runs and presents. */
export function defineTool<Input extends z.ZodObject, Output extends z.ZodObject>(
  definition: ToolDefinition<Input, Output>,
): Tool<z.output<Output>> {
  const {present, run, ...facts} = definition;
  return {
    ...facts,
    async call(rawInput, context) {
      const input = parseInput(definition, rawInput);
      const value = await context.engine.busyWith(() => run({...context, input}));
      return {value, presentation: present(value)};
    },
  };
}

function parseInput<Input extends z.ZodObject>(
  tool: {readonly name: string; readonly input: Input},
  rawInput: unknown,
): z.output<Input> {
  const given = rawInput ?? {};
  const known = Object.keys(tool.input.shape);
  if (typeof given === 'object' && !Array.isArray(given)) {
    const unknown = Object.keys(given).filter(key => !known.includes(key));
    if (unknown.length > 0) throw unknownArguments(tool.name, unknown, known);
  }
  const parsed = tool.input.safeParse(given);
  if (parsed.success) return parsed.data;
  const problems = parsed.error.issues.map(issue => `${issue.path.join('.') || 'input'}: ${issue.message}`);
  throw new CottyError(
    'invalid_argument',
    `${tool.name} was called with arguments it cannot use: ${problems.join('; ')}.`,
    `Arguments of ${tool.name}: ${known.join(', ')}.`,
  );
}

function unknownArguments(toolName: string, unknown: readonly string[], known: readonly string[]): CottyError {
  const guesses = unknown.flatMap(name => nearest(name, known) ?? []);
  const hint = guesses.length > 0 ? `Did you mean ${guesses.join(', ')}? ` : '';
  return new CottyError(
    'invalid_argument',
    `${toolName} has no argument called ${unknown.map(name => `"${name}"`).join(', ')}.`,
    `${hint}Valid arguments: ${known.join(', ') || 'none'}.`,
  );
}
