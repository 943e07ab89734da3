import {version} from '../../app/index.ts';
import {defineVerb} from '../argv/verb.ts';

export const versionVerb = defineVerb({
  name: 'version',
  usage: '',
  options: {},
  words: [0, 0],
  async run({output}) {
    if (output.isJson) output.value({version, node: process.versions.node});
    else output.print(`cotty ${version} (Node.js ${process.versions.node})`);
    return 0;
  },
});
