import {CottyError, textField} from '../../core/index.ts';
import {defineVerb} from '../argv/verb.ts';
import {openClient} from '../client.ts';
import {PersonTerminal} from '../terminal/person-terminal.ts';

const ENTER: readonly number[] = [0x0d, 0x0a];
const BACKSPACE: readonly number[] = [0x7f, 0x08];
/** ^U */
const KILL_LINE = 0x15;
/** ^C, ^D, ^\ and Escape leave it. */
const LEAVING: readonly number[] = [0x03, 0x04, 0x1c, 0x1b];

export const secretVerb = defineVerb({
  name: 'secret',
  usage: 'SESSION',
  details:
    'Types a secret into a session whose program asks for one, at a terminal and without showing it: it is typed only while the echo is off there, and is kept nowhere. Agents cannot.',
  options: {},
  words: [1, 1],
  places: ['session'],
  async run({words: [session_id = ''], output, env}) {
    using client = await openClient(env);
    const secret = await readHidden(`Secret for ${session_id}: `);
    const reply = await client.ask('type_secret', {session_id, secret});
    if (output.isJson) output.value({session_id: textField(reply, 'session_id'), typed: true});
    return 0;
  },
});

/** Shows a star for each character. Throws `cancelled` when it is left. */
async function readHidden(prompt: string): Promise<string> {
  const words = {who: 'A secret', instead: 'No script types one: a person does, here or with cotty attach SESSION.'};
  using terminal = PersonTerminal.take(process.stdin, process.stdout, words);
  process.stdout.write(prompt);
  const {promise, resolve, reject} = Promise.withResolvers<string>();
  let typed: number[] = [];
  terminal.onBytes(bytes => {
    for (const byte of bytes) {
      if (ENTER.includes(byte)) resolve(Buffer.from(typed).toString('utf8'));
      else if (LEAVING.includes(byte)) reject(new CottyError('cancelled', 'Nothing was typed.', 'Call it again.'));
      else if (BACKSPACE.includes(byte)) typed = withoutLast(typed);
      else if (byte === KILL_LINE) typed = [];
      else typed.push(byte);
    }
    process.stdout.write(`\r\x1b[K${prompt}${'*'.repeat(Buffer.from(typed).toString('utf8').length)}`);
  });
  terminal.onGone(() => reject(new CottyError('cancelled', 'The terminal is gone.', 'Call it again.')));
  try {
    return await promise;
  } finally {
    process.stdout.write('\r\n');
  }
}

/** A character may be several bytes. */
function withoutLast(bytes: readonly number[]): number[] {
  return [...Buffer.from([...Buffer.from(bytes).toString('utf8')].slice(0, -1).join(''))];
}
