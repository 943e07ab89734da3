/**
 * How a shell inside of the session's own, perhaps on another machine, gets our marks when somebody asks for it. All goes
 * through the terminal, for nothing else reaches every far side:
 *
 * 1. a line is typed that makes the shell evaluate what follows on the tty with echo off; it answers with the shell's name;
 * 2. the family's script follows, up to ^D; before it takes effect it answers, and reads one line: the nonce;
 * 3. once it has it, it answers again.
 *
 * So the nonce stands in no environment, argument, file or history. Nothing follows an answer that did not come.
 */
import {readFileSync} from 'node:fs';
import {CottyError, type ShellFamily} from '../../core/index.ts';
import {familyOf} from './resolve-shell.ts';
import {scriptFor, withoutComments} from './script-for.ts';
import {quoteForFish, quoteForPosix} from './shell-start.ts';

/** Ends what is read (EOF of a tty in canonical mode). */
export const END_OF_SCRIPT = '\x04';

/**
 * The line to be typed. A blank in front keeps it out of most histories. bash, zsh, POSIX shells and fish from 3.4 on understand
 * the general form; `fish` asks for one that every fish does.
 */
export function askingLine(family: ShellFamily | null, token: string): string {
  const name = '"$(cat /proc/$PPID/comm 2>/dev/null||ps -o comm= -p $PPID)"';
  // Where its errors go elsewhere nobody would see the answer, and nothing would end what reads.
  const reader = `command sh -c '[ -t 2 ]&&stty -echo&&printf "\\33]133;Y;shell=%s;cotty=${token}.1\\7" ${name}>&2&&cat'`;
  return family === 'fish'
    ? ` ${reader}|read -zg __cotty_script;eval $__cotty_script;command stty echo`
    : ` eval "$(${reader})";command stty echo`;
}

/** The family of the shell that answered; undefined for one we have no script for. */
export function nestedFamily(name: string): ShellFamily | undefined {
  // Of a multi-call binary the kernel tells the name it was called by, or this one.
  const family = familyOf(name.trim() === 'busybox' ? 'ash' : name.trim());
  return family === 'other' ? undefined : family;
}

/** What the shell is to evaluate: lines that every tty takes. Without a nonce, as it may be shown by `set -x`. */
export function nestedScript(family: ShellFamily, token: string): string {
  const path = scriptFor(family);
  if (path === undefined)
    throw new CottyError('not_supported', `There are no marks for ${family} shells.`, 'Go on without them.');
  const script = withoutComments(readFileSync(path, 'utf8'));
  switch (family) {
    case 'bash':
      return inBash(script, token);
    case 'zsh':
      return inZsh(script, token);
    case 'fish':
      return inFish(script, token);
    case 'posix':
    case 'other':
      return inPosix(script, token);
    default:
      return family satisfies never;
  }
}

/** One that was let go of while a command ran has marks of an earlier time: what it had before those is what it had before. */
function inBash(script: string, token: string): string {
  return `__cotty_aliases=$(\\builtin shopt -p expand_aliases || \\builtin :)
\\builtin shopt -u expand_aliases
case $- in *x*) builtin set +x; __cotty_trace=x ;; *) __cotty_trace= ;; esac
case $- in *a*) builtin set +a; __cotty_trace=a$__cotty_trace ;; esac
builtin unset -v __cotty_nonce
case \${BASH_VERSINFO[0]}.\${BASH_VERSINFO[1]} in [123].* | 4.[012]) __cotty_key=0 ;; *) __cotty_key=1 ;; esac
if [[ ! -o emacs && ! -o vi ]]; then __cotty_key=0; fi
builtin printf '${answer(token, 2)}' "$__cotty_key" >&2
IFS= builtin read -r __cotty_nonce || :
if [[ -n $__cotty_nonce ]]; then
__cotty_dir= __cotty_login=nested __cotty_legacy=
if [[ -z \${__cotty_was_PS1+x} ]]; then
for __cotty_name in PS0 PS1 PS2 PROMPT_COMMAND; do
builtin printf -v "__cotty_was_$__cotty_name" %s "$(builtin declare -p "$__cotty_name" 2>/dev/null)"
done
builtin unset -v __cotty_name
fi
__cotty_entry=$(HISTTIMEFORMAT= builtin history 1)
case $__cotty_entry in
*'cotty=${token}'*)
__cotty_entry=\${__cotty_entry#"\${__cotty_entry%%[0-9]*}"}
builtin history -d "\${__cotty_entry%%[!0-9]*}"
;;
esac
${script}
builtin printf '${answer(token, 3)}' "$__cotty_key" >&2
fi
if [[ -n $__cotty_trace ]]; then builtin set "-$__cotty_trace"; fi
builtin unset __cotty_key __cotty_entry __cotty_trace
builtin eval "builtin unset __cotty_aliases; builtin $__cotty_aliases"
`;
}

