# shellcheck shell=bash
# Takes cotty's shell integration out of a bash at its prompt, which is then as it was before. `__cotty_seen_trap` holds what `trap -p DEBUG`
# says outside of functions, `__cotty_was_NAME` what `declare -p` said of variables before, where that is known.
__cotty_leave() {
  builtin local ps1 ps2 ps0 name map key later=
  __cotty_unwrap
  __cotty_leave_later
  __cotty_put_back PS1 "$ps1"
  __cotty_put_back PS2 "$ps2"
  __cotty_leave_commands
  __cotty_leave_trap
  for map in emacs-standard vi-insert vi-command; do
    for key in '\e['{9001,9002,9003,9004,9005,9006,9007,9008}'~' '\C-^\C-g' '\C-^\C-^\C-g' '\e\C-^\C-g'; do builtin bind -m "$map" -r "$key"; done
  done
  __cotty_emit 'Y;left=1'
  builtin local IFS=$'\n'
  builtin unset -f $(builtin compgen -A function __cotty_)
  builtin unset -v ${!__cotty_@}
}

# bash has a pointer to the text of PS0 while a line is edited, and shows what is there then when the line is accepted: PS0, which expands to
# what it was before, is put back by the first command that runs. `later`: what that does.
__cotty_leave_later() {
  builtin local was="${__cotty_was_PS0-}"
  # What was not there before is not left empty either.
  if [[ ${PS0-} == "$ps0" && -n $was$ps0 || -z ${PS0+x} ]]; then builtin return 0; fi
  if [[ -z $was && -z $ps0 ]]; then later='builtin unset -v PS0'
  elif [[ -n $was ]] && __cotty_was_so PS0 "$ps0" "$was"; then later=${was/#declare /builtin declare -g }
  else later="builtin printf -v PS0 %s ${ps0@Q}"; fi
}

# What the user has set meanwhile stays. $1: name, $2: value without our marks.
__cotty_put_back() {
  builtin local was="__cotty_was_$1"
  was=${!was-}
  if [[ -z $was && -z $2 ]]; then builtin unset -v "$1"
  elif [[ -n $was ]] && __cotty_was_so "$1" "$2" "$was"; then builtin eval "${was/#declare /declare -g }"
  else builtin printf -v "$1" %s "$2"; fi
}

# The declaration makes a local variable here.
__cotty_was_so() {
  builtin eval "builtin $3"
  [[ ${!1} == "$2" ]]
}

__cotty_leave_commands() {
  builtin local part own was="${__cotty_was_PROMPT_COMMAND-}"
  own=()
  for part in ${PROMPT_COMMAND[@]+"${PROMPT_COMMAND[@]}"}; do
    part=${part#"$__cotty_hook_first"$'\n'}
    part=${part%$'\n'"$__cotty_hook_last"}
    case $part in "$__cotty_hook_first" | "$__cotty_hook_last" | __cotty_first | '' | :) continue ;; esac
    __cotty_without_hooks
    own+=("$part")
  done
  if [[ -n $was ]] && __cotty_had_commands; then builtin unset -v PROMPT_COMMAND && builtin eval "${was/#declare /declare -g }"
  else
    builtin unset -v PROMPT_COMMAND || builtin return 0
    case ${#own[@]} in
      0) ;;
      1) builtin printf -v PROMPT_COMMAND %s "${own[0]}" ;;
      *) PROMPT_COMMAND=("${own[@]}") ;;
    esac
  fi
}

__cotty_had_commands() {
  builtin local part before
  before=()
  builtin eval "builtin $was"
  for part in ${PROMPT_COMMAND[@]+"${PROMPT_COMMAND[@]}"}; do
    case $part in '' | :) ;; *) before+=("$part") ;; esac
  done
  [[ ${#before[@]} == "${#own[@]}" && "${before[*]-}" == "${own[*]-}" ]]
}

__cotty_leave_trap() {
  builtin local text="$__cotty_seen_trap" again=
  case $text:$later in *__cotty_*:* | *:?*) ;; *) builtin return 0 ;; esac
  text=${text#*\'}
  text=${text%\'*}
  text=${text//"'\\''"/"'"}
  # The user's own stands there twice.
  case $text in
    "$__cotty_before_trap"* | "$__cotty_before_debug"*)
      text=${text#"$__cotty_before_trap"} text=${text#"$__cotty_before_debug"} text=${text%"$__cotty_behind_trap"}
      text=${text:0:(${#text}-${#__cotty_within_trap})/2}
      ;;
    '__cotty_debug "$_"') text= ;;
  esac
  if [[ -n $later ]]; then
    # By a function whose last argument is $_, which the line then finds. Traced, it can take its trap away. A trap of the user's finds $?.
    if [[ -n $text ]]; then again="builtin trap -- ${text@Q} DEBUG; builtin unset -f cotty_later; builtin return \"\$1\""
    else again='builtin trap - DEBUG; builtin unset -f cotty_later'; fi
    builtin eval "cotty_later() { $later; $again; }"
    builtin declare -ft cotty_later
    # Keys whose commands bash itself runs are pressed while the line is edited.
    text='case ${READLINE_LINE+x} in x) ;; *) cotty_later "$?" "$_" ;; esac'${text:+$'\n'$text}
  fi
  if [[ -n $text ]]; then builtin trap -- "$text" DEBUG; else builtin trap - DEBUG; fi
}

__cotty_leave
