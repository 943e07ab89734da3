# shellcheck shell=bash
# cotty shell integration for bash (3.2 and later). Sourced by a private init file, or evaluated in a nested shell, that has set
#   __cotty_nonce    proof that a mark is ours; never exported, never part of a prompt string that could be, never printed into a file
#   __cotty_dir      directory with the command file; empty in a nested shell: lines come through the tty
#   __cotty_login    `login`: read what a login shell would read; `nested`: nothing, this shell has read its files
#   __cotty_legacy   for tests: `debug` takes the DEBUG trap even where PS0 exists, `string` PROMPT_COMMAND as a string too
# Why each hook is where it is: shell/README.md.
#
# Aliases must not reach into this file: the init file switched alias expansion off before sourcing it.
# Every builtin is called through `builtin`, because the user may have functions of the same name.

# ---- prompt cycle -------------------------------------------------------------------------------------------------

# First thing in PROMPT_COMMAND: reports how the command ended, before the user's hooks take their time. Output goes to the
# prompt's own stream (stderr), saved as fd 3; fd 2 is silenced so that a user's `set -x` shows nothing of ours.
__cotty_first() {
  __cotty_status=$?
  if [[ $- == *[ax]* ]]; then __cotty_quiet; fi
  __cotty_reported=1
  __cotty_report
  # On the first prompt the hooks stay as they are until all have run.
  if [[ $__cotty_n == 1 ]]; then :
  elif [[ ${PROMPT_COMMAND[0]-} != __cotty_first ]] || [[ ${PROMPT_COMMAND[1]-} != __cotty_last ]]; then
    __cotty_arrange
    __cotty_wrap
  fi
  if [[ -n $__cotty_flags ]]; then __cotty_loud; fi
  # Under `set -e` a hook that returns non-zero would end the shell; bash gives the next hook the real $? anyway.
  case $- in *e*) builtin return 0 ;; esac
  builtin return "$__cotty_status"
} 3>&2 2>/dev/null

# Last thing in PROMPT_COMMAND: the user's own hooks may have made a new prompt, or have thrown __cotty_first out.
__cotty_last() {
  __cotty_status=$?
  if [[ $- == *[ax]* ]]; then __cotty_quiet; fi
  if [[ -z $__cotty_reported ]]; then __cotty_report; fi
  __cotty_reported=
  # Where prompts go: a file must not get to know the nonce.
  if [[ -t 3 ]]; then __cotty_proof=$__cotty_nonce; else __cotty_proof=; fi
  __cotty_wrap
  if [[ ${PROMPT_COMMAND[0]-} != __cotty_first ]] || [[ ${PROMPT_COMMAND[1]-} != __cotty_last ]]; then __cotty_arrange; fi
  # Those who emulate preexec with a DEBUG trap took this very call for the user's next command: let them wait again.
  if [[ ${STARSHIP_PREEXEC_READY-} == false ]]; then STARSHIP_PREEXEC_READY=true; fi
  if [[ ${PREEXEC_READY-} == false ]]; then PREEXEC_READY=true; fi
  if [[ -n ${__bp_imported-}${bash_preexec_imported-} ]]; then __bp_preexec_interactive_mode=on; fi
  if [[ -n $__cotty_legacy ]]; then __cotty_armed=1; fi
  if [[ -n $__cotty_flags ]]; then __cotty_loud; fi
} 3>&2 2>/dev/null

# Nothing of ours is traced (`set -x`), and nothing that we assign gets exported (`set -a`).
__cotty_quiet() {
  case $- in *x*) builtin set +x; __cotty_flags=x ;; *) __cotty_flags= ;; esac
  case $- in *a*) builtin set +a; __cotty_flags=a$__cotty_flags ;; esac
  builtin export -n __cotty_flags
}

__cotty_loud() {
  builtin local flags=$__cotty_flags
  __cotty_flags=
  builtin set "-$flags"
}

