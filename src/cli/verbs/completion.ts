import {completionScript, isCompletionShell} from '../argv/completion-script.ts';
import {usageError} from '../argv/parse-words.ts';
import {defineVerb} from '../argv/verb.ts';
import {openRunningClient} from '../client.ts';
import {listSessions, sessionRow} from '../session-list.ts';

export const completionVerb = defineVerb({
  name: 'completion',
  summary: 'print a completion script for your shell',
  usage: 'bash | zsh | fish',
  details: [
    'bash: add to ~/.bashrc   eval "$(cotty completion bash)"',
    'zsh:  add to ~/.zshrc    eval "$(cotty completion zsh)"',
    'fish: cotty completion fish > ~/.config/fish/completions/cotty.fish',
  ].join('\n'),
  options: {},
  words: [1, 1],
  async run({words: [shell = ''], output, env}) {
    if (shell === 'sessions') {
      output.raw(await sessionWords(env));
      return 0;
    }
    if (!isCompletionShell(shell)) throw usageError(completionVerb, `There is no completion for "${shell}"`);
    const {toolVerbNames} = await import('../argv/tool-verbs.ts');
    output.print(completionScript(shell, toolVerbNames()));
    return 0;
  },
});

/** What the scripts ask for while somebody types: ids and names of living sessions, one a line. Starts no server. */
async function sessionWords(env: NodeJS.ProcessEnv): Promise<string> {
  using client = await openRunningClient(env);
  const rows = client ? (await listSessions(client)).map(sessionRow) : [];
  return rows
    .flatMap(row => [row.sessionId, row.name])
    .map(word => `${word}\n`)
    .join('');
}
