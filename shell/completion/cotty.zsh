#compdef cotty
# Completion of cotty for zsh: eval "$(cotty completion zsh)", or this text in a file _cotty of your $fpath.
# What belongs where is asked of cotty itself; this file only speaks with zsh.

_cotty() {
  local -a lines entries
  local line place word about
  lines=("${(@f)$(${(Q)words[1]} completion words -- "${(@Q)words[2,CURRENT-1]}" "${(Q)PREFIX}" 2>/dev/null)}")
  place=$lines[1]
  case $place in
    files)
      compset -P '--[^=]##='
      _files
      ;;
    folders)
      compset -P '--[^=]##='
      _files -/
      ;;
    command\ *)
      # The words after "--" are a command line of their own.
      shift $((${place#command } + 1)) words
      ((CURRENT -= ${place#command } + 1))
      _normal
      ;;
    words)
      for line in "${(@)lines[2,-1]}"; do
        word=${line%%$'\t'*}
        about=${${line#$word}#$'\t'}
        entries+=("${word//:/\\:}${about:+:$about}")
      done
      ((${#entries})) && _describe -V cotty entries
      ;;
    *) return 1 ;;
  esac
}

# As a file of $fpath this text is the function's body at its first call; otherwise the function is registered.
if [[ ${zsh_eval_context[-1]} == loadautofunc ]]; then
  _cotty "$@"
else
  (($+functions[compdef])) || { autoload -Uz compinit && compinit -i -D; }
  compdef _cotty cotty
fi
