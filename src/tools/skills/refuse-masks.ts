import {CottyError} from '../../core/index.ts';
import type {SecretMask} from '../../engine/index.ts';
import {type FileCall, fileOperation} from './pseudo-terminal.ts';

/**
 * Throws `invalid_argument` for text with a mask that stands for a secret of this very file: written back, it would take the secret's place. A file that has such words
 * of its own keeps them.
 */
export async function refuseMasks(
  call: FileCall & {readonly services: {readonly activity: {readonly secrets: SecretMask | null}}},
  path: string,
  text: string,
): Promise<void> {
  const {secrets} = call.services.activity;
  const masks = secrets ? [...new Set(text.match(MASK))] : [];
  if (!secrets || masks.length === 0) return;
  const before = await textOf(call, path);
  const shown = secrets.mask(before);
  if (!masks.some(mask => shown.includes(mask) && !before.includes(mask))) return;
  throw new CottyError(
    'invalid_argument',
    `The text has a mask where ${path} has a secret: written so, the secret would be lost.`,
    'Change the other parts of the file with edit_file, and leave the secret out of what is replaced.',
  );
}

const MASK = /\[redacted\]\**|\*{6,9}/g;
const MOST_LINES = 10_000_000;
const MOST_BYTES = 64 * 1024 * 1024;

/** Empty where there is none to read. */
async function textOf(call: FileCall, path: string): Promise<string> {
  try {
    const reply = await fileOperation(call, {
      type: 'read',
      path,
      offsetLines: 0,
      limitLines: MOST_LINES,
      maxBytes: MOST_BYTES,
    });
    return reply.type === 'read' ? reply.text : '';
  } catch {
    return '';
  }
}
