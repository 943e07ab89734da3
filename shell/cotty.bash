# shellcheck shell=bash
# cotty shell integration for bash (3.2 and later). Sourced by a private init file, or evaluated in a nested shell, that has set
#   __cotty_nonce    proof that a mark is ours; never exported, never part of a prompt string that could be, never printed into a file
#   __cotty_dir      directory with the command file; empty in a nested shell: lines come through the tty
#   __cotty_login    `login`: read what a login shell would read; `nested`: nothing, this shell has read its files
#   __cotty_legacy   for tests: `debug` takes the DEBUG trap even where PS0 exists, `string` PROMPT_COMMAND as a string too, `keyless`
#                    also binds no keys
# Why each hook is where it is: shell/README.md.
#
# Aliases must not reach into this file: the init file switched alias expansion off before sourcing it.
# Every builtin is called through `builtin`, because the user may have functions of the same name.

# ---- prompt cycle -------------------------------------------------------------------------------------------------

# First thing in PROMPT_COMMAND: reports how the command ended, before the user's hooks take their time.
# What runs with every command is short, and leaves what is seldom needed to other functions: bash copies a function's whole body for
# each call. It makes no redirection either, which takes longer than all the rest, and which a shell that has run out of
# descriptors (`ulimit -n`) cannot make.
__cotty_first() {
  __cotty_status=$?
  if [[ ${__cotty_ran-}${__cotty_suspect-}${__cotty_mute-}${__cotty_block-}${__cotty_literal-} == 1 && $__cotty_status != 1[45]* && $PWD == "${__cotty_pwd-}" && $- != *[aekuv]* && -t 1 && -t 2 ]]; then
    if builtin printf '\033]133;D;%s%s;cwd=%s;cotty=%s.%s\007' \
      "$__cotty_status" "${__cotty_id:+;id=$__cotty_id}" "$__cotty_cwd" "$__cotty_nonce" "$__cotty_n"; then
      if [[ -z $__cotty_id ]]; then __cotty_plain= __cotty_peek=${__cotty_dir:+1}; fi
      __cotty_n=$((__cotty_n + 1)) __cotty_ran=0 __cotty_named=0 __cotty_id= __cotty_argument= __cotty_armed=0 __cotty_reported=1 __cotty_prompt_read=9999999999
      __cotty_status_before=$__cotty_status
      if [[ -n $__cotty_histexpand ]]; then __cotty_histexpand=; builtin set -H; fi
      if [[ ${PROMPT_COMMAND[*]: -1}${__cotty_wrappers-} != "$__cotty_hook_last" ]]; then __cotty_rearrange; fi
    else
      __cotty_mute=1 __cotty_reported=1
    fi
  else
    if [[ -n ${FUNCNEST-} ]]; then builtin local FUNCNEST; FUNCNEST=; fi
    __cotty_first_carefully "${1-}"
  fi
  # A user's hook in the same string goes on from the status. Under `set -e` a hook that returns non-zero would end the shell.
  if [[ -n ${__cotty_shares-} && $- != *e* ]]; then builtin return "$__cotty_status"; fi
}

# What all this knows may be taken away (`unset -v`), and under `set -u` each word of it would be an error.
__cotty_first_carefully() {
  if [[ -z ${__cotty_nonce+1} ]]; then builtin return; fi
  if [[ -n ${__cotty_suspect-}${__cotty_mute-} && $- != *r* ]]; then __cotty_prove; fi
  __cotty_reported=1 __cotty_line_read=${1//[!0-9]/}
  if [[ -z ${__cotty_mute-} ]]; then
    # A RETURN trap would run for each function of ours (`set -T`).
    if [[ $- == *T* ]]; then builtin set +T; __cotty_quiet T; elif [[ $- == *[akuv]* ]]; then __cotty_quiet; fi
    __cotty_command_ended
    if [[ -n $__cotty_flags ]]; then __cotty_loud; fi
  fi
}

# The same under `set -x`: PROMPT_COMMAND adds the x to the name, and closes fd 2 meanwhile. What is traced before the option is off
# expands PS4 of the user, so it is little.
__cotty_firstx() {
  __cotty_status=$?
  if [[ -z ${__cotty_nonce+1} ]]; then builtin return; fi
  builtin set +x
  if [[ -n ${FUNCNEST-} ]]; then builtin local FUNCNEST; FUNCNEST=; fi
  __cotty_quiet x
  __cotty_reported=1 __cotty_line_read=${1//[!0-9]/}
  if [[ -n ${__cotty_suspect-}${__cotty_mute-} && $- != *r* ]]; then __cotty_prove; fi
  if [[ -z ${__cotty_mute-} ]]; then __cotty_command_ended; fi
  if [[ -z $__cotty_shares || $- == *e* ]]; then __cotty_loud; else
    __cotty_loud
    builtin return "$__cotty_status"
  fi
} 2>&-

__cotty_command_ended() {
  __cotty_report "$__cotty_trapping"
  __cotty_trapping=
  __cotty_rearrange
}

# Whether the builtins that all this is made of are there (`enable -n`), and none of the user's functions stands in the place of
# `builtin`. Without them nothing is done here: PS1 says the ends, and lines are typed. (A restricted shell cannot be looked at so.)
__cotty_prove() {
  __cotty_suspect= __cotty_mute=1 __cotty_tried=
  if __cotty_try && [[ $__cotty_tried == x7 ]]; then __cotty_mute=; fi
} >/dev/null 2>&1

__cotty_try() {
  builtin local tried= && builtin printf -v tried %s x && builtin eval 'tried=${tried}7' && builtin set -- "$tried" && builtin bind -v &&
    builtin trap -p DEBUG && builtin export -n tried && builtin shopt && builtin . /dev/null && builtin unset -v tried && __cotty_try_return "$1"
}

__cotty_try_return() {
  __cotty_tried=$1
  builtin return 0
  __cotty_tried=
}

# Somebody may have set PROMPT_COMMAND anew. On the first prompt the hooks stay as they are until all have run.
__cotty_rearrange() {
  builtin local hooks="${PROMPT_COMMAND[*]-}"
  if [[ $__cotty_n != 1 ]] && ! __cotty_arranged; then
    __cotty_arrange
    __cotty_wrap
  fi
  # This time's last hook puts the marks back; one that was put in just now is not among those that run.
  if [[ -n $__cotty_wrappers && $hooks == *__cotty_last* ]]; then __cotty_hand_back; fi
}

# Another integration (iTerm2's, VS Code's) wraps a prompt again when it is not what that one has left: it gets to see just this, for as
# long as hooks run. What the user has set stays, and where one is readonly all stay.
__cotty_hand_back() {
  if [[ ${PS2-} == "$__cotty_set_ps2" ]]; then builtin printf -v PS2 %s "$__cotty_set_ps2" || builtin return 0; fi
  if [[ ${PS1-} == "$__cotty_set_ps1" ]]; then builtin printf -v PS1 %s "$__cotty_left_ps1" || builtin return 0; fi
  if [[ ${PS2-} == "$__cotty_set_ps2" ]]; then builtin printf -v PS2 %s "$__cotty_left_ps2"; fi
} 2>&-

# Last thing in PROMPT_COMMAND: the user's own hooks may have made a new prompt, or have thrown __cotty_first out.
__cotty_last() {
  __cotty_status=$?
  if [[ ${__cotty_plain-}${__cotty_reported-}${__cotty_half-}${__cotty_mute-} == 110 && ${BASHOPTS-} == *promptvars* && ${PS1-}$'\n'${PS2-}$'\n'${PS0-} == "${__cotty_made-}" && $- != *[aku]* && -t 2 &&
    ${PROMPT_COMMAND[0]-} == "$__cotty_hook_first" && -o emacs && -z $__cotty_stash && ${LINES-} != 1 ]]; then
    builtin bind -x '"\e[9003~": __cotty_line"${-//[^x]/}'"${BASH_XTRACEFD:+$__cotty_hushed}"'" "${LINENO-}" "$__cotty_argument"'
    builtin bind '"\e[9001~": "\e[9003~\e[9004~"' '"\e[9004~": accept-line' 'set convert-meta off'
    __cotty_reported= __cotty_goes_on=0 __cotty_key=2 __cotty_accepts=1 __cotty_escape=
    if [[ -n $__cotty_dir && $- != *[rv]* && -z ${histchars-} && $__cotty_status_before != 2* ]]; then __cotty_usual=1; fi
    __cotty_number_before=${__cotty_number_prompt@P} __cotty_history_before=${__cotty_history_prompt@P}
  else
    if [[ -n ${FUNCNEST-} ]]; then builtin local FUNCNEST; FUNCNEST=; fi
    __cotty_last_carefully
  fi
}

__cotty_last_carefully() {
  if [[ -z ${__cotty_nonce+1} ]]; then builtin return; fi
  if [[ -n ${__cotty_mute-} ]]; then
    __cotty_reported= __cotty_key= __cotty_usual=0
  else
    if [[ $- == *[aku]* ]]; then __cotty_quiet; fi
    if [[ -t 2 ]]; then __cotty_shown=1; else __cotty_shown=; fi
    __cotty_prompt_comes
    if [[ -n $__cotty_flags ]]; then __cotty_loud; fi
  fi
}

__cotty_lastx() {
  __cotty_status=$?
  if [[ -z ${__cotty_nonce+1} ]]; then builtin return; fi
  builtin set +x
  if [[ -n ${FUNCNEST-} ]]; then builtin local FUNCNEST; FUNCNEST=; fi
  __cotty_quiet x
  if [[ -t 3 ]]; then __cotty_shown=1; else __cotty_shown=; fi
  if [[ -n ${__cotty_mute-} ]]; then __cotty_reported= __cotty_key= __cotty_usual=0; else __cotty_prompt_comes; fi
  __cotty_loud
} 3>&2 2>&-

__cotty_prompt_comes() {
  if [[ $__cotty_half == 1 && -n $__cotty_proof ]]; then __cotty_note_frail; fi
  # Where prompts go: a file must not get to know the nonce.
  __cotty_proof=${__cotty_shown:+$__cotty_nonce}
  # Other hooks have printed before.
  if [[ -z $__cotty_reported ]]; then __cotty_report ';late=1'; fi
  __cotty_reported= __cotty_goes_on=0 __cotty_key=
  if [[ -z $__cotty_keyless ]] && [[ -o emacs || -o vi ]]; then
    # Somebody may have unbound the keys, or set others on the way to them.
    __cotty_bind_keys
    __cotty_key=2 __cotty_accepts=1
  fi
  __cotty_count
  __cotty_number_before=$__cotty_number __cotty_history_before=$__cotty_history
  __cotty_half=0
  __cotty_wrap
  if ! __cotty_arranged; then __cotty_arrange; fi
  __cotty_wait_again
  if [[ -n $__cotty_trapped ]]; then __cotty_armed=1 __cotty_argument=$__cotty_debug_argument; fi
  if [[ -n $__cotty_unwrapped || -z $__cotty_shown || ${LINES-} == 1 ]]; then __cotty_say_prompt; fi
  # Nothing of all this is needed next time, if things are as they are now.
  __cotty_plain=
  case $__cotty_trapped$__cotty_keyless$__cotty_fixed$__cotty_unwrapped$__cotty_string_hooks in
    '') if [[ -n $__cotty_shown && -z ${STARSHIP_PREEXEC_READY-}${PREEXEC_READY-}${__bp_imported-}${bash_preexec_imported-} ]]; then __cotty_plain=1; fi ;;
  esac
}

# Those who emulate preexec with a DEBUG trap took a call of ours for the user's next command: let them wait again.
__cotty_wait_again() {
  if [[ ${STARSHIP_PREEXEC_READY-} == false ]]; then STARSHIP_PREEXEC_READY=true; fi
  if [[ ${PREEXEC_READY-} == false ]]; then PREEXEC_READY=true; fi
  if [[ -n ${__bp_imported-}${bash_preexec_imported-} ]]; then __bp_preexec_interactive_mode=on; fi
}

# Where prompts cannot carry marks, because they are readonly or go to a file (`exec 2>file`), the prompt is announced; and on one row,
# where readline leaves out what it scrolls away sideways.
__cotty_say_prompt() {
  builtin local facts=
  if [[ -n $__cotty_stash ]]; then facts=';stash=1'; fi
  __cotty_emit "A;cwd=$__cotty_cwd"
  __cotty_emit "B$facts;key=${__cotty_key:-0}${__cotty_escape:+;esc=1};jobs=${__cotty_jobs_prompt@P}"
}

# Nothing of ours is shown (`set -v`), nothing that we assign gets exported (`set -a`), and what builtins are given to assign is theirs
# (`set -k`); a variable of ours that somebody has unset is no error that ends a hook (`set -u`). $1: an option that was switched off before.
__cotty_quiet() {
  __cotty_flags=${1-}
  case $- in *a*) builtin set +a; __cotty_flags=a$__cotty_flags ;; esac
  case $- in *v*) builtin set +v; __cotty_flags=v$__cotty_flags ;; esac
  case $- in *k*) builtin set +k; __cotty_flags=k$__cotty_flags ;; esac
  case $- in *u*) builtin set +u; __cotty_flags=u$__cotty_flags ;; esac
  builtin export -n __cotty_flags
}

