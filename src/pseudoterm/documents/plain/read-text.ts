import {decodeText} from '../decode-text.ts';
import type {Block} from '../model.ts';
import type {ReadContext} from '../read-context.ts';

/** Plain text as its paragraphs: parted by empty lines, line breaks kept. Indented blocks stay as they are. */
export async function* readText(context: ReadContext): AsyncGenerator<Block, void, undefined> {
  const {text, encoding} = decodeText(context.bytes);
  if (encoding !== 'utf-8') context.warn(`Read as ${encoding}.`);
  for (const paragraph of paragraphs(text)) {
    yield {type: 'paragraph', spans: [{text: paragraph}]};
    await context.breathe();
  }
}

/** One after the other, so that a file of nothing but blanks costs nothing. */
function* paragraphs(text: string): Generator<string> {
  let lines: string[] = [];
  for (let at = 0; at <= text.length; ) {
    const found = text.indexOf('\n', at);
    const end = found === -1 ? text.length : found;
    const line = text.slice(at, end).trimEnd();
    at = end + 1;
    if (line !== '') lines.push(line);
    else if (lines.length > 0) {
      yield lines.join('\n');
      lines = [];
    }
  }
  if (lines.length > 0) yield lines.join('\n');
}