# The end mark first: everything else can wait, whoever waits for the command cannot.
__cotty_report() {
  __cotty_armed=0
  if [[ $PWD != "$__cotty_pwd" ]]; then __cotty_encode_pwd; fi
  if [[ $__cotty_ran != 0 ]]; then
    __cotty_emit "D;$__cotty_status;cwd=$__cotty_cwd"
    __cotty_n=$((__cotty_n + 1))
    __cotty_count
  else
    __cotty_count
    __cotty_report_idle
  fi
  __cotty_ran=0
  __cotty_delivered=
  __cotty_number_before=$__cotty_number __cotty_history_before=$__cotty_history
  __cotty_status_before=$__cotty_status
  if [[ -n $__cotty_histexpand ]]; then __cotty_histexpand=; builtin set -H; fi
}

# Command and history number of the prompt to come.
__cotty_count() {
  if [[ -n $__cotty_legacy ]]; then
    # A subshell, `( … )`, is no DEBUG event. The history number tells that there was a line.
    __cotty_number=$HISTCMD __cotty_history=$HISTCMD
  else
    __cotty_number=${__cotty_number_prompt@P} __cotty_history=${__cotty_history_prompt@P}
  fi
}

# No C was said since the last prompt.
__cotty_report_idle() {
  if [[ -n $__cotty_literal && $__cotty_number != "$__cotty_number_before" ]]; then
    __cotty_emit "D;$__cotty_status;cwd=$__cotty_cwd"
    __cotty_n=$((__cotty_n + 1))
  elif [[ $__cotty_n == 0 ]]; then
    __cotty_n=1
    __cotty_emit "A;cwd=$__cotty_cwd"
  elif [[ $__cotty_number != "$__cotty_number_before" ]] || __cotty_line_failed; then
    # The line was accepted, yet nothing said C: its syntax was wrong, or somebody took PS0 away.
    __cotty_emit "C;err=1"
    __cotty_emit "D;$__cotty_status;cwd=$__cotty_cwd"
    __cotty_n=$((__cotty_n + 1))
  else
    __cotty_emit D
  fi
}

# $1 is a mark's body. When the prompt's stream went elsewhere (`exec 2>file`), the tty itself is asked.
__cotty_emit() {
  if [[ -t 3 ]]; then
    builtin printf '\033]133;%s;cotty=%s.%s\007' "$1" "$__cotty_nonce" "$__cotty_n" >&3
  else
    builtin printf '\033]133;%s;cotty=%s.%s\007' "$1" "$__cotty_nonce" "$__cotty_n" >/dev/tty
  fi
}

# True when the line that was just accepted never ran. bash says so only by $? = 2 (258 before 4.4); if it was that
# before, the history number tells a bad line from an empty one, and a delivered line is known to be there.
__cotty_line_failed() {
  case $__cotty_status in 2 | 258) ;; *) builtin return 1 ;; esac
  if [[ $__cotty_status != "$__cotty_status_before" ]]; then builtin return 0; fi
  if [[ $__cotty_history != "$__cotty_history_before" ]]; then builtin return 0; fi
  if [[ -n $__cotty_delivered ]]; then builtin return 0; fi
  builtin return 1
}

# Percent-encodes $PWD byte by byte into __cotty_cwd. Runs only when the directory changed.
__cotty_encode_pwd() {
  __cotty_pwd=$PWD
  builtin local LC_ALL=C i c out=
  case $PWD in
    *[!abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789/._-]*) ;;
    *) __cotty_cwd=$PWD; builtin return 0 ;;
  esac
  for ((i = 0; i < ${#PWD}; i++)); do
    c=${PWD:i:1}
    case $c in
      [abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789/._-]) out=$out$c ;;
      *)
        builtin printf -v c '%d' "'$c"
        builtin printf -v c '%%%02X' "$((c & 255))"
        out=$out$c
        ;;
    esac
  done
  __cotty_cwd=$out
}