__cotty_loud() {
  builtin local flags="$__cotty_flags"
  __cotty_flags=
  if [[ -n ${__cotty_trace_fd-} ]]; then BASH_XTRACEFD=$__cotty_trace_fd __cotty_trace_fd=; fi
  if [[ -n $flags ]]; then builtin set "-$flags"; fi
}

# The end mark first: everything else can wait, whoever waits for the command cannot. $1: more to say of the end.
__cotty_report() {
  builtin local more="${1-}" own unseen=
  __cotty_armed=0
  if [[ $PWD != "$__cotty_pwd" ]]; then __cotty_encode_pwd; fi
  # What goes elsewhere is not seen. (Under `set -x` fd 2 is closed here.)
  if [[ ! -t 1 ]]; then unseen=1; fi
  if [[ ! -t 2 && $__cotty_flags != *x* ]]; then unseen=${unseen}2; fi
  more=$more${unseen:+;unseen=$unseen}
  case $__cotty_status in 14[5-9] | 150) __cotty_learn_stopped ;; esac
  # `set -v` has shown the hook before it ran, as a line.
  if [[ $__cotty_flags == *v* && -z ${1-} ]]; then own=$__cotty_hook_first more="$more;own=$((${#own} + 2))"; fi
  if [[ $__cotty_ran == 2 ]]; then
    __cotty_report_block "$more"
  elif [[ $__cotty_ran != 0 ]]; then
    __cotty_emit "D;$__cotty_status$more;cwd=$__cotty_cwd"
    __cotty_n=$((__cotty_n + 1))
  else
    __cotty_count
    __cotty_report_idle "$more"
  fi
  # A line that somebody has typed may have set a DEBUG trap.
  if [[ -z $__cotty_id ]]; then __cotty_plain= __cotty_peek=${__cotty_peek:-${__cotty_dir:+1}}; fi
  __cotty_ran=0 __cotty_named=0 __cotty_id= __cotty_argument= __cotty_block= __cotty_wrong=0 __cotty_prompt_read=9999999999
  __cotty_status_before=$__cotty_status
  if [[ -n $__cotty_histexpand ]]; then __cotty_histexpand=; builtin set -H; fi
}

# Whether a job is stopped that was not before: a stop signal is in the status, but any program can exit with that. Background jobs stop
# for themselves. The only fork here.
__cotty_learn_stopped() {
  builtin local job jobs IFS=$'\n'
  jobs=$(builtin jobs -sp)
  for job in $jobs; do
    case " $__cotty_stopped_jobs ${!-} " in *" $job "*) ;; *) more="$more;stopped=1" ;; esac
  done
  __cotty_stopped_jobs=${jobs//$'\n'/ }
}

# The last lines of a block ran nothing: they are blank, or wrong, or bash has swallowed them. PS1 has noted how the line before them ended.
__cotty_report_block() {
  if [[ $__cotty_status != 2 ]] && __cotty_swallows; then
    __cotty_emit "D;$__cotty_status_before;cwd=$__cotty_cwd"
    __cotty_n=$((__cotty_n + 1))
    __cotty_report_wrong "$1"
  elif [[ $__cotty_status == "$__cotty_status_before" && $__cotty_wrong == 0 && $__cotty_status != 2 ]]; then
    __cotty_emit "D;$__cotty_status$1;cwd=$__cotty_cwd"
  elif [[ $__cotty_status == 2 && $__cotty_wrong == 0 && $__cotty_status_before != 2 ]]; then
    __cotty_emit "D;$__cotty_status_before;cwd=$__cotty_cwd"
    __cotty_n=$((__cotty_n + 1))
    __cotty_emit "C;err=1"
    __cotty_emit "D;$__cotty_status$1;cwd=$__cotty_cwd"
  else
    __cotty_emit "D;$__cotty_status;uncounted=1$1;cwd=$__cotty_cwd"
  fi
  __cotty_n=$((__cotty_n + 1))
}

