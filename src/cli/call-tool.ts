import {factsLine} from '../core/index.ts';
import type {AnyVerbCall} from './argv/verb.ts';
import {openClient} from './client.ts';

/** Calls a tool for a verb and says what it presents: the facts on a TTY or where they are what was asked for, then the text. */
export async function callTool(
  tool: string,
  input: Readonly<Record<string, unknown>>,
  {output, env}: Pick<AnyVerbCall, 'output' | 'env'>,
): Promise<number> {
  using client = await openClient(env);
  const {value, presentation} = await client.call(tool, input);
  if (output.isJson) {
    output.value(value);
    return 0;
  }
  const facts = factsLine(presentation.facts);
  if (output.isTty || presentation.text === '' || presentation.tellsFacts) output.print(output.dim(facts));
  if (presentation.text !== '') output.print(presentation.text);
  return 0;
}