/** Parsed as a whole before any of it runs, so the script is text to be parsed once the user's aliases and options are out of the way. */
function inZsh(script: string, token: string): string {
  const text = `typeset -g __cotty_dir=
typeset -gH +x __cotty_nonce=
builtin printf '${answer(token, 2)}' 1 >&2
IFS= builtin read -r __cotty_nonce
if [[ -n $__cotty_nonce ]]; then
if (( ! \${+__cotty_was} )); then
typeset -gA __cotty_was
() {
local name
for name in precmd_functions preexec_functions HISTORY_IGNORE; do
if (( \${+parameters[$name]} )); then __cotty_was[$name]="\${(P)name}"; fi
done
for name in zsh/mapfile zsh/system; do
if ! zmodload -e $name; then __cotty_was[unload]+=" $name"; fi
done
}
fi
if [[ $1 != on ]]; then typeset -g HISTORY_IGNORE="\${HISTORY_IGNORE:+($HISTORY_IGNORE)|}*cotty=${token}*"; fi
${script}
builtin printf '${answer(token, 3)}' 1 >&2
fi`;
  return `() {
'builtin' 'set' '--' "\${options[histignorespace]-}"
'builtin' 'emulate' '-L' 'zsh' '-o' 'no_aliases' '-o' 'no_all_export' '-o' 'no_xtrace' '-o' 'no_verbose'
'builtin' 'eval' ${quoteForPosix(text)}
}
`;
}

function inFish(script: string, token: string): string {
  const asked = ([null, 'fish'] as const).map(family => quoteForFish(askingLine(family, token).trim())).join(' ');
  return `set -l fish_trace
builtin printf '${answer(token, 2)}' 1
set -g __cotty_dir
set -g __cotty_nonce (command head -n 1 </dev/tty)
set -e __cotty_script
# A paste loses its leading blank.
for __cotty_line in ${asked}
builtin history delete --exact --case-sensitive -- $__cotty_line
end
set -e __cotty_line
if test -n "$__cotty_nonce"
${script}
builtin printf '${answer(token, 3)}' 1
end
set -e -l fish_trace
`;
}

function inPosix(script: string, token: string): string {
  return `case $- in *x*) set +x; __cotty_trace=x ;; *) __cotty_trace= ;; esac
case $- in *a*) set +a; __cotty_trace=a$__cotty_trace ;; esac
unset __cotty_nonce
command -p printf '${answer(token, 2)}' 0 >&2
IFS= read -r __cotty_nonce || :
if [ -n "$__cotty_nonce" ]; then
${script}
command -p printf '${answer(token, 3)}' 0 >&2
fi
if [ -n "$__cotty_trace" ]; then set "-$__cotty_trace"; fi
unset __cotty_trace
`;
}

/** A format for printf; its argument says whether command lines can come by our private key. */
function answer(token: string, step: 2 | 3): string {
  return `\\033]133;Y;key=%s;cotty=${token}.${step}\\007`;
}