# A wrong condition: bash has said what is wrong with it, and leaves `$?` as it was.
__cotty_report_wrong() {
  __cotty_emit "C;err=1"
  __cotty_emit "D$1;cwd=$__cotty_cwd"
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

# No C was said since the last prompt. $1: more to say of the end.
__cotty_report_idle() {
  if [[ -n $__cotty_literal && $__cotty_number != "$__cotty_number_before" ]]; then
    __cotty_emit "D;$__cotty_status$1;cwd=$__cotty_cwd"
    __cotty_n=$((__cotty_n + 1))
  elif [[ $__cotty_n == 0 ]]; then
    __cotty_n=1
    __cotty_emit "A;cwd=$__cotty_cwd"
  elif [[ $__cotty_number != "$__cotty_number_before" ]] || __cotty_line_failed; then
    # The line was accepted, yet nothing said C: its syntax was wrong, or PS0 was taken away or cannot be expanded.
    if [[ $__cotty_number != "$__cotty_number_before" && -z $__cotty_trapped && ${PS0-} == *"$__cotty_c" ]]; then __cotty_note_frail; fi
    # Where the prompts go elsewhere, C was said before the line was read.
    if [[ -n $__cotty_shown$__cotty_looks || -z $__cotty_id || $__cotty_named != 1 ]]; then __cotty_emit "C;err=1"; fi
    __cotty_emit "D;$__cotty_status$1;cwd=$__cotty_cwd"
    __cotty_n=$((__cotty_n + 1))
  elif [[ -n $__cotty_id && $__cotty_id == "$__cotty_condition" && ( $__cotty_status != 130 || $__cotty_goes_on == 0 ) ]]; then
    # No Ctrl-C has ended it where it went on.
    __cotty_report_wrong "$1"
    __cotty_n=$((__cotty_n + 1))
  else
    __cotty_emit D
  fi
}

# $1 is a mark's body. A delivered command's marks carry its id. Where the output went elsewhere the tty itself is asked.
__cotty_emit() {
  builtin local body="$1"
  if [[ -n $__cotty_id && $__cotty_named == 1 ]]; then
    case $body in [CD]*) body="$body;id=$__cotty_id" ;; esac
  fi
  if [[ -t 1 ]]; then
    builtin printf '\033]133;%s;cotty=%s.%s\007' "$body" "$__cotty_nonce" "$__cotty_n"
  elif [[ -t 2 ]]; then
    builtin printf '\033]133;%s;cotty=%s.%s\007' "$body" "$__cotty_nonce" "$__cotty_n" >&2
  else
    builtin printf '\033]133;%s;cotty=%s.%s\007' "$body" "$__cotty_nonce" "$__cotty_n" >/dev/tty
  fi
}

# True when the line that was just accepted never ran. bash says so only by $? = 2 (258 before 4.4); if it was that
# before, a delivered line must have failed unless there is nothing in it, and the history number tells a bad typed line
# from an empty one.
__cotty_line_failed() {
  if [[ $__cotty_status != 2 && $__cotty_status != 258 ]]; then
    [[ -n '' ]]
  elif [[ $__cotty_status != "$__cotty_status_before" ]]; then
    [[ -z '' ]]
  elif [[ -n $__cotty_id ]]; then
    [[ -z $__cotty_nothing ]]
  else
    [[ $__cotty_history != "$__cotty_history_before" ]]
  fi
}

# Runs only when the directory changed.
__cotty_encode_pwd() {
  __cotty_pwd=$PWD
  __cotty_encode "$PWD"
  __cotty_cwd=$__cotty_encoded
}

# Percent-encodes $1 byte by byte into __cotty_encoded.
__cotty_encode() {
  __cotty_encoded=$1
  case $1 in
    *[!abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789/._-]*) __cotty_encode_bytes "$1" ;;
  esac
}

__cotty_encode_bytes() {
  builtin local LC_ALL=C i c out= text="$1"
  for ((i = 0; i < ${#text}; i++)); do
    c=${text:i:1}
    case $c in
      [abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789/._-]) out=$out$c ;;
      *)
        builtin printf -v c '%d' "'$c"
        builtin printf -v c '%%%02X' "$((c & 255))"
        out=$out$c
        ;;
    esac
  done
  __cotty_encoded=$out
}

# ---- prompts ------------------------------------------------------------------------------------------------------

# Puts A, B and C around whatever PS1, PS2 and PS0 are now; nothing to do when they are as we left them. With an argument PS0
# stays as it is: while a line is edited bash has a pointer to its text.
# With promptvars the nonce is referred to, not written out, so an exported PS1 gives nothing away, and a nested shell
# that inherits it prints nothing. Without promptvars nothing in a prompt is expanded: the values are written out, afresh each time,
# the prompts are not exported, and C comes from the DEBUG trap.
# `printf -v` leaves a readonly variable as it is, where an assignment would end all of this.
__cotty_wrap() {
  builtin local ps1 ps2 ps0
  if [[ ${BASHOPTS-} == *promptvars* ]] || builtin shopt -q promptvars; then
    if [[ ${PS1-}$'\n'${PS2-}$'\n'${PS0-} != "$__cotty_made" ]]; then
      __cotty_unwrap
      __cotty_note_left
      __cotty_wrap_prompts "${1-}"
      __cotty_set_ps1=${PS1-} __cotty_set_ps2=${PS2-}
      __cotty_made=$__cotty_set_ps1$'\n'$__cotty_set_ps2$'\n'${PS0-}
    fi
  else
    __cotty_unwrap
    __cotty_note_left
    builtin export -n PS1 PS2 PS0
    if [[ -n $__cotty_proof ]]; then
      __cotty_literal=";cotty=$__cotty_nonce.$__cotty_n"$'\a'
      ps1='\['$'\e]133;A'$__cotty_literal'\]'$ps1'\['$'\e]133;B'${__cotty_stash:+;stash=1}';key='${__cotty_key:-0}${__cotty_escape:+;esc=1}';jobs=\j'$__cotty_literal'\]'
      __cotty_literal_k='\['$'\e]133;A;k=s'$__cotty_literal'\]'
      ps2=$__cotty_literal_k$ps2
    fi
    if [[ -z $__cotty_legacy && -z ${1-} ]]; then builtin printf -v PS0 %s "$ps0"; fi
    __cotty_trapped=1
    # No prompt that is shown can count the lines.
    if [[ -n $__cotty_counts ]]; then __cotty_prompt_read=$((10#0$__cotty_line_read)); fi
    __cotty_set_prompts
    __cotty_set_ps1=${PS1-} __cotty_set_ps2=${PS2-} __cotty_made=-
  fi
}

# What was there before our marks came around it, to the letter: also with our own inside of somebody's, who is known by this.
__cotty_note_left() {
  if [[ ${PS1-} != "$__cotty_set_ps1" ]]; then __cotty_left_ps1=${PS1-}; fi
  if [[ ${PS2-} != "$__cotty_set_ps2" ]]; then __cotty_left_ps2=${PS2-}; fi
  case ${PS1-} in
    ?*"$__cotty_a"*"$__cotty_b"?*) __cotty_wrappers=1 ;;
    ?*'\['$'\e]133;A;cotty='"$__cotty_nonce".*";cotty=$__cotty_nonce."*'\]'?*) __cotty_wrappers=1 ;;
  esac
}

# What cannot be expanded would be shown as it is written, our marks with it: such a PS1 is announced, of such a PS0 the trap says C, and
# in the place of such a PS2 stands a plain one.
__cotty_wrap_prompts() {
  builtin local plain1="$ps1"
  __cotty_trapped=$__cotty_legacy
  if __cotty_is_frail "$ps2"; then ps2='> '; fi
  ps2=$__cotty_k$ps2
  if [[ -z $__cotty_legacy && -z $1 ]]; then
    if __cotty_is_frail "$ps0" "$__cotty_frail_start"; then
      __cotty_trapped=1
      builtin printf -v PS0 %s "$ps0"
    else
      builtin printf -v PS0 %s "$__cotty_d$ps0$__cotty_c" || __cotty_trapped=1
    fi
  fi
  # What commands in prompts print to stderr between the lines of a block comes in front of any mark.
  case $ps0 in
    *'$('* | *'`'*) __cotty_aside=';late=1' ;;
    *) case $plain1 in *'$('* | *'`'*) __cotty_aside=';aside=1' ;; *) __cotty_aside= ;; esac ;;
  esac
  ps1=$__cotty_a$ps1$__cotty_b
  if __cotty_is_frail "$plain1" "$__cotty_frail_prompt"; then
    ps1=$plain1 __cotty_aside=${__cotty_aside:-;aside=1}
    __cotty_set_prompts
    __cotty_unwrapped=1
  else
    __cotty_set_prompts
  fi
}

# Something was not expanded to its end; perhaps because of Ctrl-C.
__cotty_note_frail() {
  builtin local ps1 ps2 ps0
  __cotty_unwrap
  if ! __cotty_expands "$ps1"; then __cotty_frail_prompt=$ps1; fi
  if ! __cotty_expands "$ps0"; then __cotty_frail_start=$ps0; fi
  __cotty_made=-
}

# Looked into where it may well be so, and by a shell of its own, for it ends what tries it. $2: what is known not to.
__cotty_is_frail() {
  case ${1//'$?'/} in
    '') [[ -n '' ]] ;;
    "${2-}") [[ -z '' ]] ;;
    *'${'*'?'* | *'$(('*) [[ -z $__cotty_legacy ]] && ! __cotty_expands "$1" ;;
    *'$'*) [[ -z $__cotty_legacy && $-$__cotty_flags == *u* ]] && ! __cotty_expands "$1" ;;
    *) [[ -n '' ]] ;;
  esac
}

# bash leaves all of it as it is then, also what stands behind; or the text takes what stands behind it for a part of its own (`$((`).
__cotty_expands() {
  ( if [[ $__cotty_flags == *u* ]]; then builtin set -u; fi
    __cotty_text=$1'\[$((111111*111111))' && [[ ${__cotty_text@P} == *12345654321* ]] )
} 2>&-

