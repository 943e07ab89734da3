import {defineVerb} from '../argv/verb.ts';
import {playDemo} from '../demo/play.ts';

export const demoVerb = defineVerb({
  name: 'demo',
  usage: '',
  details: 'Takes about ten seconds, in a COTTY_HOME of its own that is removed afterwards.',
  options: {},
  words: [0, 0],
  run: async ({output}) => ((await playDemo(output)) ? 0 : 1),
});