# ---- prompts ------------------------------------------------------------------------------------------------------

# Puts A, B and C around whatever PS1, PS2 and PS0 are now; nothing to do when they are as we left them.
# With promptvars the nonce is referred to, not written out, so an exported PS1 gives nothing away, and a nested shell
# that inherits it prints nothing.
__cotty_wrap() {
  if [[ ${BASHOPTS-} == *promptvars* ]] || builtin shopt -q promptvars; then
    if [[ ${PS1-}$'\n'${PS2-}$'\n'${PS0-} == "$__cotty_made" ]]; then builtin return 0; fi
    __cotty_unwrap
    PS1=$__cotty_a$PS1$__cotty_b
    PS2=$__cotty_k$PS2
    if [[ -z $__cotty_legacy ]]; then PS0=$PS0$__cotty_c; fi
    __cotty_made=$PS1$'\n'$PS2$'\n'${PS0-}
  else
    # Nothing in a prompt is expanded: write the values out, afresh each time, and don't export them.
    __cotty_unwrap
    if [[ -z $__cotty_proof ]]; then __cotty_made=-; builtin return 0; fi
    builtin export -n PS1 PS2 PS0
    __cotty_literal=";cotty=$__cotty_nonce.$__cotty_n"$'\a'
    __cotty_literal_b='\['$'\e]133;B'${__cotty_stash:+;stash=1}';jobs=\j'$__cotty_literal'\]'
    PS1='\['$'\e]133;A'$__cotty_literal'\]'$PS1$__cotty_literal_b
    PS2='\['$'\e]133;A;k=s'$__cotty_literal'\]'$PS2
    if [[ -z $__cotty_legacy ]]; then PS0=$PS0$'\e]133;C'$__cotty_literal; fi
    __cotty_made=-
  fi
}