__cotty_set_prompts() {
  __cotty_unwrapped=
  builtin printf -v PS1 %s "$ps1" || __cotty_unwrapped=1
  builtin printf -v PS2 %s "$ps2"
}

# The prompts without our marks as ps1, ps2 and ps0. Of written-out ones each holds the number of its cycle: those of an earlier one too may
# stand inside of somebody's.
__cotty_unwrap() {
  ps1=${PS1-} ps2=${PS2-} ps0=${PS0-}
  ps1=${ps1//"$__cotty_a"/} ps2=${ps2//"$__cotty_k"/}
  ps1=${ps1//"$__cotty_b"/}
  ps0=${ps0//"$__cotty_c"/}
  ps0=${ps0//"$__cotty_d"/}
  case $ps1$ps2 in
    *";cotty=$__cotty_nonce."*)
      __cotty_unwrap_literal "$ps1"
      ps1=$__cotty_bare
      __cotty_unwrap_literal "$ps2"
      ps2=$__cotty_bare
      ;;
  esac
  __cotty_literal=
}

__cotty_unwrap_literal() {
  builtin local rest="$1" mark start='\['$'\e]133;' end=$'\a''\]'
  __cotty_bare=
  while [[ $rest == *"$start"* ]]; do
    __cotty_bare=$__cotty_bare${rest%%"$start"*}
    rest=${rest#*"$start"}
    mark=${rest%%"$end"*}
    case $mark in
      *";cotty=$__cotty_nonce."*) rest=${rest#"$mark$end"} ;;
      *) __cotty_bare=$__cotty_bare$start ;;
    esac
  done
  __cotty_bare=$__cotty_bare$rest
}

# ---- PROMPT_COMMAND -----------------------------------------------------------------------------------------------

# True when nothing has to be done about PROMPT_COMMAND, or nothing can be.
__cotty_arranged() {
  if [[ -n $__cotty_fixed ]]; then builtin return 0; fi
  if [[ -n $__cotty_string_hooks ]]; then
    case ${PROMPT_COMMAND-} in
      "$__cotty_hook_first"$'\n'*"$__cotty_hook_last" | "$__cotty_hook_first"$'\n'*"$__cotty_hook_last"$'\n'__bp_interactive_mode)
        builtin return 0
        ;;
    esac
    builtin return 1
  fi
  [[ ${PROMPT_COMMAND[0]-} == "$__cotty_hook_first" && ${PROMPT_COMMAND[*]: -1} == "$__cotty_hook_last" ]]
}

# Keeps __cotty_first at the front and __cotty_last at the back of PROMPT_COMMAND, whatever others put there.
# bash-preexec's __bp_interactive_mode must stay behind us: what runs after it counts as the user's command.
__cotty_arrange() {
  if [[ -n "$__cotty_string_hooks" ]]; then __cotty_arrange_string; builtin return 0; fi
  builtin local i last part user
  last=-1
  # Of one that is no array `set -u` lets nobody count the elements.
  for part in ${PROMPT_COMMAND[@]+"${PROMPT_COMMAND[@]}"}; do last=$((last + 1)); done
  if [[ "$last" -gt 0 ]] && [[ "${PROMPT_COMMAND[last]-}" == __bp_interactive_mode ]]; then last=$((last - 1)); fi
  if [[ "$last" -gt 0 ]] && [[ "${PROMPT_COMMAND[last]-}" == "$__cotty_hook_last" ]]; then
    case ${PROMPT_COMMAND[0]-} in
      "$__cotty_hook_first" | "$__cotty_hook_first"\;* | "$__cotty_hook_first"*__bp_install*) builtin return 0 ;;
      "$__cotty_hook_first"$'\n'*) if [[ $__cotty_n == 0 ]]; then builtin return 0; fi ;;
    esac
  fi
  # Whoever has set PROMPT_COMMAND as a string has replaced the first of their own hooks, which stands second here.
  if [[ $last -gt 0 && ${PROMPT_COMMAND[0]-} != *__cotty_first* && -n $__cotty_own_first && ${PROMPT_COMMAND[1]-} == "$__cotty_own_first" ]]; then
    PROMPT_COMMAND[1]=
  fi
  user=() __cotty_shares=
  last=
  for part in ${PROMPT_COMMAND[@]+"${PROMPT_COMMAND[@]}"}; do
    case $part in
      "$__cotty_hook_first" | "$__cotty_hook_last" | __cotty_first | '') continue ;;
      __bp_interactive_mode) last=$part; continue ;;
    esac
    part=${part#"$__cotty_hook_first"$'\n'}
    __cotty_without_hooks
    user+=("$part")
  done
  # Hook sets like bash-preexec install themselves on the first prompt, and look for themselves in the first element only.
  __cotty_own_first=
  case $__cotty_n:${user[0]-} in
    0:?* | *__bp_install*) user[0]=$__cotty_hook_first$'\n'${user[0]} __cotty_shares=1 ;;
    *) __cotty_own_first=${user[0]-} user=("$__cotty_hook_first" ${user[@]+"${user[@]}"}) ;;
  esac
  user+=("$__cotty_hook_last" ${last:+"$last"})
  # A readonly one stays as it is: then PS1 says D.
  if ! builtin unset PROMPT_COMMAND; then __cotty_fixed=1; builtin return 0; fi
  PROMPT_COMMAND=("${user[@]}")
}

# bash before 5.1 knows PROMPT_COMMAND as one string only.
__cotty_arrange_string() {
  builtin local part="${PROMPT_COMMAND-}" tail=
  if __cotty_arranged; then builtin return 0; fi
  case $part in *$'\n'__bp_interactive_mode) tail=$'\n'__bp_interactive_mode part=${part%"$tail"} ;; esac
  __cotty_without_hooks
  if ! builtin printf -v PROMPT_COMMAND %s "$__cotty_hook_first"$'\n'"${part:-:}"$'\n'"$__cotty_hook_last$tail"; then
    __cotty_fixed=1
  fi
  # An exported one would call our functions in shells that do not have them.
  builtin export -n PROMPT_COMMAND
}

