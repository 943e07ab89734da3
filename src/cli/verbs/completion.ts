import {usageError} from '../argv/parse-words.ts';
import {defineVerb} from '../argv/verb.ts';
import {type Completion, completeWords} from '../completion/complete-words.ts';
import {completionScript, completionShells, isCompletionShell} from '../completion/completion-script.ts';

export const completionVerb = defineVerb({
  name: 'completion',
  usage: completionShells.join(' | '),
  details: [
    'bash: add to ~/.bashrc   eval "$(cotty completion bash)"',
    'zsh:  add to ~/.zshrc    eval "$(cotty completion zsh)"',
    'fish: cotty completion fish > ~/.config/fish/completions/cotty.fish',
  ].join('\n'),
  hasNoValue: true,
  options: {},
  words: [1, 1],
  places: [completionShells],
  async run({words: [shell = ''], rest = [], output, env, verbs}) {
    if (shell === 'words') output.print(answer(await completeWords(rest, {env, verbs})));
    else if (isCompletionShell(shell)) output.raw(completionScript(shell));
    else throw usageError(completionVerb, `There is no completion for "${shell}"`);
    return 0;
  },
});

/** What `cotty completion words -- WORD…` tells the scripts: what belongs there, then a candidate a line, a tab, and what it is. */
function answer(completion: Completion): string {
  switch (completion.type) {
    case 'words':
      return ['words', ...completion.candidates.map(({word, about}) => `${word}\t${oneLine(about)}`)].join('\n');
    case 'command':
      return `command ${completion.after}`;
    case 'files':
    case 'folders':
      return completion.type;
    default:
      return completion satisfies never;
  }
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ');
}
