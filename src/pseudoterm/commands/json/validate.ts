import {defineBuiltin} from '../../command.ts';
import {readJson} from './read-json.ts';

export const jsonValidate = defineBuiltin({
  name: 'json validate',
  summary: 'check that a text is JSON, or that it fits a JSON Schema',
  details: 'Drafts 4, 7, 2019-09 and 2020-12; without "$schema" it is 2020-12. Exit code 1 when it does not fit.',
  flags: {
    in: {type: 'path', about: 'file to read; stdin when left out'},
    schema: {type: 'path', about: 'a file with the JSON Schema'},
  },
  examples: ['json validate --in data.json', 'json validate --in data.json --schema schema.json'],
  readsStdin: true,
  capabilities: ['read'],
  async run({flags, stdin, files}) {
    const {value} = await readJson({path: flags.in, stdin, files});
    if (flags.schema === undefined) return {stdout: 'valid JSON\n', result: {valid: true}};
    const {value: schema} = await readJson({path: flags.schema, stdin: null, files});
    const {checkSchema} = await import('./check-schema.ts');
    const problems = checkSchema(value, schema);
    if (problems.length === 0) return {stdout: 'valid\n', result: {valid: true, problems: []}};
    return {
      exitCode: 1,
      stdout: problems.map(problem => `${problem.at}: ${problem.message}\n`).join(''),
      result: {valid: false, problems: problems.slice(0, 200).map(problem => ({...problem}))},
    };
  },
});
