import {nearest} from '../../core/index.ts';
import {columns, tellHelp, verbHelp} from '../argv/help-text.ts';
import {usageError} from '../argv/parse-words.ts';
import {defineVerb} from '../argv/verb.ts';

export const helpVerb = defineVerb({
  name: 'help',
  usage: '[VERB]',
  hasNoValue: true,
  options: {},
  words: [0, 1],
  places: ['verb'],
  async run({words: [name], output, verbs}) {
    const {findToolVerb, toolVerbs} = await import('../argv/tool-verbs.ts');
    if (name === undefined) {
      tellHelp(
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
          'cotty VERB --help tells more; --json gives the typed value of a verb that has one.',
        ].join('\n'),
        output,
      );
      return 0;
    }
    const verb = (await verbs.load(name)) ?? findToolVerb(name);
    if (!verb) {
      const guess = nearest(name, Object.keys(verbs.summaries));
      throw usageError(helpVerb, `There is no verb "${name}"${guess ? `; did you mean "${guess}"?` : ''}`);
    }
    tellHelp(verbHelp(verb), output);
    return 0;
  },
});