# Takes our hooks out of a user's, whose name is `part`.
__cotty_without_hooks() {
  part=${part//"$__cotty_hook_first"/:}
  part=${part//"$__cotty_hook_last"/:}
  part=${part//__cotty_first/:}
  part=${part//__cotty_last/:}
}

# ---- delivered lines ----------------------------------------------------------------------------------------------

# ESC[9001~ stands for two keys: ESC[9003~ replaces the line being edited by the delivered one, ESC[9004~ accepts it. So nothing that
# is typed can come between, and nothing typed is needed.
# In the locale C readline takes bytes of characters for Alt and other keys (U+0085 for `shell-expand-line`): they are text.
# bash before 4.3 cannot bind a function to a long key; it gets its lines typed, as a bash without line editor does.
# The last argument of a command is what `$_` becomes: it is given back what it was at the prompt, for a user's DEBUG trap may have
# changed it on the way here. Arguments: `-m` and a keymap, or none for the present one.
__cotty_bind_keys() {
  builtin local look=
  __cotty_looks=
  # Outside of functions alone can the user's DEBUG trap be seen.
  if [[ -n $__cotty_peek && $- != *r* ]]; then __cotty_looks=1 look='; \builtin \trap -p DEBUG >|"$__cotty_dir/traps"; __cotty_hide_from_trap "$__cotty_argument"'; fi
  builtin bind ${1+"$@"} -x '"\e[9003~": __cotty_line"${-//[^x]/}'"${BASH_XTRACEFD:+$__cotty_hushed}"'" "${LINENO-}" "$__cotty_argument"'"$look"
  builtin bind ${1+"$@"} '"\e[9001~": "\e[9003~\e[9004~"' '"\e[9004~": accept-line' 'set convert-meta off'
  __cotty_bind_way_out ${1+"$@"}
  if [[ -n $__cotty_stash ]]; then __cotty_bind_restore ${1+"$@"}; fi
}

# The keys that get out of a search or a question. In vi-insert mode only where that is used: there Ctrl-^ is a character, and what has once
# begun other keys is listed so for good. vi's replace mode (`R`) has a keymap of its own, in which nothing can be bound: of ESC Ctrl-^ Ctrl-G the ESC
# alone leaves it. Everywhere else the three are nothing.
__cotty_bind_way_out() {
  if [[ ${2-} != vi-insert ]]; then builtin bind ${1+"$@"} '"\C-^\C-g": abort' '"\C-^\C-^\C-g": abort'; fi
  __cotty_escape=
  if [[ -o vi ]]; then
    builtin bind -m vi-insert '"\C-^\C-g": abort' '"\C-^\C-^\C-g": abort' '"\e\C-^\C-g": ""'
    builtin bind -m vi-command '"\e\C-^\C-g": ""'
    __cotty_escape=1
  fi
}

__cotty_bind_restore() {
  builtin bind ${1+"$@"} -x '"\e[9002~": __cotty_restore"${-//[^x]/}'"${BASH_XTRACEFD:+$__cotty_hushed}"'" "$__cotty_argument"'
}

# Takes the id of the delivered command and its line from the command file, which assigns both (reading it by `read` takes longer), or
# from what follows the key up to BEL, with controls and backslashes as `\0ooo`. What had been typed is kept for ESC[9002~. Inside of a
# `read -e` there is no line to be replaced. What the user may have declared of READLINE_LINE (`-u`, `-i`) would change the line.
# This is the short way, for a prompt at which all is as usual and a line with nothing that wants a second look.
# $1: how many lines bash has read.
__cotty_line() {
  __cotty_line_status=${3-$?} __cotty_told= __cotty_line_read=${1//[!0-9]/}
  if [[ $__cotty_usual$READLINE_LINE == 1 && $__cotty_line_read -le __cotty_prompt_read+1 ]]; then builtin . "$__cotty_dir/command" || :; fi
  if [[ $__cotty_told == c-* && $__cotty_told != "$__cotty_last_id" && $__cotty_text != *[\!^$'\n']* && $__cotty_text != *DEBUG* &&
    $__cotty_text != *source\ * && $__cotty_text != *eval\ * && $__cotty_text != *.\ * && $__cotty_text != *enable* && $__cotty_text != *builtin* &&
    $__cotty_text != *'[['* ]]; then
    __cotty_id=$__cotty_told __cotty_last_id=$__cotty_told __cotty_named=1 __cotty_usual=0
    builtin unset -v READLINE_LINE READLINE_POINT
    READLINE_LINE=$__cotty_text READLINE_POINT=${#__cotty_text} __cotty_text=
  else
    if [[ -n ${FUNCNEST-} ]]; then builtin local FUNCNEST; FUNCNEST=; fi
    __cotty_line_carefully
  fi
}

# $1: what `trap -p DEBUG` says.
__cotty_let_go() {
  __cotty_seen_trap=$1
  builtin eval "$__cotty_leaving"
}

__cotty_line_carefully() {
  __cotty_usual=0
  case $- in *[akv]*) __cotty_quiet ;; esac
  builtin local id= text=
  if [[ -n $__cotty_dir ]]; then __cotty_read_file; else __cotty_read_tty; fi
  if [[ $id == '?' ]]; then
    text=
    __cotty_tell
  elif [[ $id == '!' ]]; then
    text=
    __cotty_spare
  elif [[ $id == - ]]; then
    # Takes us out, by a key of its own: outside of functions alone the user's DEBUG trap can be seen. $_ is the user's behind it.
    __cotty_leaving=$text text=
    builtin bind -x '"\e[9005~": __cotty_let_go "$(\builtin trap -p DEBUG)" "$__cotty_argument"'
  else
    __cotty_take
    if [[ $- == *H* && ( -n ${histchars-} || $text == *[\!^]* ) ]]; then __cotty_hold_history; fi
    case $text in *$'\n'*) __cotty_block=1 __cotty_wrong=0 ;; esac
    # It may take builtins away, or set a DEBUG trap.
    case $text in *enable* | *builtin* | *source\ * | *eval\ * | *.\ *) __cotty_suspect=1 ;; esac
    case $text in *DEBUG* | *source\ * | *eval\ * | *.\ *) if [[ -n $__cotty_dir ]]; then __cotty_plain= __cotty_peek=11; fi ;; esac
    # Such a trap runs for the hook that says the end, in front of it: nobody can look for it before.
    case $text in *trap\ *DEBUG*) __cotty_suspect=1 __cotty_trapping=';late=1' ;; esac
    if [[ -z $__cotty_plain ]]; then __cotty_taken; fi
  fi
  # Under `set -x` __cotty_linex does.
  if [[ -n $__cotty_flags && $__cotty_flags != *x* ]]; then __cotty_loud; fi
}

# ESC[9003~ alone, with `?` in place of an id, asks what stands on the line. Of one that goes on from another this is only a part, and
# inside of a `read -e` it is no command line.
__cotty_tell() {
  builtin local told=
  if [[ $__cotty_ran != 1 ]]; then
    if [[ $__cotty_goes_on == 0 && ${#READLINE_LINE} -le 8192 ]]; then
      __cotty_encode "$READLINE_LINE"
      told=";line=$__cotty_encoded"
    fi
    if [[ $__cotty_last_id != "$__cotty_passed_id" ]]; then
      told="$told;took=$__cotty_last_id"
      # It was accepted, and no command has begun since: an alias has made a line of it that goes on, below the prompt of a whole one.
      if [[ $__cotty_named$__cotty_id == "1$__cotty_last_id" && -z $READLINE_LINE$__cotty_legacy && ${__cotty_number_prompt@P} == "$__cotty_number_before" ]]; then
        __cotty_emit "A;k=s;id=$__cotty_last_id"
      fi
    else
      told="$told;took="
    fi
    # Where an empty line was no help the numbers tell nothing.
    if ! __cotty_swallows; then
      if [[ $__cotty_healed == '!' ]]; then __cotty_healed=; fi
    elif [[ $__cotty_healed == '!' ]]; then
      __cotty_uncounted=1
    else
      told="$told;swallows=1"
    fi
    __cotty_emit "Y$told"
  fi
}

__cotty_taken() {
  __cotty_wait_again
  # What PS0 says goes where the prompts go. Nothing else comes to the tty between here and the command; but where the key looks for a trap of
  # the user's, that may run for the look too, and C is said behind it.
  if [[ -z $__cotty_shown$__cotty_looks && -n $__cotty_id ]]; then __cotty_emit C; fi
}

__cotty_linex() {
  __cotty_line_status=$?
  builtin set +x
  if [[ -n ${FUNCNEST-} ]]; then builtin local FUNCNEST; FUNCNEST=; fi
  __cotty_quiet x
  __cotty_line "$1" '' "$__cotty_line_status"
  __cotty_loud
} 2>&-

# A line is taken once, however often the key comes.
__cotty_take() {
  if [[ -z $id || $id == "$__cotty_last_id" ]] || ! __cotty_may_take; then
    if [[ -n $id && $id != "$__cotty_last_id" ]]; then __cotty_last_id=$id __cotty_passed_id=$id; fi
    text=
    __cotty_accept ''
  else
    __cotty_accept 1
    # Of the keys that get out of a search or a question before this one, the first is text behind Ctrl-V; all are in a vi-insert mode that was
    # only just switched on, or in vi's replace mode the last.
    builtin local before="${READLINE_LINE:0:READLINE_POINT}"
    before=${before//[!$'\a\036']/}
    READLINE_LINE=${READLINE_LINE//[$'\a\036']/}
    builtin local behind=
    __cotty_put_aside "${#before}"
    if __cotty_swallows; then
      # The parser gets an empty line first; one that came by the tty cannot be read again.
      __cotty_healed=$id text=
      if [[ -n $__cotty_dir ]]; then behind=$behind'\e[9001~'; else __cotty_last_id=$id __cotty_passed_id=$id; fi
      __cotty_go_on_with "$behind"
      builtin unset -v READLINE_LINE READLINE_POINT
      READLINE_LINE= READLINE_POINT=0
      builtin return 0
    fi
    case $text in *'[['*) __cotty_condition=$id behind='\e[9007~\e[9008~'$behind; __cotty_bind_check ;; esac
    if [[ -n $behind ]]; then __cotty_go_on_with "$behind"; fi
    __cotty_nothing=
    if [[ $__cotty_status_before == 2* ]] && __cotty_is_nothing "$text"; then __cotty_nothing=1; fi
    # Of a readonly PROMPT_COMMAND PS1 alone says the end, also between the lines of a block, and is not shown there: they are read as one.
    if [[ -n $__cotty_fixed && $text == *$'\n'* ]]; then __cotty_lines=$text text='builtin eval "$__cotty_lines"'; fi
    __cotty_id=$id __cotty_last_id=$id __cotty_named=1
    if [[ -n $__cotty_literal ]]; then __cotty_name_literal; fi
    builtin unset -v READLINE_LINE READLINE_POINT
    READLINE_LINE=$text READLINE_POINT=${#text}
  fi
}

# What is left of a macro comes before all that is typed, also at the next prompt: nothing of that stands there before the line is back. $1: how
# many characters in front of the cursor are gone.
__cotty_put_aside() {
  if [[ -n "$READLINE_LINE" ]]; then
    __cotty_stash=$READLINE_LINE __cotty_stash_point=$((READLINE_POINT-$1)) behind='\e[9002~'
  fi
}

# ESC[9001~ with `!` in place of an id: the parser gets an empty line where it swallows what comes next, and what stands on the line comes back.
__cotty_spare() {
  builtin local behind=
  if __cotty_swallows; then
    __cotty_accept 1
    __cotty_healed=!
    __cotty_put_aside 0
    __cotty_go_on_with "$behind"
    builtin unset -v READLINE_LINE READLINE_POINT
    READLINE_LINE= READLINE_POINT=0
  else
    __cotty_accept ''
  fi
}

# $1: keys behind the one that accepts the line.
__cotty_go_on_with() {
  __cotty_accepts=again
  builtin bind '"\e[9006~": accept-line' '"\e[9004~": "\e[9006~'"$1"'"'
}

# Where an empty line was no help the numbers tell nothing, and are not looked at again.
__cotty_may_take() {
  if __cotty_swallows && [[ $__cotty_healed == "$id" ]]; then __cotty_uncounted=1; fi
  __cotty_swallows || __cotty_at_prompt
}

# bash has read a line since its prompt, which neither began nor goes on. So it is with a wrong condition that the end of its line has ended
# (`[[ a`, bash 5.2 as some build it): the parser throws away all up to the next end of a line, and shows the same prompt again without
# running or expanding anything.
__cotty_swallows() {
  [[ -z $__cotty_uncounted && $__cotty_ran != 1 && $__cotty_goes_on == 0 && 10#0$__cotty_line_read -gt __cotty_prompt_read+1 ]]
}

# ESC[9007~ looks behind a line with a condition whether bash swallows what comes next, and ESC[9008~ gives it an empty line then. In each
# keymap, for the line editor begins anew.
__cotty_bind_check() {
  builtin local map
  for map in emacs-standard vi-insert vi-command; do
    builtin bind -m "$map" -x '"\e[9007~": __cotty_check"${-//[^x]/}'"${BASH_XTRACEFD:+$__cotty_hushed}"'" "${LINENO-}" "$__cotty_argument"'
  done
}

__cotty_check() {
  if [[ -n ${FUNCNEST-} ]]; then builtin local FUNCNEST; FUNCNEST=; fi
  if [[ $- == *[ak]* ]]; then __cotty_quiet; fi
  __cotty_line_read=${1//[!0-9]/}
  if [[ -n $__cotty_id ]] && __cotty_swallows; then
    builtin bind '"\e[9008~": accept-line'
  else
    builtin bind '"\e[9008~": ""'
  fi
  if [[ -n $__cotty_flags ]]; then __cotty_loud; fi
}

__cotty_checkx() {
  builtin set +x
  if [[ -n ${FUNCNEST-} ]]; then builtin local FUNCNEST; FUNCNEST=; fi
  __cotty_quiet x
  __cotty_check "$1"
} 2>&-

# Without promptvars what stands in PS2 was written before this line was known.
__cotty_name_literal() {
  builtin local mark='\['$'\e]133;A;k=s;id='$id$__cotty_literal'\]'
  if [[ ${PS2-} == "$__cotty_literal_k"* ]]; then
    builtin printf -v PS2 %s "$mark${PS2#"$__cotty_literal_k"}"
    __cotty_literal_k=$mark
    if [[ ${PS2-} == "$mark"* ]]; then __cotty_set_ps2=$PS2; fi
  fi
}

# No history expansion until the next prompt.
__cotty_hold_history() {
  builtin local chars="${histchars:-!^#}"
  case $text in
    *"${chars:0:1}"* | "${chars:1:1}"*) builtin set +H; __cotty_histexpand=1 ;;
  esac
}

# With a delimiter of its own bash reads byte by byte; else it would read on into what follows.
__cotty_read_tty() {
  builtin local IFS=
  builtin read -r -d $'\a' text || :
  builtin printf -v text %b "$text"
  id=${text%%$'\n'*} text=${text#*$'\n'}
}

# A restricted shell reads the file, but does not source it.
__cotty_read_file() {
  __cotty_told= __cotty_text=
  if [[ $- == *r* ]]; then
    builtin local IFS=
    builtin read -r -d '' text <"$__cotty_dir/command" || :
    builtin eval "$text"
  else
    builtin . "$__cotty_dir/command" || :
  fi
  id=$__cotty_told text=$__cotty_text __cotty_text=
}

# False inside of a command that reads with the line editor, and where an unfinished line goes on. True at a prompt, also at one that has lost all marks
# (PROMPT_COMMAND and PS1 were set anew in one line): then the end of the last command is said now, and the hooks come back.
__cotty_at_prompt() {
  if [[ $__cotty_goes_on == 1 ]]; then
    [[ -n '' ]]
  elif [[ $__cotty_ran == 0 ]]; then
    if ! __cotty_arranged; then __cotty_arrange; fi
  elif { [[ -z $__cotty_fixed ]] && __cotty_arranged; } || [[ -z $__cotty_unwrapped && ${PS1-} == *"$__cotty_a"* ]]; then
    [[ -n '' ]]
  else
    __cotty_emit "D;$__cotty_line_status;late=1;cwd=$__cotty_cwd"
    __cotty_n=$((__cotty_n + 1)) __cotty_ran=0 __cotty_named=0 __cotty_id=
    __cotty_arrange
    __cotty_wrap here
    __cotty_say_prompt
  fi
}

# Whether ESC[9004~ accepts the line.
__cotty_accept() {
  if [[ $__cotty_accepts != "$1" ]]; then
    __cotty_accepts=$1
    if [[ -n $1 ]]; then builtin bind '"\e[9004~": accept-line'; else builtin bind '"\e[9004~": redraw-current-line'; fi
  fi
}

# Nothing but blanks and comments.
__cotty_is_nothing() {
  builtin local rest="$1" line
  while [[ -n $rest ]]; do
    line=${rest%%$'\n'*}
    line=${line#"${line%%[! $'\t']*}"}
    case $line in '' | \#*) ;; *) builtin return 1 ;; esac
    if [[ $rest != *$'\n'* ]]; then break; fi
    rest=${rest#*$'\n'}
  done
  builtin return 0
}

# ESC[9002~ : gives the stashed line back. Does nothing when there is none. At a prompt without marks it says them, and inside of a
# command once more that this runs.
__cotty_restore() {
  __cotty_line_status=$?
  if [[ -n ${FUNCNEST-} ]]; then builtin local FUNCNEST; FUNCNEST=; fi
  if [[ $- == *[ak]* ]]; then __cotty_quiet; fi
  __cotty_give_line
  if [[ -n $__cotty_flags ]]; then __cotty_loud; fi
}

__cotty_restorex() {
  __cotty_line_status=$?
  builtin set +x
  if [[ -n ${FUNCNEST-} ]]; then builtin local FUNCNEST; FUNCNEST=; fi
  __cotty_quiet x
  __cotty_give_line
  __cotty_loud
} 2>&-

__cotty_give_line() {
  if ! __cotty_at_prompt; then
    # Inside of a `read -e`: whoever asks hears that the command runs.
    if [[ $__cotty_ran == 1 ]]; then __cotty_emit C; fi
  elif [[ -n "$__cotty_stash" && -z "$READLINE_LINE" ]]; then
    READLINE_LINE=$__cotty_stash READLINE_POINT=$__cotty_stash_point
    __cotty_stash=
  fi
}

# ---- where no PS0 says C ------------------------------------------------------------------------------------------

# DEBUG trap: the first command after the prompt says C. $? of the moment is given back to what stands behind it, by a failure where neither an ERR
# trap nor `set -e` takes it for one; bash itself keeps it for the line. $1: $_ of the moment.
__cotty_debug() {
  __cotty_debug_status=$?
  if [[ -n ${FUNCNEST-} ]]; then builtin local FUNCNEST; FUNCNEST=; fi
  case $BASH_COMMAND in __cotty_first*) __cotty_debug_argument=$1 ;; esac
  # Where PROMPT_COMMAND is readonly nothing tells its commands from typed ones.
  if [[ -n "${__cotty_fixed-}" ]] && [[ "$__cotty_named" == 0 ]]; then :
  elif [[ "${__cotty_armed-}" == 1 ]] && [[ -z "${COMP_LINE+x}" ]] && [[ -z "${READLINE_LINE+x}" ]] && [[ "$BASH_SUBSHELL" == 0 ]]; then
    case $BASH_COMMAND:${FUNCNAME[1]-} in
      __cotty_* | __bp_* | *:__cotty_*) ;;
      *)
        __cotty_flags=
        if [[ $- == *x* ]]; then builtin set +x; __cotty_quiet x; elif [[ $- == *[ak]* ]]; then __cotty_quiet; fi
        __cotty_armed=0 __cotty_ran=1
        __cotty_emit C
        if [[ -n $__cotty_flags ]]; then __cotty_loud; fi
        ;;
    esac
  fi
  if [[ -z ${__cotty_leads-} ]] || builtin shopt -q extdebug; then __cotty_debug_status=0; fi
  __cotty_give_back "$__cotty_debug_status" "$1"
} 2>&-

__cotty_give_back() {
  builtin return "$1"
}

# Puts our part in front of the user's own DEBUG trap, as `trap -p` shows it ($1; a function would not see it).
__cotty_trap_debug() {
  if [[ -n ${FUNCNEST-} ]]; then builtin local FUNCNEST; FUNCNEST=; fi
  builtin local present
  present=$1
  case $present in
    *__cotty_debug*) builtin return 0 ;;
    '' | 'trap -- - DEBUG')
      __cotty_leads=
      builtin trap '__cotty_debug "$_"' DEBUG
      ;;
    *)
      present=${present#*\'}
      present=${present%\'*}
      present=${present//"'\\''"/"'"}
      # Of nothing but comments nothing is left.
      if ! __cotty_has_command "$present"; then present=:; fi
      __cotty_leads=1
      builtin trap -- "$__cotty_before_debug$present$__cotty_within_trap$present$__cotty_behind_trap" DEBUG
      ;;
  esac
}

# Whether more than comments stands in the text of a trap.
__cotty_has_command() {
  builtin local rest="$1"$'\n' line
  while [[ -n $rest ]]; do
    line=${rest%%$'\n'*} rest=${rest#*$'\n'}
    case ${line#"${line%%[![:space:]]*}"} in '' | '#'*) ;; *) builtin return 0 ;; esac
  done
  builtin return 1
}

# A DEBUG trap of the user's would run for what is ours too, and print that into results: it is told to pass over it. What stands in front
# of it leaves $? and $_ as they are, and keeps its own trace (`set -x`) from everywhere. Those who emulate preexec by it look at the trap
# themselves.
__cotty_hide_from_trap() {
  if [[ -n ${FUNCNEST-} ]]; then builtin local FUNCNEST; FUNCNEST=; fi
  builtin local present
  present=
  if [[ -z $__cotty_shown && -n $__cotty_id && $__cotty_named == 1 ]]; then __cotty_emit C; fi
  # The line that is being delivered may set one yet: then once more with the next.
  __cotty_peek=${__cotty_peek#1}
  if [[ -n $__cotty_trapped ]]; then builtin return 0; fi
  builtin read -r -d '' present <"$__cotty_dir/traps" || :
  # Where there is one, PROMPT_COMMAND may set it anew each time.
  if [[ $present == *DEBUG* && $present != *preexec* ]]; then __cotty_peek=1 __cotty_plain=; fi
  case $present in '' | 'trap -- - DEBUG'* | *__cotty_* | *preexec*) builtin return 0 ;; esac
  present=${present#*\'}
  present=${present%\'*}
  present=${present//"'\\''"/"'"}
  if ! __cotty_has_command "$present"; then builtin return 0; fi
  builtin trap -- "$__cotty_before_trap$present$__cotty_within_trap$present$__cotty_behind_trap" DEBUG
}

# Whether the trap runs for what is ours. Arguments: $? and $_ of the moment.
__cotty_is_ours() {
  builtin local -
  builtin set +x
  if [[ -n ${FUNCNEST-} ]]; then builtin local FUNCNEST; FUNCNEST=; fi
  __cotty_trap_status=$1 __cotty_trap_argument=$2
  __cotty_trace_again
  case ${FUNCNAME[1]-}:$BASH_COMMAND in __cotty_* | :__cotty_*) builtin return 0 ;; esac
  builtin return 1
}

# Inside of a hook the trace has gone over to fd 2 already.
__cotty_trace_again() {
  if [[ -n $__cotty_trap_fd ]]; then BASH_XTRACEFD=$__cotty_trap_fd __cotty_trap_fd=; fi
}

# Its last argument becomes $_.
__cotty_is_users() {
  builtin local -
  builtin set +x
  if [[ -n ${FUNCNEST-} ]]; then builtin local FUNCNEST; FUNCNEST=; fi
  __cotty_trace_again
  builtin return "$1"
}

# ---- installation -------------------------------------------------------------------------------------------------

# The keys come first: whatever else cannot be had, a line is delivered whole or not at all.
__cotty_install() {
  builtin local options map ps1 ps2 ps0 hush= closed
  if [[ -n ${FUNCNEST-} ]]; then builtin local FUNCNEST; FUNCNEST=; fi
  options=${-//[!ak]/}
  if [[ -n $options ]]; then builtin set "+$options"; fi
  # Other terminals leave these in the environment of what they start; they must not be exported further by us.
  builtin export -n __cotty_nonce __cotty_dir
  __cotty_n=0 __cotty_ran=0 __cotty_goes_on=0 __cotty_armed=0 __cotty_status_before=0
  __cotty_number=0 __cotty_history=0 __cotty_number_before=0 __cotty_history_before=0
  __cotty_id= __cotty_last_id= __cotty_passed_id= __cotty_named=0 __cotty_told= __cotty_text= __cotty_peek=${__cotty_dir:+1} __cotty_argument= __cotty_debug_argument= __cotty_looks= __cotty_trapping= __cotty_nothing= __cotty_keyless= __cotty_key= __cotty_escape= __cotty_accepts=1 __cotty_plain= __cotty_usual=0
  __cotty_prompt_read=9999999999 __cotty_uncounted= __cotty_line_read=0 __cotty_condition= __cotty_healed= __cotty_counts=
  # Without the builtins that all this is made of there are no hooks and no marks.
  if [[ $- != *r* ]]; then __cotty_prove; else __cotty_mute=; fi
  if [[ -n ${__cotty_mute-} ]]; then
    if [[ -n $options ]]; then builtin set "-$options"; fi
    builtin return
  fi
  __cotty_suspect= __cotty_tried= __cotty_shares= __cotty_own_first= __cotty_block= __cotty_wrong=0 __cotty_half=0 __cotty_frail_prompt= __cotty_frail_start=
  __cotty_pwd= __cotty_cwd= __cotty_encoded= __cotty_flags= __cotty_trace_fd= __cotty_trap_fd= __cotty_reported= __cotty_histexpand= __cotty_stash= __cotty_stash_point=0 __cotty_stopped_jobs= __cotty_aside=
  __cotty_set_ps1= __cotty_set_ps2= __cotty_left_ps1= __cotty_left_ps2= __cotty_wrappers=${ITERM_SHELL_INTEGRATION_INSTALLED:+1}${__vsc_custom_PS1:+1}
  __cotty_made=- __cotty_shown=1 __cotty_literal= __cotty_literal_k= __cotty_string_hooks= __cotty_fixed= __cotty_unwrapped= __cotty_trapped= __cotty_proof=$__cotty_nonce
  __cotty_number_prompt='\#' __cotty_history_prompt='\!' __cotty_jobs_prompt='\j'
  if [[ "${BASH_VERSINFO[0]}" -lt 4 ]] || { [[ "${BASH_VERSINFO[0]}" == 4 ]] && [[ "${BASH_VERSINFO[1]}" -lt 4 ]]; }; then
    __cotty_legacy=${__cotty_legacy:-1}
  else
    # A trace that goes elsewhere (BASH_XTRACEFD) goes to fd 2 as well then, until __cotty_loud. With other attributes it is readonly, or no
    # plain number.
    hush='${BASH_XTRACEFD:+${__cotty_hooked[${-//[^x]/}:${BASH_XTRACEFD@a}${BASH_XTRACEFD//[0-9]/}]+${__cotty_flag[__cotty_hush]-}}}'
  fi
  # Under `set -x` another function runs, one that hides what it does.
  __cotty_hushed=$hush __cotty_hush='(BASH_XTRACEFD==2?0:(__cotty_trace_fd=BASH_XTRACEFD,BASH_XTRACEFD=2)),0'
  __cotty_hook_first='__cotty_first"${-//[^x]/}"' __cotty_hook_last='__cotty_last"${-//[^x]/}'$hush'"'
  __cotty_hush_trap=${__cotty_hush//trace_fd/trap_fd} closed='2>&"-'${hush//__cotty_hush/__cotty_hush_trap}'"'
  # What gives the trap its $? fails where that is no 0, and must do so where neither an ERR trap nor `set -e` takes it for a failure.
  __cotty_before_trap='{ __cotty_is_ours "$?" "$_"; } '$closed' || if { __cotty_is_users "$__cotty_trap_status" "$__cotty_trap_argument"; } '$closed$'; then\n'
  __cotty_before_debug=$'if __cotty_debug "$_"; then\n'
  __cotty_within_trap=$'\nelse\n' __cotty_behind_trap=$'\nfi'
  if [[ "${BASH_VERSINFO[0]}" -lt 4 ]] || { [[ "${BASH_VERSINFO[0]}" == 4 ]] && [[ "${BASH_VERSINFO[1]}" -lt 3 ]]; } \
    || [[ $__cotty_legacy == keyless ]]; then
    __cotty_keyless=1
  else
    for map in emacs-standard vi-insert vi-command; do
      __cotty_bind_keys -m "$map"
      __cotty_bind_restore -m "$map"
    done
  fi
  if [[ "${BASH_VERSINFO[0]}" -lt 5 ]] || { [[ "${BASH_VERSINFO[0]}" == 5 ]] && [[ "${BASH_VERSINFO[1]}" -lt 1 ]]; } \
    || [[ $__cotty_legacy == string || $__cotty_legacy == keyless ]]; then
    __cotty_string_hooks=1 __cotty_shares=1
  fi
  __cotty_tables
  __cotty_arrange
  # Then no hook counts the first prompt.
  if [[ -n $__cotty_fixed ]]; then __cotty_n=1; fi
  __cotty_marks
  if [[ -z "$__cotty_legacy" ]]; then
    __cotty_number_before=${__cotty_number_prompt@P} __cotty_history_before=${__cotty_history_prompt@P}
  fi
  # Should none of the hooks come to run, PS1 says so.
  if [[ -z $__cotty_keyless ]] && [[ -o emacs || -o vi ]]; then __cotty_key=2; fi
  __cotty_wrap
  # Without any hook C alone would be said, and of nothing the end.
  if [[ -n $__cotty_fixed && -n $__cotty_unwrapped ]]; then __cotty_unwrap; builtin printf -v PS0 %s "$ps0"; fi
  if [[ -n $options ]]; then builtin set "-$options"; fi
} 2>/dev/null

# What the prompts look things up in: `is…` are the beginnings that PROMPT_COMMAND has with our hook, `0…` where the first hook's trace
# goes (nowhere under `set -x`), a number, for without the table bash computes what stands in the brackets; __cotty_flag has index 1 alone, __cotty_bad what bash says of wrong syntax.
__cotty_tables() {
  builtin unset __cotty_hooked __cotty_flag __cotty_bad
  if [[ -z $__cotty_legacy ]]; then
    builtin declare -g -A __cotty_hooked
    __cotty_hooked['is__cotty_first']= __cotty_hooked['is{ __cotty_first']= __cotty_hooked['0']=2 __cotty_hooked['0x']=- __cotty_hooked['x:']= __cotty_hooked['x:x']=
    __cotty_flag[1]=1 __cotty_bad[2]=1
    __cotty_hook_first='{ __cotty_first"${-//[^x]/}" "${LINENO-}"; } 2>&"${__cotty_hooked[0${-//[^x]/}]-2}'$hush'"'
  fi
}

# The text that goes into PS1, PS2 and PS0. All of it works by expansion alone: no command runs, nothing forks. A mark expands to
# nothing while __cotty_proof is empty; what is counted beside it is counted all the same.
__cotty_marks() {
  builtin local osc=$'\e]133;' end=';cotty=$__cotty_proof.$__cotty_n'$'\a' shown='${__cotty_proof:+' lost= heal= argument= block= next= uncounted= read=
  builtin local id='${__cotty_flag[__cotty_named]+;id=$__cotty_id}'
  if [[ -z "$__cotty_legacy" ]]; then
    # Second line of defence: when PROMPT_COMMAND does not begin with our hook, PS1 itself says D. Expansion has no
    # "if equal" but looking up a table: see __cotty_tables. This must come first, because bash also expands PS1 between the lines of one
    # paste, without showing it. So it says nothing there; but of a block that was delivered it notes how its lines end, for C to say.
    # What is seldom needed stands in variables of its own: bash would look through all of it each time.
    __cotty_lost='${__cotty_flag[__cotty_ran]+'$shown$osc'D;$?;late=1'$id$end'}${BASH_VERSION:$((__cotty_ran=0,__cotty_named=0,__cotty_n+=1,99))}}'
    __cotty_lost=$__cotty_lost'${__cotty_flag[__cotty_named]+'$shown'${__cotty_bad[$?]+'$osc'C;err=1'$id$end'}'$osc'D${__cotty_bad[$?]+;$?}'$id$end'}'
    __cotty_lost=$__cotty_lost'${__cotty_bad[$?]+${BASH_VERSION:$((__cotty_n+=1,99))}}${BASH_VERSION:$((__cotty_named=0,99))}}'
    lost='${__cotty_hooked[0]+${__cotty_hooked[is${PROMPT_COMMAND:+${PROMPT_COMMAND:0:15}}${__cotty_mute-}]-${__cotty_lost@P}}}'
    # Expands to nothing, for what it looks up is not there or empty.
    argument='${__cotty_hooked[0]+${__cotty_hooked[_${__cotty_argument:=$_}]-}}'
    __cotty_block_line='${__cotty_flag[__cotty_ran==2||__cotty_ran==0&&__cotty_named]+${__cotty_bad[$?]+${BASH_VERSION:$((__cotty_wrong+=__cotty_status_before==2?9:1,99))}}}'
    __cotty_block_line=$__cotty_block_line'${__cotty_flag[__cotty_ran]+${BASH_VERSION:$((__cotty_ran=2,__cotty_status_before=$?,99))}}'
    block='${__cotty_block:+${__cotty_block_line@P}}'
    __cotty_block_next='${__cotty_flag[__cotty_ran==2]+'$shown$osc'D;$__cotty_status_before$__cotty_aside'$id$end'}${BASH_VERSION:$((__cotty_n+=1,99))}}'
    __cotty_block_next=$__cotty_block_next'${__cotty_flag[__cotty_wrong]+'$shown$osc'C;err=1'$id$end'}'$shown$osc'D;2'$id$end'}${BASH_VERSION:$((__cotty_n+=1,99))}}'
    next='${__cotty_block:+${__cotty_block_next@P}}'
    uncounted='${__cotty_block:+${__cotty_flag[__cotty_wrong>1]+;uncounted=1}}'
    if [[ -z $__cotty_fixed ]]; then heal='${__cotty_hooked[0]+${__cotty_hooked[${PROMPT_COMMAND:=__cotty_first}]-}}'; fi
  else
    id='${__cotty_id:+;id=$__cotty_id}'
  fi
  __cotty_mark_a=$osc'A'$end __cotty_mark_b=$osc'B${__cotty_stash:+;stash=1};key=$((__cotty_half=0,__cotty_key))${__cotty_escape:+;esc=1};jobs=\j'$end
  __cotty_mark_k=$osc'A;k=s'$id$end __cotty_mark_c=$osc'C'$uncounted$id$end __cotty_mark_d=$osc'D;$?'$id$end
  # A and B note how far PS1 was expanded, and A how many lines bash has read by then: in a function LINENO is another number. (In POSIX mode
  # `!` is the history number in prompts.)
  # How it is before 5.2 nobody has looked, and no wrong condition is swallowed there.
  if [[ "${BASH_VERSINFO[0]}" -gt 5 ]] || { [[ "${BASH_VERSINFO[0]}" == 5 ]] && [[ "${BASH_VERSINFO[1]}" -ge 2 ]]; }; then
    __cotty_counts=1
    read='__cotty_prompt_read=${FUNCNAME+__cotty_prompt_read}${FUNCNAME-10#0${LINENO+${LINENO//[^0-9]/}}},'
  fi
  # PS2 notes that a line goes on, PS1 that it does not: no command is delivered into the middle of another.
  __cotty_say_a=$lost$block'${__cotty_proof:+${__cotty_mark_a+${__cotty_mark_a@P}}}${BASH_VERSION:$((__cotty_goes_on=0,__cotty_half=__cotty_armed=1,'$read'99))}'$argument
  __cotty_say_b='${__cotty_proof:+${__cotty_mark_b@P}}'
  __cotty_say_k='${__cotty_proof:+${__cotty_mark_k@P}}${BASH_VERSION:$((__cotty_usual=0,__cotty_goes_on=1,99))}'
  # C also notes that it was said, and puts an unset PROMPT_COMMAND back; both parts expand to nothing.
  # A second C in one cycle is the next line of a block: the line before it has ended, and nothing else says so.
  # That stands in front of the user's PS0, so that what this shows is in the output of neither line.
  __cotty_again='${__cotty_proof:+${__cotty_mark_d@P}}${BASH_VERSION:$((__cotty_n+=1,99))}'
  # Of one line alone it is what an alias with line feeds in it has made of that: it goes on.
  __cotty_say_d='${__cotty_flag[__cotty_ran*(__cotty_block||__cotty_named==0)]+${__cotty_again@P}}'$next
  __cotty_say_c='${__cotty_flag[__cotty_ran==0||__cotty_block||__cotty_named==0]+${__cotty_proof:+${__cotty_mark_c@P}}}${BASH_VERSION:$((__cotty_usual=__cotty_wrong=0,__cotty_ran=1,99))}'$heal
  # The prompts only name these texts, where bash can expand one that is named: it compares, copies and looks through the prompts
  # several times for each line.
  if [[ -z "$__cotty_legacy" ]]; then
    __cotty_a='\[${__cotty_nonce+${__cotty_say_a@P}}\]' __cotty_b='\[${__cotty_nonce+${__cotty_say_b@P}}\]' __cotty_k='\[${__cotty_nonce+${__cotty_say_k@P}}\]'
    __cotty_d='${__cotty_nonce+${__cotty_say_d@P}}' __cotty_c='${__cotty_nonce+${__cotty_say_c@P}}'
  else
    __cotty_a='\[${__cotty_nonce+'$__cotty_say_a'}\]' __cotty_b='\[${__cotty_nonce+'$__cotty_say_b'}\]' __cotty_k='\[${__cotty_nonce+'$__cotty_say_k'}\]'
    __cotty_d='${__cotty_nonce+'$__cotty_say_d'}' __cotty_c='${__cotty_nonce+'$__cotty_say_c'}'
  fi
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
# With a function in the place of `builtin` nothing is done: whatever is called through it might call itself without end. Nor where
# ble.sh has taken the place of readline: it would not see our lines, and a command would run without its stderr and without Ctrl+C.
if [[ -z ${BLE_VERSION-} ]] && ! \declare -F builtin >/dev/null 2>&1; then
  \__cotty_install
  if \builtin [ -n "${__cotty_trapped-}" ]; then \__cotty_trap_debug "$(\builtin \trap -p DEBUG)"; fi
fi
