import {nearest} from '../../core/index.ts';
import {columns, verbHelp} from '../argv/help-text.ts';
import {usageError} from '../argv/parse-words.ts';
import {defineVerb} from '../argv/verb.ts';
import {loadVerb, verbTable} from '../argv/verb-table.ts';

export const helpVerb = defineVerb({
  name: 'help',
  usage: '[VERB]',
  options: {},
  words: [0, 1],
  places: ['verb'],
  async run({words: [name], output}) {
    const {findToolVerb, toolVerbs} = await import('../argv/tool-verbs.ts');
    if (name === undefined) {
      output.print(
        [
          'cotty: the terminal that a person and their agents hold together',
          '',
          ...columns(Object.entries(verbTable).map(([verb, row]) => [verb, row.summary])),
          '',
          'Every tool of the agents is a verb too:',
          '',
          ...columns(toolVerbs().map(verb => [verb.name, verb.summary])),
          '',
          '--json gives the typed value of any verb; cotty VERB --help tells more.',
        ].join('\n'),
      );
      return 0;
    }
    const verb = (await loadVerb(name)) ?? findToolVerb(name);
    if (!verb) {
      const guess = nearest(name, Object.keys(verbTable));
      throw usageError(helpVerb, `There is no verb "${name}"${guess ? `; did you mean "${guess}"?` : ''}`);
    }
    output.print(verbHelp(verb));
    return 0;
  },
});
