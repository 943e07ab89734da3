import {closeSync, openSync, writeSync} from 'node:fs';
import {CottyError} from '../../core/index.ts';
import {usageError} from '../argv/parse-words.ts';
import {defineVerb} from '../argv/verb.ts';

export const notifyVerb = defineVerb({
  name: 'notify',
  usage: 'EVENT[:DATA]',
  details: 'Agents see it with wait_for_events, kind custom.',
  options: {},
  words: [1, 1],
  async run({words: [text = ''], output, env}) {
    const key = env.COTTY_EVENT_KEY;
    if (!key)
      throw new CottyError('not_supported', 'This is no cotty session.', 'Run it in a shell that cotty opened.');
    const [event = '', ...data] = text.split(':');
    if (event === '' || hasControlCharacter(text))
      throw usageError(notifyVerb, 'An event is EVENT or EVENT:DATA, without control characters');
    writeToTerminal(`\x1b]1337;Custom=id=${key}:${event}:${data.join(':')}\x07`);
    if (output.isJson) output.value({event, data: data.join(':')});
    return 0;
  },
});

function hasControlCharacter(text: string): boolean {
  return [...text].some(character => character < ' ' || character === '\x7f');
}

/** To the terminal itself, since stdout may be a pipe. */
function writeToTerminal(sequence: string): void {
  const terminal = openSync('/dev/tty', 'w');
  try {
    writeSync(terminal, sequence);
  } finally {
    closeSync(terminal);
  }
}
