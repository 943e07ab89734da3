# cotty shell integration for zsh (5.1 and later). Sourced by a private .zshenv, or evaluated in a nested shell, that has set
#   __cotty_nonce    proof that a mark is ours; never exported, its value hidden from lists of parameters
#   __cotty_dir      directory with the command file; empty in a nested shell: lines come through the tty
# The private .zshenv gives ZDOTDIR back before the user's own files are read, so zsh finds all of them by itself. Everything
# here waits for the first prompt, when the user's files have had their say. Why each hook is where it is: shell/README.md.
#
# No prompt is changed: A is printed as the last act of precmd, B and the continuation mark when the line editor starts.
# So transient prompts, RPROMPT, asynchronous redraws and PROMPT_SUBST are none of our business.

# ---- prompt cycle -------------------------------------------------------------------------------------------------

# Options that the user may have set and that would bite in here.
typeset -ga __cotty_sane
__cotty_sane=(zsh -o no_aliases -o no_err_exit -o no_err_return -o unset -o no_xtrace -o no_verbose
  -o no_all_export -o extended_glob -o no_multios -o no_warn_create_global -o no_warn_nested_var)

# What the user has taken away is there while we are at work: builtins that are switched off (`disable`), and `builtin` itself, in whose
# place a function stands. Each function that zsh calls begins and ends so; a FUNCNEST of its own lets it call others.
# For each call of a function zsh maps and unmaps a piece of memory, which takes longer than most of what is done in here: whether a function
# has anything to do is asked before it is called.
__cotty_borrow() {
  typeset -g __cotty_builtin=${functions[builtin]-}
  if (( ${+functions[builtin]} )); then unset 'functions[builtin]'; fi
  typeset -ga __cotty_off
  __cotty_off=("${(@k)dis_builtins[@]}")
  if (( ${#dis_builtins[@]} )); then enable "${__cotty_off[@]}"; fi
  typeset -g __cotty_borrowed=1
}

__cotty_give_back() {
  typeset -g __cotty_borrowed=
  if [[ -n $__cotty_builtin ]]; then functions[builtin]="$__cotty_builtin"; fi
  if [[ -n "${__cotty_off[*]}" ]]; then \disable "${__cotty_off[@]}"; fi
}

# $1 is a mark's body. The tty has an fd of its own: stdout may be a file (`exec >log`, p10k's instant prompt).
__cotty_emit() {
  builtin print -rnu "$__cotty_fd" -- $'\e]133;'"$1;cotty=$__cotty_nonce.$__cotty_n"$'\a'
}

# zsh leaves out what stands behind the body of a function that it calls itself: therefore the braces in hooks, which keep their trace
# (`set -x`) from everywhere.

# First of the precmd hooks: reports how the command ended, before the user's hooks take their time. All until D is one list of
# commands, because a DEBUG trap of the user runs for each list in here.
__cotty_first() { {
  typeset -gi __cotty_status=${1-$?} && local -i FUNCNEST=-1 && [[ $PWD == "$__cotty_pwd" && -t 1 && -z $__cotty_unseen ]] || __cotty_learn_place && (( __cotty_ran && __cotty_status < 145 && ! ${+functions[builtin]} )) &&
    builtin print -rnu "$__cotty_fd" -- $'\e]133;'"D;$__cotty_status$__cotty_trapping${__cotty_id:+;id=$__cotty_id}${__cotty_unseen};cwd=$__cotty_cwd;cotty=$__cotty_nonce.$__cotty_n"$'\a' && __cotty_told=1
  local flags=$-
  if (( ${#dis_builtins[@]} || ${+functions[builtin]} )); then __cotty_borrow; fi
  # Whatever option is set in here is meant for the shell: with localoptions in force it would be undone as this returns.
  builtin unsetopt xtrace localoptions
  if (( ! __cotty_reported )); then
    typeset -g __cotty_reported=1
    if (( __cotty_ran && ! __cotty_told )); then
      local stopped=
      if (( __cotty_status >= 145 && __cotty_status <= 150 )); then __cotty_learn_stopped; fi
      __cotty_emit "D;$__cotty_status$stopped$__cotty_trapping${__cotty_id:+;id=$__cotty_id}${__cotty_unseen};cwd=$__cotty_cwd"
    fi
    __cotty_told=0
    __cotty_report "$__cotty_status"
    if (( __cotty_correct || __cotty_correct_all )); then __cotty_correction; fi
    # zsh prints the PROMPT_SP filler (`%` and a row of blanks) before any hook runs, so it would stand in front of D. The
    # option is off while a command runs; now we do what zsh would have done. (Outside of `emulate -L`, which would undo it.)
    if (( __cotty_sp )); then
      typeset -g __cotty_sp=0 __cotty_sp_given=1
      builtin setopt prompt_sp
      if [[ -o prompt_cr ]]; then __cotty_filler; fi
    fi
  fi
  {
    # A function named precmd goes on after this call, and looks at $?.
    if [[ -o err_exit || -o err_return ]]; then builtin return 0; fi
    builtin return __cotty_status
  } always {
    if [[ -n $__cotty_borrowed ]]; then __cotty_give_back; fi
    if [[ $flags == *x* ]]; then builtin setopt xtrace; fi
  }
} 2>&"$__cotty_null" }

# Where the shell is, and which of its outputs are not the terminal. (fd 2 is not the user's in here; it was at the prompt.)
__cotty_learn_place() {
  builtin emulate -L "${__cotty_sane[@]}"
  local unseen=
  if [[ ! -t 1 ]]; then unseen=1; fi
  unseen=$unseen$__cotty_stderr_elsewhere
  __cotty_unseen=${unseen:+;unseen=$unseen}
  if [[ $PWD != "$__cotty_pwd" ]]; then
    __cotty_encode "$PWD"
    __cotty_pwd=$PWD __cotty_cwd=$__cotty_encoded
  fi
}

# Whether what a stop signal is in the status of is the current job now, and was not before. (Any program can exit with such a status.)
__cotty_learn_stopped() {
  builtin emulate -L "${__cotty_sane[@]}"
  local current=${(M)jobstates:#suspended:+:*}
  current=${${current#suspended:+:}%%=*}
  if [[ -n $current && $current != ("$__cotty_stopped_job"|"$!") ]]; then stopped=';stopped=1'; fi
  __cotty_stopped_job=$current
}

# What is left to do when the end of a command was said, or all of it when none had begun.
__cotty_report() {
  local -i wrong=0
  if (( ! __cotty_ran )); then
    if [[ -n $__cotty_id ]]; then
      if __cotty_is_wrong "$1"; then wrong=1; fi
    elif [[ ! -o zle ]] && (( __cotty_histcmd > 0 && $1 != 130 )); then
      # Without zle lines are typed. $? is 1 behind a 0 and nothing has run, or the line is in the history and has not run. Of others nobody knows.
      if (( $1 == 1 && __cotty_status_before == 0 )); then
        wrong=1
      elif (( HISTCMD > __cotty_histcmd )); then
        local __cotty_text=${history[$((HISTCMD - 1))]-}
        if __cotty_is_wrong "$1"; then wrong=1; fi
      fi
    fi
  fi
  __cotty_status_before=$1
  __cotty_histcmd=HISTCMD
  builtin emulate -L "${__cotty_sane[@]}"
  if (( __cotty_ran )); then
    (( __cotty_n += 1 ))
    # zsh keeps the tty as a killed full-screen program left it (bash does not).
    if (( $1 > 128 && $1 != 130 )); then command stty opost onlcr isig icanon echo icrnl <&$__cotty_fd; fi
  elif (( __cotty_n == 0 )); then
    __cotty_n=1
  elif [[ -n $__cotty_id && ( -z ${functions[__cotty_preexec]-} || -z ${(M)preexec_functions:#__cotty_preexec} ) && $__cotty_text == *[^[:space:]]* ]]; then
    # It ran, and nothing was there to say so: our hook was in the list when the line was accepted.
    __cotty_emit "D;$1;late=1;id=$__cotty_id${__cotty_unseen};cwd=$__cotty_cwd"
    (( __cotty_n += 1 ))
  elif (( wrong )); then
    # A delivered line was accepted, yet preexec never came.
    __cotty_emit "C;err=1${__cotty_id:+;id=$__cotty_id}"
    # zsh says 1 only when $? was 0 before; else it leaves the old one.
    __cotty_emit "D;1${__cotty_id:+;id=$__cotty_id};cwd=$__cotty_cwd"
    (( __cotty_n += 1 ))
  else
    __cotty_emit "D${__cotty_id:+;id=$__cotty_id}"
  fi
  __cotty_ran=0 __cotty_goes_on=0
  __cotty_id= __cotty_text= __cotty_trapping=
  if (( $+__cotty_histchars )); then __cotty_history_signs; fi
}

# A delivered line that did not run has wrong syntax, unless it was interrupted (also at a continuation prompt, where nobody can see
# what was typed) or holds nothing but blanks and comments. The parser itself says which, under the options and with the aliases of the
# user. What it is given so it takes for a file's, with comments: where the line editor knows none no sign begins one. $1 is $?.
__cotty_is_wrong() {
  if (( $1 == 0 || $1 == 130 && __cotty_goes_on )); then builtin return 1; fi
  if [[ ! -o interactive_comments ]]; then local histchars=''; fi
  { functions[__cotty_parsed]="$__cotty_text" || : } 2>&"$__cotty_null"
  if (( ! ${+functions[__cotty_parsed]} )); then builtin return 0; fi
  builtin unset 'functions[__cotty_parsed]'
  builtin return 1
}

# Gives history expansion back after a delivered line was read without it.
__cotty_history_signs() {
  # With a NUL in front it reads as empty; anything else was set by the command itself.
  if [[ -z $histchars ]]; then histchars=$__cotty_histchars; fi
  builtin unset __cotty_histchars
}

# Last of the precmd hooks.
__cotty_last() { {
  local -i FUNCNEST=-1
  if (( ! __cotty_reported )); then __cotty_first; fi
  if (( __cotty_sp_given )); then
    typeset -g __cotty_sp_given=0
    # A function named precmd, in which that was given back, has undone it.
    if [[ ! -o prompt_sp && ( -o localoptions || ${functions[precmd]-} == *(emulate|local*options)* ) ]]; then
      builtin unsetopt localoptions
      builtin setopt prompt_sp
    fi
  fi
  if (( ${#dis_builtins[@]} || ${+functions[builtin]} )); then __cotty_borrow; fi
  __cotty_hide_from_traps
  if [[ -n $__cotty_seen_trap ]]; then
    # In braces its trace (`set -x`) goes to nowhere.
    local quiet='2>&"${__cotty_null-2}"'
    local before="{ FUNCNEST=-1 __cotty_debug; } $quiet; $__cotty_seen_trap"
    # Not under `emulate -L`, which would undo it.
    if (( $+functions[TRAPDEBUG] )); then
      functions[TRAPDEBUG]="{ __cotty_debug_status=\$?; case \${funcstack[2]-} in (__cotty_*) return 0 ;; esac; } $quiet; $before"
    else
      builtin trap -- "{ __cotty_debug_status=\$? && [[ \"\${funcstack[*]-}\" != __cotty_* ]]; } $quiet && { $before"$'\n}' DEBUG
    fi
    typeset -g __cotty_own_trap=$__cotty_seen_trap __cotty_seen_trap= __cotty_trap_set=1
    __cotty_drop_precmd
  fi
  __cotty_prompt_comes
  if [[ -n $__cotty_borrowed ]]; then __cotty_give_back; fi
} 2>&"$__cotty_null" }

__cotty_prompt_comes() {
  builtin emulate -L "${__cotty_sane[@]}"
  __cotty_reported=0
  __cotty_arrange
  builtin print -rnu "$__cotty_fd" -- $'\e]133;'"A;cwd=$__cotty_cwd;cotty=$__cotty_nonce.$__cotty_n"$'\a'
  __cotty_at_prompt=1
  if [[ ! -o zle ]]; then __cotty_line_started; fi
}

# What stands in front of a DEBUG trap has changed $?.
__cotty_debug() { builtin return __cotty_debug_status; }

# Our own function of that name, in which the call of the first hook would be seen.
__cotty_drop_precmd() {
  builtin emulate -L "${__cotty_sane[@]}"
  if [[ ${${functions[precmd]-}//[[:space:]]/} == '{local-i__cotty_before=$?FUNCNEST=-1&&__cotty_first"$__cotty_before"}2>&"$__cotty_null"' ]]; then builtin unfunction precmd; fi
}

# A DEBUG trap of the user's would run for each command in here, and print hundreds of lines: it is told to pass over them. What stands
# in front of it keeps its own trace from everywhere (`set -x`), and leaves $? as it is. Whatever ran, a hook too, may have set a new trap.
__cotty_hide_from_traps() {
  builtin emulate -L "${__cotty_sane[@]}"
  if (( $+functions[TRAPDEBUG] )); then
    if [[ $functions[TRAPDEBUG] != *__cotty_* ]]; then __cotty_seen_trap=$functions[TRAPDEBUG]; fi
    builtin return
  fi
  if [[ -z $__cotty_dir || -o restricted ]]; then builtin return; fi
  builtin trap >|"$__cotty_dir/traps"
  if [[ ! -s $__cotty_dir/traps ]]; then builtin return; fi
  local text=${mapfile[$__cotty_dir/traps]-} seen=
  if [[ $text != *DEBUG* || $text == *__cotty_* ]]; then builtin return; fi
  # Each is told as the command that would set it.
  () {
    builtin emulate -L zsh
    trap() { if [[ ${@[-1]} == DEBUG ]]; then seen=$2; fi }
    builtin eval "$text"
    builtin unfunction trap
  }
  __cotty_seen_trap=$seen
}

# Last of the preexec hooks, so that what the others print does not count as output. $1 is the line as typed.
__cotty_preexec() { {
  local -i FUNCNEST=-1
  builtin unsetopt localoptions
  if (( ${#dis_builtins[@]} || ${+functions[builtin]} )); then __cotty_borrow; fi
  if [[ -o prompt_sp ]]; then __cotty_hold_filler "$1"; fi
  if (( __cotty_correct || __cotty_correct_all )); then __cotty_correction; fi
  __cotty_say_started "$1"
  if [[ -n $__cotty_borrowed ]]; then __cotty_give_back; fi
} 2>&"$__cotty_null" }

# Gives spelling correction back. Not under `emulate -L`, which would undo it.
__cotty_correction() {
  if (( __cotty_correct )); then typeset -g __cotty_correct=0; builtin setopt correct; fi
  if (( __cotty_correct_all )); then typeset -g __cotty_correct_all=0; builtin setopt correct_all; fi
}

# Switches PROMPT_SP off until __cotty_first. A command ($1) that sets the option itself must find it as it is.
__cotty_hold_filler() {
  case $1 in
    (*[pP][rR][oO][mM][pP][tT]*[sS][pP]*) ;;
    (*) typeset -g __cotty_sp=1; builtin unsetopt prompt_sp ;;
  esac
}

__cotty_say_started() {
  builtin emulate -L "${__cotty_sane[@]}"
  __cotty_at_prompt=0
  __cotty_reported=0
  __cotty_ran=1
  # Such a trap runs for the hook that says the end, in front of it: nobody can look for it before.
  if [[ $1 == *trap[[:blank:]]*DEBUG* || $1 == *TRAPDEBUG* ]]; then __cotty_trapping=';late=1'; fi
  if (( $+__cotty_histchars )); then __cotty_history_signs; fi
  if [[ -n $__cotty_id ]]; then
    builtin print -rnu "$__cotty_fd" -- $'\e]133;'"C;id=$__cotty_id;cotty=$__cotty_nonce.$__cotty_n"$'\a'
  elif (( ${#1} > 4096 )); then
    __cotty_emit C
  else
    __cotty_encode "$1"
    __cotty_emit "C;cmdline_url=$__cotty_encoded"
  fi
}

__cotty_filler() {
  builtin emulate -L "${__cotty_sane[@]}"
  # As zsh has it for its filler, whatever the user has for prompts.
  builtin setopt prompt_percent
  local filler=${PROMPT_EOL_MARK-%B%S%#%s%b}
  local -i width=${#${(S%%)filler//(\%([BSUbfksu]|([FK]|){*})|\%\{*\%\})}}
  builtin print -rnu "$__cotty_fd" -- "${(%%)filler}${(l:COLUMNS-width:: :)}"$'\r'"${(l:width:: :)}"$'\r'
}

# Percent-encodes $1 byte by byte into __cotty_encoded, without a fork.
__cotty_encode() {
  builtin emulate -L zsh -o extended_glob -o no_multibyte -o no_warn_create_global -o no_warn_nested_var -o no_xtrace
  local LC_ALL=C MATCH MBEGIN MEND
  __cotty_encoded=$1
  if [[ $1 != [A-Za-z0-9/._-]# ]]; then
    __cotty_encoded=${1//(#m)[^A-Za-z0-9\/._-]/%${(l:2::0:)$(([##16]#MATCH))}}
  fi
}

# With an ESC in front the line key is the same: where the line editor asks something, or waits for the rest of another key, that one is the
# answer. With two, for somebody may have pressed one right before.
typeset -ga __cotty_bindings
__cotty_bindings=('\e[9001~' __cotty_line '\e\e[9001~' __cotty_line '\e\e\e[9001~' __cotty_line '\e[9002~' __cotty_say)

# Somebody may have made the keymap anew (`bindkey -d`).
__cotty_bind() {
  if ! builtin bindkey "${__cotty_bindings[@]}"; then
    # Nothing can be bound in `.safe`, which zsh falls back on: it is taken by a copy of its own.
    builtin bindkey -N __cotty_keys .safe
    builtin bindkey -A __cotty_keys main
    builtin bindkey "${__cotty_bindings[@]}"
    # The line editor has gone over to `.safe` already.
    if [[ -n ${WIDGET-} ]]; then builtin zle -K main; fi
  fi
} 2>&"$__cotty_null"

# Our hooks must be the first and the last; others may have been added since.
__cotty_arrange() {
  if [[ ${precmd_functions[1]-} != __cotty_first || ${precmd_functions[-1]-} != __cotty_last ]]; then
    precmd_functions=(__cotty_first ${precmd_functions:#__cotty_(first|last|start)} __cotty_last)
  fi
  if [[ ${preexec_functions[-1]-} != __cotty_preexec ]]; then
    preexec_functions=(${preexec_functions:#__cotty_preexec} __cotty_preexec)
  fi
  if [[ -o zle ]]; then __cotty_bind; fi
  # A function named precmd runs before the whole list, and also when somebody empties the list.
  local call='{ local -i __cotty_before=$? FUNCNEST=-1 && __cotty_first "$__cotty_before" } 2>&"$__cotty_null"'
  if (( ! $+functions[precmd] )); then
    if [[ -z $__cotty_trap_set ]]; then functions[precmd]=$call; fi
  elif [[ $functions[precmd] != *(__cotty_first|autoload)* ]]; then
    typeset -g __cotty_own_precmd=$functions[precmd]
    functions[precmd]=$call$'\n'$functions[precmd]
  fi
  # One named preexec runs before the other list, and may empty it.
  if (( $+functions[preexec] )) && [[ $functions[preexec] != *(__cotty_preexec|autoload)* ]]; then
    typeset -g __cotty_own_preexec=$functions[preexec]
    functions[preexec]=$'{\n'$functions[preexec]$'\n''} always { if [[ ${preexec_functions[-1]-} != __cotty_preexec ]]; then __cotty_preexec "$1"; fi }'
  fi
  if [[ -o zle ]]; then
    if (( ${+widgets[zle-line-finish]} || COLUMNS < 3 )); then __cotty_wrap_widget finish; fi
    __cotty_wrap_widget init
  fi
}

# Ours goes in the place of zle-line-init or zle-line-finish ($1: the end of the name), and calls what is there. When somebody has put another in
# front of ours since, which calls ours (powerlevel10k, zsh-vi-mode), ours goes in front of that: it calls that, and called by that the one before.
__cotty_wrap_widget() {
  local hook=zle-line-$1 kept=__cotty_user_line_$1 counter=__cotty_${1}_widgets
  local -i count=${(P)counter} at=1
  if [[ ${widgets[$hook]-} == "user:__cotty_line_$1" ]]; then builtin return; fi
  if (( ${+widgets[$hook]} )); then
    # One of before may have been put in front anew.
    while (( at <= count )) && [[ ${widgets[$kept$at]-} != "${widgets[$hook]}" ]]; do (( at += 1 )); done
    if (( at > count )); then count=at; fi
    while (( at < count )); do
      builtin zle -A $kept$((at + 1)) $kept$at
      (( at += 1 ))
    done
    builtin zle -A $hook $kept$count
  else
    while (( at <= count )); do
      builtin zle -D $kept$at
      (( at += 1 ))
    done
    count=0
  fi
  typeset -gi $counter=count
  builtin zle -N $hook __cotty_line_$1
}

# ---- line editor --------------------------------------------------------------------------------------------------

# zle-line-init: the prompt has just been drawn. Also called for continuation lines, `select` and `vared`.
__cotty_line_init() {
  local -i exit_status=$? FUNCNEST=-1
  local __cotty_outer=${__cotty_init_at-}
  local -i __cotty_init_at=$(( ${__cotty_init_at:-$((__cotty_init_widgets + 1))} - 1 ))
  if [[ -n $__cotty_outer ]]; then
    if (( __cotty_init_at > 0 )); then builtin zle __cotty_user_line_init$__cotty_init_at -- "$@"; fi
  else
    if (( ${#dis_builtins[@]} || ${+functions[builtin]} )); then __cotty_borrow; fi
    typeset -g __cotty_stderr_elsewhere=
    if [[ ! -t 2 ]]; then typeset -g __cotty_stderr_elsewhere=2 __cotty_unseen=';unseen=2'; fi
    if [[ $CONTEXT == start ]] && (( __cotty_ran || __cotty_reported )); then __cotty_catch_up "$exit_status"; fi
    if [[ -n $__cotty_aside && $CONTEXT == start ]]; then __cotty_as_typed; fi
    if (( __cotty_init_at > 0 )); then
      __cotty_watch_redraws
      builtin zle __cotty_user_line_init$__cotty_init_at -- "$@"
      __cotty_leave_redraws
    fi
    __cotty_bind
    __cotty_line_started
    if [[ -n $__cotty_borrowed ]]; then __cotty_give_back; fi
  fi
}

# The user's zle-line-init may edit the line itself (`zle recursive-edit`), and end with it: then keys are taken from the first redraw in there on.
__cotty_watch_redraws() {
  if [[ ${widgets[zle-line-pre-redraw]-} != user:__cotty_pre_redraw ]]; then
    if (( ${+widgets[zle-line-pre-redraw]} )); then builtin zle -A zle-line-pre-redraw __cotty_user_pre_redraw; fi
    builtin zle -N zle-line-pre-redraw __cotty_pre_redraw
  fi
}

__cotty_leave_redraws() {
  if [[ ${widgets[zle-line-pre-redraw]-} == user:__cotty_pre_redraw ]]; then
    if (( ${+widgets[__cotty_user_pre_redraw]} )); then builtin zle -A __cotty_user_pre_redraw zle-line-pre-redraw
    else builtin zle -D zle-line-pre-redraw; fi
  fi
  if (( ${+widgets[__cotty_user_pre_redraw]} )); then builtin zle -D __cotty_user_pre_redraw; fi
}

__cotty_pre_redraw() {
  local -i FUNCNEST=-1
  # What the user's calls may be this.
  if [[ -z ${__cotty_redraws-} ]]; then
    local __cotty_redraws=1
    if (( __cotty_at_prompt )) && [[ -n ${__cotty_init_at-} ]]; then
      __cotty_bind
      __cotty_line_started
    fi
    if (( ${+widgets[__cotty_user_pre_redraw]} )); then builtin zle __cotty_user_pre_redraw -- "$@"; fi
  fi
}

# What was put aside for a delivered line stands there again. With the keys of vi zsh takes its end for the place where inserting began, and
# erases nothing before that: it is set anew on a line that has no text, as if it had been typed.
__cotty_as_typed() {
  builtin emulate -L "${__cotty_sane[@]}"
  local -i at=$CURSOR
  if [[ $BUFFER == "$__cotty_aside" ]]; then
    builtin unset BUFFER
    BUFFER=$__cotty_aside
    CURSOR=at
    # Nor does undoing take it away.
    UNDO_LIMIT_NO=$UNDO_CHANGE_NO
  fi
  __cotty_aside=
} 2>&"$__cotty_null"

# zle-line-finish, where the user has one, or a line is not drawn: of a delivered line that runs which was given, whatever that widget makes of it.
__cotty_line_finish() {
  local -i FUNCNEST=-1
  local __cotty_outer=${__cotty_finish_at-}
  local -i __cotty_finish_at=$(( ${__cotty_finish_at:-$((__cotty_finish_widgets + 1))} - 1 ))
  if [[ -z $__cotty_outer ]] && (( ${#dis_builtins[@]} || ${+functions[builtin]} )); then __cotty_borrow; fi
  if (( __cotty_finish_at > 0 )); then builtin zle __cotty_user_line_finish$__cotty_finish_at -- "$@"; fi
  if [[ -z $__cotty_outer ]]; then
    if (( __cotty_delivers )); then
      typeset -g __cotty_delivers=0
      if (( COLUMNS < 3 )); then builtin zle -I; fi
      # With globassign in force (`emulate csh`) what is not quoted would be taken for a pattern of files.
      BUFFER="$__cotty_text"
    fi
    if [[ -n $__cotty_borrowed ]]; then __cotty_give_back; fi
  fi
}

# A prompt without our last precmd hook, perhaps without any: somebody emptied the list. Says what they would have said, and puts them
# back. $1 is $?.
__cotty_catch_up() {
  if (( __cotty_ran )); then
    __cotty_emit "D;$1;late=1${__cotty_id:+;id=$__cotty_id};cwd=$__cotty_cwd"
    __cotty_report "$1"
    typeset -g __cotty_reported=1
  fi
  if [[ -n ${functions[__cotty_last]-} ]]; then __cotty_last; else __cotty_prompt_comes; fi
  if (( ${#dis_builtins[@]} || ${+functions[builtin]} )); then __cotty_borrow; fi
}

__cotty_line_started() {
  builtin emulate -L "${__cotty_sane[@]}"
  local key=0
  if [[ ${CONTEXT-start} == cont ]]; then
    __cotty_goes_on=1
    __cotty_emit "A;k=s${__cotty_id:+;id=$__cotty_id}"
  elif (( __cotty_at_prompt )); then
    __cotty_at_prompt=0
    if [[ -o zle && -n ${widgets[__cotty_line]-} ]]; then key=2; fi
    builtin print -rnu "$__cotty_fd" -- $'\e]133;'"B${BUFFER:+;stash=1};key=$key${${key:#0}:+;esc=1};jobs=${#${(@M)jobstates:#running:*}};cotty=$__cotty_nonce.$__cotty_n"$'\a'
  fi
} 2>&"$__cotty_null"

# ESC[9001~ : runs the delivered command as if it had been typed: its id and line stand in the command file, or follow the key up to a
# carriage return, with controls and backslashes as `\0ooo`. What is on the line comes back at the next prompt. The builtin accept-line
# is used: a user's own could change the text. Nothing happens in the middle of an unfinished line, and in `vared` and `select`.
__cotty_line() {
  local text= id=
  local -i FUNCNEST=-1
  if (( ${#dis_builtins[@]} || ${+functions[builtin]} )); then __cotty_borrow; fi
  __cotty_take_line
  # Takes us out. Not under `emulate -L`, which would undo some of it.
  if (( $+__cotty_leaving )); then
    builtin eval "$__cotty_leaving"
    builtin return
  fi
  if [[ -n $id ]]; then
    builtin unsetopt localoptions
    if [[ -o prompt_sp ]]; then __cotty_hold_filler "$text"; fi
    # Spelling correction would ask a question about delivered text.
    if [[ -o correct ]]; then typeset -g __cotty_correct=1; builtin unsetopt correct; fi
    if [[ -o correct_all ]]; then typeset -g __cotty_correct_all=1; builtin unsetopt correct_all; fi
    if [[ ${widgets[zle-line-finish]-} == user:__cotty_line_finish ]]; then typeset -g __cotty_delivers=1; fi
    # Drawing a line that has no room on two columns zsh writes past its own memory: such a line is never drawn.
    if (( COLUMNS < 3 && __cotty_delivers )); then BUFFER=; fi
    builtin zle .accept-line
  fi
  if [[ -n $__cotty_borrowed ]]; then __cotty_give_back; fi
} 2>&"$__cotty_null"

# ESC[9002~ asks where the shell stands, while by its marks it runs a command: inside of a `vared` this is so, and said once more; at a
# prompt whose hooks are gone the missing marks are said. Nothing tells the status any more.
__cotty_say() {
  local -i FUNCNEST=-1
  if (( ${#dis_builtins[@]} || ${+functions[builtin]} )); then __cotty_borrow; fi
  if [[ ${CONTEXT-start} == start ]]; then
    if (( __cotty_ran )); then
      __cotty_emit "D${__cotty_id:+;id=$__cotty_id};cwd=$__cotty_cwd"
      (( __cotty_n += 1 ))
      __cotty_ran=0 __cotty_id= __cotty_text=
    fi
    __cotty_prompt_comes
    __cotty_line_started
  elif (( __cotty_ran )); then
    __cotty_emit C
  fi
  if [[ -n $__cotty_borrowed ]]; then __cotty_give_back; fi
} 2>&"$__cotty_null"

# `?` in place of an id asks what stands on the line, with the lines it goes on from.
__cotty_tell() {
  local line=$PREBUFFER$BUFFER told=
  if [[ ${CONTEXT-start} != (start|cont) ]]; then builtin return; fi
  if (( ${#line} <= 8192 )); then
    __cotty_encode "$line"
    told=";line=$__cotty_encoded"
  fi
  __cotty_emit "Y$told;took=$__cotty_last_id"
}

__cotty_take_line() {
  builtin emulate -L "${__cotty_sane[@]}"
  if [[ -n $__cotty_dir ]]; then
    builtin zmodload zsh/mapfile
    text=${mapfile[$__cotty_dir/command]-}
    # A restricted shell writes no files: there it remembers what it took last.
    if [[ ! -o restricted ]]; then : >|"$__cotty_dir/command"; fi
  else
    IFS= builtin read -r -u $__cotty_fd text
    text=${(g::)text}
  fi
  if [[ ${text%%$'\n'*} == '?' ]]; then
    __cotty_tell
    builtin return
  fi
  if [[ ${CONTEXT-start} != start ]]; then builtin return; fi
  id=${text%%$'\n'*}
  text=${text#*$'\n'}
  if [[ $id == - ]]; then
    typeset -g __cotty_leaving=$text
    id=
    builtin return
  fi
  if [[ $id == "$__cotty_last_id" ]]; then id=; fi
  if [[ -z $id ]]; then builtin return; fi
  __cotty_last_id=$id
  __cotty_arrange
  if [[ -n $BUFFER ]]; then
    __cotty_aside=$BUFFER
    builtin zle .push-line
  fi
  POSTDISPLAY=
  if [[ -o bang_hist && $text == *[${histchars[1]-}${histchars[2]-}]* ]]; then
    typeset -g __cotty_histchars=$histchars
    histchars=$'\0\0'${histchars[3]-}
  fi
  __cotty_id=$id __cotty_text=$text
  BUFFER=$text
  CURSOR=$#BUFFER
}

# ---- installation -------------------------------------------------------------------------------------------------

# First prompt.
__cotty_start() { {
  local -i FUNCNEST=-1
  if (( ${#dis_builtins[@]} || ${+functions[builtin]} )); then __cotty_borrow; fi
  __cotty_install
  # zsh walks through the list as it was at the start; the last hook is not in it yet.
  __cotty_last
  if [[ -n $__cotty_borrowed ]]; then __cotty_give_back; fi
} 2>&"$__cotty_null" }

__cotty_install() {
  builtin emulate -L "${__cotty_sane[@]}"
  builtin zmodload zsh/mapfile zsh/parameter
  __cotty_arrange
  if [[ -o zle ]]; then
    builtin zmodload zsh/zleparameter
    builtin zle -N __cotty_line
    builtin zle -N __cotty_say
    local map
    for map in ${keymaps:#.safe}; do builtin bindkey -M $map "${__cotty_bindings[@]}"; done
  fi
}

# Of a shell that was given marks before, and has kept them, what they hold of the user's is kept.
if (( ${__cotty_fd-0} > 2 )); then exec {__cotty_fd}>&-; fi
if (( ${__cotty_null-0} > 2 )); then exec {__cotty_null}>&-; fi
# The tty's device may be another user's (`su`), or lie in a file system that is not ours (`chroot`).
if [[ -o interactive && -n $TTY ]] && builtin zmodload zsh/system && {
  builtin sysopen -o cloexec -rwu __cotty_fd -- "$TTY" || builtin sysopen -o cloexec -rwu __cotty_fd -- /dev/tty ||
    exec {__cotty_fd}>&2
} 2>/dev/null; then
  typeset -gi __cotty_n=0 __cotty_ran=0 __cotty_status=0 __cotty_reported=0 __cotty_at_prompt=0 __cotty_delivers=0 __cotty_sp=${__cotty_sp-0} __cotty_sp_given=0
  builtin sysopen -o cloexec -rwu __cotty_null -- /dev/null || __cotty_null=2
  typeset -g __cotty_builtin= __cotty_borrowed= __cotty_aside= __cotty_last_id= __cotty_trapping= __cotty_unseen= __cotty_stderr_elsewhere= __cotty_stopped_job=
  typeset -ga __cotty_off
  typeset -gi __cotty_told=0 __cotty_goes_on=0 __cotty_histcmd=0 __cotty_status_before=0 __cotty_correct=0 __cotty_correct_all=0
  typeset -g __cotty_pwd= __cotty_cwd= __cotty_encoded= __cotty_id= __cotty_text= __cotty_seen_trap=${__cotty_seen_trap-} __cotty_trap_set=${__cotty_trap_set-}
  typeset -gi __cotty_init_widgets=${__cotty_init_widgets-0} __cotty_finish_widgets=${__cotty_finish_widgets-0}
  typeset -ga precmd_functions preexec_functions
  precmd_functions+=(__cotty_start)
fi
