import {defineBuiltin} from '../../command.ts';
import {deliverText, outFlags} from '../deliver-text.ts';
import {parsePath} from './path/parse-path.ts';
import {selectNodes} from './path/select-nodes.ts';
import {readJson} from './read-json.ts';

export const jsonQuery = defineBuiltin({
  name: 'json query',
  summary: 'pick values out of JSON with JSONPath (RFC 9535)',
  details: [
    'Names, indexes, slices, wildcards, "..", unions and filters such as $.items[?@.price < 10 && @.name].',
    'Of the function extensions, length(), count() and value() are known. Prints one value a line; exit code 1 for none.',
  ].join('\n'),
  positionals: {
    path: {type: 'string', value: 'JSONPATH', required: true, about: 'what to pick, e.g. "$.items[*].name"'},
  },
  flags: {
    in: {type: 'path', about: 'file to read; stdin when left out'},
    ...outFlags,
    raw: {type: 'boolean', about: 'print strings without quotes'},
    paths: {type: 'boolean', about: 'print where each value is, before it'},
    max: {type: 'int', min: 1, max: 1_000_000, default: 100_000, about: 'most values'},
  },
  examples: ['json query "$.items[*].name" --in data.json --raw'],
  readsStdin: true,
  capabilities: ['read', 'write'],
  async run({flags, positionals, stdin, files, signal}) {
    const path = parsePath(positionals.path);
    const {value} = await readJson({path: flags.in, stdin, files, isExact: true});
    const nodes = selectNodes(value, path, {most: flags.max, signal});
    const lines = nodes.map(node => {
      const text = flags.raw && typeof node.value === 'string' ? node.value : JSON.stringify(node.value);
      return flags.paths ? `${node.path}\t${text}\n` : `${text}\n`;
    });
    const result = {
      count: nodes.length,
      values: JSON.parse(JSON.stringify(nodes.slice(0, 1_000).map(node => node.value))),
    };
    const outcome = await deliverText({
      text: lines.join(''),
      result,
      out: flags.out,
      overwrite: flags.overwrite,
      files,
    });
    return {...outcome, exitCode: nodes.length === 0 ? 1 : 0};
  },
});
