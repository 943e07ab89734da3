# Completion of cotty for bash 3.2 and later: eval "$(cotty completion bash)"
# What belongs where is asked of cotty itself; this file only speaks with readline.

_cotty() {
  local program=$1 rest=${COMP_LINE:0:COMP_POINT} typed words=() count=0 i part

  # readline also breaks words at ":" and "=", which session ids and options contain; the line says which parts are one word.
  for ((i = 0; i <= COMP_CWORD; i++)); do
    if ((i == 0)) || [[ $rest == [[:space:]]* ]]; then
      rest=${rest#"${rest%%[![:space:]]*}"}
      count=$((count + 1))
      words[count - 1]=
    fi
    part=${COMP_WORDS[i]}
    # Only what stands before the cursor.
    if ((i == COMP_CWORD)); then part=$rest; fi
    words[count - 1]+=$part
    rest=${rest#"$part"}
  done

  # What readline keeps of the word being typed, and what it replaces. Within quotes it does not break words.
  typed=${words[count - 1]}
  local kept='' break isQuoted=
  case $typed in
    [\"\']*)
      typed=${typed:1}
      isQuoted=1
      ;;
    *)
      for break in : =; do
        [[ $COMP_WORDBREAKS == *"$break"* && $typed == *"$break"* ]] || continue
        part=${typed%"${typed##*"$break"}"}
        if ((${#part} > ${#kept})); then kept=$part; fi
      done
      ;;
  esac
  words[count - 1]=$typed

  type -P -- "$program" >/dev/null || program=cotty
  COMPREPLY=()
  local place='' word
  while IFS= read -r part; do
    if [[ -z $place ]]; then
      place=$part
      continue
    fi
    word=${part%%$'\t'*}
    [[ $word == "${typed//\\/}"* ]] || continue
    if [[ -z $isQuoted ]]; then printf -v word %q "$word"; fi
    COMPREPLY[${#COMPREPLY[@]}]=${word#"$kept"}
  done < <("$program" completion words -- "${words[@]:1}" 2>/dev/null)

  case $place in
    files) compopt -o default 2>/dev/null || _cotty_paths -f "${typed#"$kept"}" ;;
    folders) compopt -o dirnames 2>/dev/null || _cotty_paths -d "${typed#"$kept"}" ;;
    command*) _cotty_command "${typed#"$kept"}" ;;
  esac
}

# bash 3.2 cannot leave paths to readline.
_cotty_paths() {
  local path
  while IFS= read -r path; do COMPREPLY[${#COMPREPLY[@]}]=$path; done < <(compgen "$1" -- "$2")
}

# The words after "--" are a command line of their own.
_cotty_command() {
  local i first=0
  for ((i = 1; i < COMP_CWORD; i++)); do
    if [[ ${COMP_WORDS[i]} == -- ]]; then
      first=$((i + 1))
      break
    fi
  done
  if declare -F _command_offset >/dev/null; then
    _command_offset "$first"
  elif ((COMP_CWORD == first)) && [[ $1 != */* ]]; then
    _cotty_paths -c "$1"
  else
    compopt -o default 2>/dev/null || _cotty_paths -f "$1"
  fi
}

complete -o nosort -F _cotty cotty 2>/dev/null || complete -F _cotty cotty
