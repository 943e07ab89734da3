import {verbTable} from './verb-table.ts';

export type CompletionShell = 'bash' | 'zsh' | 'fish';

export function isCompletionShell(text: string): text is CompletionShell {
  return text === 'bash' || text === 'zsh' || text === 'fish';
}

/** Verbs whose first word is a session. */
const sessionVerbs = ['attach', 'read', 'keys', 'watch', 'kill', 'export'];

/** Completes verbs, and session ids where one belongs. The ids come from `cotty completion sessions`. */
export function completionScript(shell: CompletionShell, toolVerbs: readonly string[]): string {
  const verbs = [...Object.keys(verbTable), ...toolVerbs];
  switch (shell) {
    case 'bash':
      return bash(verbs);
    case 'zsh':
      return `autoload -Uz bashcompinit && bashcompinit\n${bash(verbs)}`;
    case 'fish':
      return fish(toolVerbs);
    default:
      return shell satisfies never;
  }
}

/** Session ids contain a colon, which readline takes for a word break; the part before it is cut off again. */
function bash(verbs: readonly string[]): string {
  return `_cotty() {
  local line=\${COMP_LINE:0:COMP_POINT} word=\${COMP_WORDS[COMP_CWORD]} verb=\${COMP_WORDS[1]} typed
  if [ "$COMP_CWORD" -le 1 ]; then
    COMPREPLY=($(compgen -W '${verbs.join(' ')}' -- "$word"))
    return
  fi
  typed=\${line##* }
  case " ${sessionVerbs.join(' ')} run " in
    *" $verb "*) COMPREPLY=($(compgen -W "$(cotty completion sessions 2>/dev/null)" -- "$typed")) ;;
  esac
  case $typed in
    *:*) COMPREPLY=("\${COMPREPLY[@]#\${typed%"\${typed##*:}"}}") ;;
  esac
}
complete -o default -F _cotty cotty`;
}

function fish(toolVerbs: readonly string[]): string {
  const rows = [
    ...Object.entries(verbTable).map(([name, row]) => [name, row.summary]),
    ...toolVerbs.map(name => [name, '']),
  ];
  const quote = (text = '') => `'${text.replaceAll(/['\\\\]/g, '\\$&')}'`;
  return [
    'complete -c cotty -f',
    ...rows.map(([name, about]) => `complete -c cotty -n __fish_use_subcommand -a ${name} -d ${quote(about)}`),
    `complete -c cotty -n '__fish_seen_subcommand_from ${sessionVerbs.join(' ')}' -a '(cotty completion sessions 2>/dev/null)'`,
    "complete -c cotty -n '__fish_seen_subcommand_from run' -s s -l session -x -a '(cotty completion sessions 2>/dev/null)'",
  ].join('\n');
}
