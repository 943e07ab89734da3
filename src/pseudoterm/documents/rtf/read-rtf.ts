import {damaged} from '../failures.ts';
import {joinCode} from '../join-code.ts';
import type {Block} from '../model.ts';
import type {ReadContext} from '../read-context.ts';
import {RtfMachine} from './rtf-machine.ts';
import {rtfTokens} from './tokens.ts';

/** Rich Text Format 1.9: paragraphs, headings, lists, tables, links, notes; pictures and embedded objects are left out. */
export async function* readRtf(context: ReadContext): AsyncGenerator<Block, void, undefined> {
  if (!new TextDecoder('latin1').decode(context.bytes.subarray(0, 200)).includes('{\\rtf'))
    throw damaged('rtf', 'it does not begin with {\\rtf');
  if (context.pages) context.warn('This format has no fixed pages; all of it was read.');
  yield* joinCode(rtfBlocks(context));
}

async function* rtfBlocks(context: ReadContext): AsyncGenerator<Block, void, undefined> {
  const machine = new RtfMachine(context);
  let count = 0;
  for (const token of rtfTokens(context.bytes)) {
    machine.token(token);
    if (++count % tokensBetweenBreaths !== 0) continue;
    yield* machine.take();
    await context.breathe();
  }
  yield* machine.take();
  yield* machine.finish();
}

const tokensBetweenBreaths = 4096;
