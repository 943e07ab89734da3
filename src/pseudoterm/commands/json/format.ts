import {defineBuiltin, type JsonValue} from '../../command.ts';
import {deliverText, outFlags} from '../deliver-text.ts';
import {isRawNumber} from './raw-number.ts';
import {readJson} from './read-json.ts';

export const jsonFormat = defineBuiltin({
  name: 'json format',
  summary: 'indent, minify or sort JSON',
  flags: {
    in: {type: 'path', about: 'file to read; stdin when left out'},
    ...outFlags,
    indent: {type: 'int', min: 0, max: 8, default: 2, about: 'blanks a level; 0 puts everything on one line'},
    'sort-keys': {type: 'boolean', about: 'order object members by name'},
  },
  examples: ['json format --in data.json --sort-keys'],
  readsStdin: true,
  capabilities: ['read', 'write'],
  async run({flags, stdin, files}) {
    const {value} = await readJson({path: flags.in, stdin, files, isExact: true});
    const text = `${JSON.stringify(flags['sort-keys'] ? sortKeys(value) : value, null, flags.indent)}\n`;
    const result = {chars: text.length};
    return await deliverText({text, result, out: flags.out, overwrite: flags.overwrite, files});
  },
});

function sortKeys(value: JsonValue): JsonValue {
  if (isArray(value)) return value.map(sortKeys);
  if (value === null || typeof value !== 'object' || isRawNumber(value)) return value;
  const entries = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([name, member]) => [name, sortKeys(member)]));
}

/** `Array.isArray` does not narrow readonly arrays. */
function isArray(value: JsonValue): value is readonly JsonValue[] {
  return Array.isArray(value);
}