# Takes all our marks off the prompts, written-out ones (they hold last cycle's number) too.
__cotty_unwrap() {
  PS1=${PS1-} PS2=${PS2-}
  PS1=${PS1//"$__cotty_a"/} PS2=${PS2//"$__cotty_k"/}
  PS1=${PS1//"$__cotty_b"/}
  if [[ -z $__cotty_legacy ]]; then PS0=${PS0-}; PS0=${PS0//"$__cotty_c"/}; fi
  if [[ -z $__cotty_literal ]]; then builtin return 0; fi
  builtin local mark
  for mark in '\['$'\e]133;A'$__cotty_literal'\]' "$__cotty_literal_b"; do PS1=${PS1//"$mark"/}; done
  mark='\['$'\e]133;A;k=s'$__cotty_literal'\]'
  PS2=${PS2//"$mark"/}
  mark=$'\e]133;C'$__cotty_literal
  if [[ -z $__cotty_legacy ]]; then PS0=${PS0//"$mark"/}; fi
  __cotty_literal=
}

# ---- PROMPT_COMMAND -----------------------------------------------------------------------------------------------

# Keeps __cotty_first at the front and __cotty_last at the back of PROMPT_COMMAND, whatever others put there.
# bash-preexec's __bp_interactive_mode must stay behind us: what runs after it counts as the user's command.
__cotty_arrange() {
  if [[ -n "$__cotty_string_hooks" ]]; then __cotty_arrange_string; builtin return 0; fi
  builtin local i last part user
  last=-1
  # Of one that is no array `set -u` lets nobody count the elements.
  for part in ${PROMPT_COMMAND[@]+"${PROMPT_COMMAND[@]}"}; do last=$((last + 1)); done
  if [[ "$last" -gt 0 ]] && [[ "${PROMPT_COMMAND[last]-}" == __bp_interactive_mode ]]; then last=$((last - 1)); fi
  if [[ "$last" -gt 0 ]] && [[ "${PROMPT_COMMAND[last]-}" == __cotty_last ]]; then
    case ${PROMPT_COMMAND[0]-} in
      __cotty_first | __cotty_first\;* | __cotty_first*__bp_install*) builtin return 0 ;;
      __cotty_first$'\n'*) if [[ $__cotty_n == 0 ]]; then builtin return 0; fi ;;
    esac
  fi
  user=()
  last=
  for part in ${PROMPT_COMMAND[@]+"${PROMPT_COMMAND[@]}"}; do
    case $part in
      __cotty_first | __cotty_last | '') continue ;;
      __bp_interactive_mode) last=$part; continue ;;
    esac
    part=${part#__cotty_first$'\n'}
    part=${part//__cotty_first/:}
    user+=("${part//__cotty_last/:}")
  done
  # Hook sets like bash-preexec install themselves on the first prompt, and look for themselves in the first element only.
  case $__cotty_n:${user[0]-} in
    0:?* | *__bp_install*) user[0]=__cotty_first$'\n'${user[0]} ;;
    *) user=(__cotty_first ${user[@]+"${user[@]}"}) ;;
  esac
  user+=(__cotty_last ${last:+"$last"})
  builtin unset PROMPT_COMMAND
  PROMPT_COMMAND=("${user[@]}")
}

# bash before 5.1 knows PROMPT_COMMAND as one string only.
__cotty_arrange_string() {
  case ${PROMPT_COMMAND-} in
    __cotty_first$'\n'*__cotty_last | __cotty_first$'\n'*__cotty_last$'\n'__bp_interactive_mode) builtin return 0 ;;
  esac
  builtin local user="${PROMPT_COMMAND-}" tail=
  case $user in *$'\n'__bp_interactive_mode) tail=$'\n'__bp_interactive_mode user=${user%"$tail"} ;; esac
  user=${user//__cotty_first/:}
  user=${user//__cotty_last/:}
  PROMPT_COMMAND=__cotty_first$'\n'${user:-:}$'\n'__cotty_last$tail
  # An exported one would call our functions in shells that do not have them.
  builtin export -n PROMPT_COMMAND
}

# ---- delivered lines ----------------------------------------------------------------------------------------------

# ESC[9001~ : replaces the line being edited by the content of the command file, or by what follows the key up to
# BEL, with controls and backslashes as `\0ooo`. The carriage return behind it accepts it. What had been typed is kept for
# ESC[9002~.
__cotty_line() {
  if [[ $- == *[ax]* ]]; then __cotty_quiet; fi
  builtin local IFS= text= chars
  if [[ -n "$__cotty_dir" ]]; then
    builtin read -r -d '' text <"$__cotty_dir/command" || :
    builtin : >|"$__cotty_dir/command" || :
  else
    # With a delimiter of its own bash reads byte by byte; else it would read on into the carriage return.
    builtin read -r -d $'\a' text || :
    builtin printf -v text %b "$text"
  fi
  if [[ -n "$text" ]]; then
    # The Ctrl-G that gets out of a search or a question before this key; vi-insert mode takes it for text.
    READLINE_LINE=${READLINE_LINE//$'\a'/}
    if [[ -n "$READLINE_LINE" ]]; then __cotty_stash=$READLINE_LINE __cotty_stash_point=$READLINE_POINT; fi
    if [[ $- == *H* ]]; then
      chars=${histchars:-!^#}
      case $text in
        *"${chars:0:1}"* | "${chars:1:1}"*) builtin set +H; __cotty_histexpand=1 ;;
      esac
    fi
    __cotty_delivered=1
    # Hooks that somebody has taken away come back with the next delivered line, the prompts with the prompt after it: bash
    # holds on to the old text of PS0 until then.
    __cotty_arrange
    READLINE_LINE=$text READLINE_POINT=${#text}
  fi
  if [[ -n "$__cotty_flags" ]]; then __cotty_loud; fi
} 2>/dev/null

# ESC[9002~ : gives the stashed line back. Does nothing when there is none.
__cotty_restore() {
  if [[ -n "$__cotty_stash" ]] && [[ -z "$READLINE_LINE" ]]; then
    READLINE_LINE=$__cotty_stash READLINE_POINT=$__cotty_stash_point
    __cotty_stash=
  fi
} 2>/dev/null

# ---- bash without PS0 ---------------------------------------------------------------------------------------------

# DEBUG trap: the first command after the prompt says C. Arguments: $? and $_ of the moment, to be given back.
__cotty_debug() {
  __cotty_debug_status=$?
  if [[ "${__cotty_armed-}" == 1 ]] && [[ -z "${COMP_LINE+x}" ]] && [[ -z "${READLINE_LINE+x}" ]] && [[ "$BASH_SUBSHELL" == 0 ]]; then
    case $BASH_COMMAND:${FUNCNAME[1]-} in
      __cotty_* | __bp_* | *:__cotty_*) ;;
      *)
        if [[ $- == *[ax]* ]]; then __cotty_quiet; fi
        __cotty_armed=0 __cotty_ran=1
        __cotty_emit C
        if [[ -n $__cotty_flags ]]; then __cotty_loud; fi
        ;;
    esac
  fi
  if builtin shopt -q extdebug; then __cotty_debug_status=0; fi
  __cotty_give_back "$__cotty_debug_status" "$1"
} 3>&2 2>/dev/null

__cotty_give_back() {
  builtin return "$1"
}

# Puts our part in front of the user's own DEBUG trap, as `trap -p` shows it ($1; a function would not see it).
__cotty_trap_debug() {
  builtin local present="$1"
  case $present in
    *__cotty_debug*) builtin return 0 ;;
    '' | 'trap -- - DEBUG') builtin trap '__cotty_debug "$_"' DEBUG ;;
    *)
      present=${present#*\'}
      present=${present%\'*}
      present=${present//"'\\''"/"'"}
      builtin trap -- '__cotty_debug "$_"'$'\n'"$present" DEBUG
      ;;
  esac
}

# ---- installation -------------------------------------------------------------------------------------------------

__cotty_install() {
  builtin local allexport=
  case $- in *a*) allexport=1; builtin set +a ;; esac
  # Other terminals leave these in the environment of what they start; they must not be exported further by us.
  builtin export -n __cotty_nonce __cotty_dir
  __cotty_n=0 __cotty_ran=0 __cotty_armed=0 __cotty_status_before=0
  __cotty_number=0 __cotty_history=0 __cotty_number_before=0 __cotty_history_before=0
  __cotty_pwd= __cotty_cwd= __cotty_flags= __cotty_reported= __cotty_histexpand= __cotty_delivered= __cotty_stash= __cotty_stash_point=0
  __cotty_made=- __cotty_literal= __cotty_string_hooks= __cotty_proof=$__cotty_nonce
  __cotty_number_prompt='\#' __cotty_history_prompt='\!'
  if [[ "${BASH_VERSINFO[0]}" -lt 4 ]] || { [[ "${BASH_VERSINFO[0]}" == 4 ]] && [[ "${BASH_VERSINFO[1]}" -lt 4 ]]; }; then
    __cotty_legacy=1
  fi
  if [[ "${BASH_VERSINFO[0]}" -lt 5 ]] || { [[ "${BASH_VERSINFO[0]}" == 5 ]] && [[ "${BASH_VERSINFO[1]}" -lt 1 ]]; } \
    || [[ $__cotty_legacy == string ]]; then
    __cotty_string_hooks=1
  fi
  __cotty_x=x
  __cotty_marks
  if [[ -z "$__cotty_legacy" ]]; then
    __cotty_number_before=${__cotty_number_prompt@P} __cotty_history_before=${__cotty_history_prompt@P}
  fi
  __cotty_wrap
  __cotty_arrange
  __cotty_bind_keys
  if [[ -n "$allexport" ]]; then builtin set -a; fi
} 2>/dev/null

# The text that goes into PS1, PS2 and PS0. All of it works by expansion alone: no command runs, nothing forks. A mark expands to
# nothing while __cotty_proof is empty; what is counted beside it is counted all the same.
__cotty_marks() {
  builtin local osc=$'\e]133;' end=';cotty=$__cotty_proof.$__cotty_n'$'\a' shown='${__cotty_proof:+' ended lost=
  ended=$shown$osc'D;$?'$end'}'
  if [[ -z "$__cotty_legacy" ]]; then
    # Second line of defence: when PROMPT_COMMAND no longer begins with our hook, PS1 itself says D. Expansion has no
    # "if equal" but looking up a table: __cotty_hooked has one key, __cotty_flag only index 1. The first must come first,
    # because bash also expands PS1 between the lines of one paste, without showing it.
    builtin unset __cotty_hooked __cotty_flag
    builtin declare -g -A __cotty_hooked
    __cotty_hooked[is__cotty_first]=
    __cotty_flag[1]=1
    lost='${__cotty_hooked[is${PROMPT_COMMAND:+${PROMPT_COMMAND:0:13}}]-${__cotty_flag[__cotty_ran]+'
    lost=$lost$ended'${__cotty_x:$((__cotty_ran=0,__cotty_n+=1,1))}}}'
  fi
  __cotty_a='\[${__cotty_nonce+'$lost$shown$osc'A'$end'}}\]'
  __cotty_b='\['$shown$osc'B${__cotty_stash:+;stash=1};jobs=\j'$end'}\]'
  __cotty_k='\['$shown$osc'A;k=s'$end'}\]'
  # C also notes that it was said, and puts an unset PROMPT_COMMAND back; both parts expand to nothing.
  # A second C in one cycle is the next line of a block: the line before it has ended, and nothing else says so.
  __cotty_c='${__cotty_nonce+${__cotty_flag[__cotty_ran]+'$ended'${__cotty_x:$((__cotty_n+=1,1))}}'$shown$osc'C'$end'}'
  __cotty_c=$__cotty_c'${__cotty_x:$((__cotty_ran=1))}${__cotty_hooked[${PROMPT_COMMAND:=__cotty_first}]-}}'
}

# bash before 4.3 cannot bind a function to a long key; it gets its lines typed.
__cotty_bind_keys() {
  if [[ "${BASH_VERSINFO[0]}" -lt 4 ]] || { [[ "${BASH_VERSINFO[0]}" == 4 ]] && [[ "${BASH_VERSINFO[1]}" -lt 3 ]]; }; then
    if [[ -n "$__cotty_dir" ]]; then builtin : >|"$__cotty_dir/typed"; fi
    builtin return 0
  fi
  builtin local map
  for map in emacs-standard vi-insert vi-command; do
    builtin bind -m "$map" -x '"\e[9001~": __cotty_line'
    builtin bind -m "$map" -x '"\e[9002~": __cotty_restore'
  done
}

# ---- what the user's own interactive bash would have read ---------------------------------------------------------
# bash reads the system-wide bashrc by itself before this file. --rcfile took the place of ~/.bashrc.

if \builtin [ "${__cotty_login-}" != nested ]; then \builtin shopt -s expand_aliases; fi
if \builtin [ "${__cotty_login-}" = nested ]; then \builtin :
elif \builtin [ -z "${__cotty_login-}" ]; then
  if \builtin [ -r ~/.bashrc ]; then \builtin source ~/.bashrc; fi
else
  if \builtin [ -r /etc/profile ]; then \builtin source /etc/profile; fi
  if \builtin [ -r ~/.bash_profile ]; then \builtin source ~/.bash_profile
  elif \builtin [ -r ~/.bash_login ]; then \builtin source ~/.bash_login
  elif \builtin [ -r ~/.profile ]; then \builtin source ~/.profile
  fi
fi
\__cotty_install
if \builtin [ -n "$__cotty_legacy" ]; then \__cotty_trap_debug "$(\builtin \trap -p DEBUG)"; fi
