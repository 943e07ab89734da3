import {defineVerb} from '../argv/verb.ts';
import {playDemo} from '../demo/play.ts';

export const demoVerb = defineVerb({
  name: 'demo',
  usage: '[--fast]',
  details: [
    'Takes a little more than a minute, so that one can read along, in a COTTY_HOME of its own that is removed afterwards.',
    'It is fast by itself where nobody looks on: in a pipe, and where CI is set.',
  ].join('\n'),
  hasNoValue: true,
  options: {
    fast: {type: 'boolean', about: 'without the time to read; takes about ten seconds'},
  },
  words: [0, 0],
  async run({options, output, env}) {
    const isFast = options.fast === true || !output.isTty || Boolean(env.CI);
    return (await playDemo({output, columns: process.stdout.columns || undefined, isFast})) ? 0 : 1;
  },
});
