import {nearest} from '../../core/index.ts';
import {defineBuiltin} from '../command.ts';
import {builtinHelp, overview, usageLine} from '../protocol/help-text.ts';
import {PseudoError} from '../pseudo-error.ts';

export const help = defineBuiltin({
  name: 'help',
  summary: 'list the commands, or explain one',
  positionals: {command: {type: 'string', variadic: true, about: 'a command, or the first word of several'}},
  examples: ['help', 'help hash', 'help text'],
  capabilities: [],
  resourceLimits: {timeMs: 5_000},
  async run({positionals, builtins}) {
    const name = positionals.command.join(' ');
    const chosen = builtins.filter(
      builtin => name === '' || builtin.name === name || builtin.name.startsWith(`${name} `),
    );
    const commands = chosen.map(builtin => ({
      name: builtin.name,
      summary: builtin.summary,
      usage: usageLine(builtin),
      capabilities: [...builtin.capabilities],
    }));
    if (name === '') return {stdout: `${overview(builtins)}\n`, result: {commands}};
    if (chosen.length > 0) return {stdout: `${chosen.map(builtinHelp).join('\n\n')}\n`, result: {commands}};
    const names = builtins.map(builtin => builtin.name);
    const guess = nearest(name, names);
    const hint = guess ? `Did you mean "${guess}"?` : `Known: ${names.join(', ')}.`;
    throw new PseudoError('UnknownCommand', `There is no command "${name}". ${hint}`);
  },
});
