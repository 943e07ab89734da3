/**
 * What the library takes and gives, derived from the tools: names and meanings are those of every other surface (tools, HTTP,
 * `--json`). The published types are written from {@link publishedTypes} by `script/library-types.ts`, because the schemas need zod,
 * which programs that use cotty need not have.
 */
import {type AnyTool, readOutput, runCommand, type ToolOptions, type ToolValue, watchOutput} from '../tools/index.ts';

/** Ends a wait, never a command. */
interface Cancellable {
  readonly signal?: AbortSignal | undefined;
}

type Options<Schema extends AnyTool['input']> = Cancellable & ToolOptions<Schema>;

const maxOutputBytes = runCommand.input.shape.max_output_bytes.describe(
  'Most bytes of output in the result; what is left out is counted. Default 1 000 000.',
);

const runOptions = runCommand.input.omit({command: true, session_id: true}).extend({max_output_bytes: maxOutputBytes});
const readOptions = readOutput.input.omit({session_id: true}).extend({max_output_bytes: maxOutputBytes});
/** A watch in the background tells its matches as events, for which the library has no reader. */
const watchOptions = watchOutput.input.omit({pattern: true, session_id: true, background: true});
const waitOptions = runOptions.pick({timeout: true});

export type WaitOptions = Options<typeof waitOptions>;
export type RunOptions = Options<typeof runOptions>;
/** What became of a command. */
export type RunResult = ToolValue<typeof runCommand>;
export type ReadOptions = Options<typeof readOptions>;
export type ReadResult = ToolValue<typeof readOutput>;
export type WatchOptions = Options<typeof watchOptions>;
export type WatchResult = ToolValue<typeof watchOutput>;

/** By name: what a program gives may be cancelled as well; what it gets may not. */
export const publishedTypes: Readonly<
  Record<string, {readonly schema: AnyTool['input']; readonly io: 'input' | 'output'}>
> = {
  WaitOptions: {schema: waitOptions, io: 'input'},
  RunOptions: {schema: runOptions, io: 'input'},
  RunResult: {schema: runCommand.output, io: 'output'},
  ReadOptions: {schema: readOptions, io: 'input'},
  ReadResult: {schema: readOutput.output, io: 'output'},
  WatchOptions: {schema: watchOptions, io: 'input'},
  WatchResult: {schema: watchOutput.output, io: 'output'},
};
