import {z} from 'zod';
import {CottyError, nearest, revealInvisible} from '../core/index.ts';
import type {SecretMask, ServiceName, Services} from '../engine/index.ts';
import type {Everywhere, Tool, ToolContext, ToolDefinition} from './define-tool.ts';
import {permitCall} from './permit-call.ts';
import {maskValue, revealError, revealValue} from './reveal-value.ts';

/** Makes a tool out of its definition: one place that validates arguments, runs, makes hidden text visible and presents. */
export function defineTool<Input extends z.ZodObject, Output extends z.ZodObject, Needs extends ServiceName>(
  definition: ToolDefinition<Input, Output, Needs>,
): Tool<z.output<Output> & Everywhere, Input, Needs> {
  const {present, run, ...facts} = definition;
  const keeps = definition.toolset === 'skills';
  return {
    ...facts,
    output: definition.output.extend({hidden: hiddenCharacters, ...(keeps ? {} : {fallback: weakerWay})}),
    async call(rawInput, context) {
      const {activity} = context.services;
      using _present = activity.present(context.caller);
      try {
        const input = parseInput(definition, rawInput);
        const {secrets} = activity;
        const all = await activity.busyWith(async () => {
          const caller = await permitCall(definition, input, {
            activity,
            caller: context.caller,
            requestId: context.requestId,
          });
          return run({...context, ...revealedProgress(context, secrets), caller, input});
        });
        const said = maskValue(all, secrets);
        const {value, hidden} = isRaw(input) ? {value: said, hidden: 0} : revealValue(said, {keeps});
        const count = hidden + (said.hidden ?? 0);
        const fallback = fallbackOf(value, activity);
        const everywhere = {...(count > 0 ? {hidden: count} : {}), ...(fallback === undefined ? {} : {fallback})};
        const whole = {...value, ...everywhere};
        const shown = present(whole);
        return {value: whole, presentation: {...shown, facts: {...shown.facts, ...everywhere}}};
      } catch (error) {
        throw revealError(error, activity.secrets);
      }
    },
  };
}

const hiddenCharacters = z
  .int()
  .min(1)
  .optional()
  .describe(
    'Characters that a person at the terminal does not see: of terminals they stand as `<U+202E>` or in `<hidden>…</hidden>`.',
  );

const weakerWay = z.string().optional().describe('By what weaker way than usual the session is reached.');

/** Of the session that the reply is about: by what weaker way it is reached. */
function fallbackOf(value: object, activity: Pick<Services['activity'], 'session'>): string | undefined {
  if (!('session_id' in value) || typeof value.session_id !== 'string') return undefined;
  try {
    return activity.session(value.session_id).link.fallback;
  } catch {
    // One that ended long ago.
    return undefined;
  }
}

/** The caller wants what was printed as it was printed. */
function isRaw(input: object): boolean {
  return 'raw' in input && input.raw === true;
}

function revealedProgress(
  {onProgress}: Pick<ToolContext, 'onProgress'>,
  secrets: SecretMask | null,
): Pick<ToolContext, 'onProgress'> {
  if (!onProgress) return {};
  const shown = (message: string): string => revealInvisible(maskValue(message, secrets)).text;
  return {onProgress: progress => onProgress({...progress, message: shown(progress.message)})};
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
  const halved = halvedIn(given, tool.name);
  if (halved !== null)
    throw new CottyError(
      'invalid_argument',
      `${halved} holds half of a character (a surrogate that stands alone), which no terminal can be given.`,
      'Write the whole character, or its UTF-16 escape as a pair: "\\ud83d\\ude00".',
    );
  const parsed = tool.input.safeParse(given);
  if (parsed.success) return parsed.data;
  const problems = parsed.error.issues.map(issue => `${issue.path.join('.') || 'input'}: ${issue.message}`);
  throw new CottyError(
    'invalid_argument',
    `${tool.name} was called with arguments it cannot use: ${problems.join('; ')}.`,
    `Arguments of ${tool.name}: ${known.join(', ')}.`,
  );
}

/** Where a text in it cannot be written in UTF-8; null where each can. It would become another text, and that would be typed. */
function halvedIn(value: unknown, name: string, depth = 0): string | null {
  if (typeof value === 'string') return value.isWellFormed() ? null : name;
  // No tool takes what is nested so.
  if (typeof value !== 'object' || value === null || depth > 10) return null;
  for (const [key, member] of Object.entries(value)) {
    const halved = key.isWellFormed() ? halvedIn(member, key, depth + 1) : name;
    if (halved !== null) return halved;
  }
  return null;
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
