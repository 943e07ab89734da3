import {nearest} from '../../core/index.ts';
import {columns, verbHelp} from '../argv/help-text.ts';
import {usageError} from '../argv/parse-words.ts';
import {defineVerb} from '../argv/verb.ts';

export const helpVerb = defineVerb({
  name: 'help',
  usage: '[VERB]',
  options: {},
  words: [0, 1],
  places: ['verb'],
  async run({words: [name], output, verbs}) {
    const {findToolVerb, toolVerbs} = await import('../argv/tool-verbs.ts');
    if (name === undefined) {
      output.print(
        [
          'cotty: the terminal that a person and their agents hold together',
          '',
          ...columns(Object.entries(verbs.summaries).map(([verb, row]) => [verb, row.summary])),
          '',
          'Every other tool of the agents is a verb too:',
          '',
          ...columns(
            toolVerbs()
              .filter(verb => !Object.hasOwn(verbs.summaries, verb.name))
              .map(verb => [verb.name, verb.summary]),
          ),
          '',
          '--json gives the typed value of any verb; cotty VERB --help tells more.',
        ].join('\n'),
      );
      return 0;
    }
    const verb = (await verbs.load(name)) ?? findToolVerb(name);
    if (!verb) {
      const guess = nearest(name, Object.keys(verbs.summaries));
      throw usageError(helpVerb, `There is no verb "${name}"${guess ? `; did you mean "${guess}"?` : ''}`);
    }
    output.print(verbHelp(verb));
    return 0;
  },
});
