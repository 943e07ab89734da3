import {optionHead} from '../../src/cli/argv/help-text.ts';
import {toolVerbs} from '../../src/cli/argv/tool-verbs.ts';
import type {AnyVerb} from '../../src/cli/argv/verb.ts';
import {loadVerb, verbTable} from '../../src/cli/argv/verb-table.ts';
import {table} from './markdown.ts';

/** Reference of all verbs of the command line. */
export async function cliReference(): Promise<string> {
  const verbs = await Promise.all(Object.keys(verbTable).map(loadVerb));
  return [
    '# Command line',
    'Every verb takes `--help`, and each that has a value takes `--json` (the typed value on stdout). Errors are told on stderr as `cotty: message`.',
    'Exit codes: 0 success, 1 failure; `run` exits with the exit code of the command, or 123 (waits for input and nobody is there to give it), 124 (still runs after the timeout), 125 (cotty failed, or the shell ended), 130 (left with Ctrl-] d; it goes on); `attach` with that of the session, or 128 and the number of the signal that ended it; `keys` and `watch` with 124 when nothing matched in time; `server status` with 3 when no server runs.',
    ...verbs.flatMap(verb => (verb ? [verbSection(verb)] : [])),
    '## Tools as verbs',
    'Each tool is a verb with flags from its arguments; see [tools](tools.md).',
    table(
      ['Verb', 'What it does'],
      toolVerbs().map(verb => [`\`cotty ${verb.name} ${verb.usage}\``, verb.summary]),
    ),
  ].join('\n\n');
}

function verbSection(verb: AnyVerb): string {
  const options = Object.entries(verb.options).map(([name, spec]) => [`\`${optionHead(name, spec)}\``, spec.about]);
  return [
    `## \`cotty ${`${verb.name} ${verb.usage}`.trimEnd()}\``,
    `${verb.summary}.`,
    ...(verb.details ? [verb.details] : []),
    ...(options.length > 0 ? [table(['Option', 'Meaning'], options)] : []),
  ].join('\n\n');
}
