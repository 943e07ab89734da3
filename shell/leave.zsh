# Takes cotty's shell integration out of a zsh at its prompt, which is then as it was before. Evaluated by a widget of ours.
# `__cotty_was` holds the parameters that were there before, where that is known.
() {
  local name map key widget
  precmd_functions=(${precmd_functions:#__cotty_*})
  preexec_functions=(${preexec_functions:#__cotty_*})
  for name in precmd_functions preexec_functions; do
    if (( ! ${(P)#name} && ! ${+__cotty_was[$name]} )); then unset $name; fi
  done
  if (( ${+__cotty_was[HISTORY_IGNORE]} )); then HISTORY_IGNORE=${__cotty_was[HISTORY_IGNORE]}
  elif [[ ${HISTORY_IGNORE-} == *cotty=* ]]; then unset HISTORY_IGNORE; fi
  if [[ ${functions[precmd]-} == *__cotty_first* ]]; then
    if [[ -n ${__cotty_own_precmd-} ]]; then functions[precmd]="$__cotty_own_precmd"; else unfunction precmd; fi
  fi
  if [[ ${functions[preexec]-} == *__cotty_preexec* ]]; then functions[preexec]="$__cotty_own_preexec"; fi
  if [[ -n ${__cotty_trap_set-} ]]; then
    if [[ ${functions[TRAPDEBUG]-} == *__cotty_* ]]; then functions[TRAPDEBUG]="$__cotty_own_trap"
    elif [[ -n ${__cotty_own_trap-} ]]; then trap -- "$__cotty_own_trap" DEBUG; fi
  fi
  local hook kept counter
  for hook in init finish; do
    kept=__cotty_user_line_$hook counter=__cotty_${hook}_widgets
    if [[ ${widgets[zle-line-$hook]-} == user:__cotty_line_$hook ]]; then
      if (( ${(P)counter} )); then zle -A $kept${(P)counter} zle-line-$hook; else zle -D zle-line-$hook; fi
    fi
    # Whoever put a widget in front of ours calls what was there before. (zsh 5.9 looks for values among widgets that were deleted, too, and ends by
    # SIGSEGV: so only names are looked for.)
    for name in ${(k)widgets[(I)*]}; do
      if [[ ${widgets[$name]-} != user:__cotty_line_$hook ]]; then continue; fi
      if (( ${(P)counter} > 1 )); then zle -A $kept$((${(P)counter} - 1)) $name; else zle -D $name; fi
    done
    for name in ${(k)widgets[(I)$kept<->]}; do zle -D $name; done
  done
  for map in ${keymaps:#.safe}; do
    for key widget in "${__cotty_bindings[@]}"; do bindkey -M $map -r $key; done
  done
  if (( ${+widgets[__cotty_say]} )); then zle -D __cotty_say; fi
  # Of a widget that runs zsh would go on in memory it has freed: it goes when the next one does, before the screen is drawn.
  if (( ${+widgets[zle-line-pre-redraw]} )); then zle -A zle-line-pre-redraw __cotty_redraw; fi
  zle -N zle-line-pre-redraw __cotty_gone
}
if [[ -n $__cotty_borrowed ]]; then __cotty_give_back; fi
\builtin print -rnu "$__cotty_fd" -- $'\e]133;'"Y;left=1;cotty=$__cotty_nonce.$__cotty_n"$'\a'
if (( __cotty_null > 2 )); then exec {__cotty_null}>&-; fi
if (( __cotty_fd > 2 )); then exec {__cotty_fd}>&-; fi
if [[ -n ${__cotty_was[unload]-} ]]; then \builtin zmodload -u ${=__cotty_was[unload]}; fi
\builtin unfunction -m '__cotty_*'
\builtin unset -m '__cotty_*'
__cotty_gone() {
  zle -D __cotty_line
  if (( ${+widgets[__cotty_redraw]} )); then
    zle -A __cotty_redraw zle-line-pre-redraw
    zle -D __cotty_redraw
    zle zle-line-pre-redraw
  else
    zle -D zle-line-pre-redraw
  fi
  unfunction __cotty_gone
}
