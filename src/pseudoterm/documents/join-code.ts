import type {Block, CodeBlock} from './model.ts';

/** Each line of code is a paragraph of its own. */
export async function* joinCode(
  blocks: AsyncIterable<Block> | Iterable<Block>,
): AsyncGenerator<Block, void, undefined> {
  let code: CodeBlock | undefined;
  for await (const block of blocks) {
    if (block.type === 'code') {
      code = code ? {...code, text: `${code.text}\n${block.text}`} : block;
      continue;
    }
    if (code) yield code;
    code = undefined;
    yield block;
  }
  if (code) yield code;
}
