# shellcheck shell=sh
# cotty shell integration for POSIX shells: dash, ash, ksh. Sourced by a private $ENV file that has set
#   __cotty_nonce    proof that a mark is ours; never exported
# after the user's own $ENV file was read. These shells have no hooks, only a prompt that is expanded each time: so there is
# no C, and D comes with every prompt, also after an empty line. Why, and what that costs: shell/README.md.

__cotty_n=0
__cotty_id=
__cotty_esc=$(command -p printf '\033]133;')
__cotty_bel=$(command -p printf '\007')

# What a signal has killed has the status 256 + its number in ksh93, and 128 + its number in every other shell.
__cotty_status='$?'
case ${KSH_VERSION-} in Version*) __cotty_status='$(($? > 256 && $? <= 320 ? $? - 128 : $?))' ;; esac

# ${__cotty_on+…}${__cotty_on=}: no D in front of the very first prompt. What is read before the command file
# sets __cotty_id to its id, behind the number of the cycle: the id alone is said in that cycle only.
__cotty_d='${__cotty_on+${__cotty_esc}D;'$__cotty_status'${__cotty_id:+;id=${__cotty_id#$__cotty_n:}};cotty=$__cotty_nonce.$__cotty_n${__cotty_bel}}${__cotty_on=}'
__cotty_a='${__cotty_esc}A;cotty=$__cotty_nonce.$((__cotty_n=__cotty_n+1))${__cotty_bel}'
__cotty_b='${__cotty_esc}B;cotty=$__cotty_nonce.$__cotty_n${__cotty_bel}'
__cotty_k='${__cotty_esc}A;k=s;cotty=$__cotty_nonce.$__cotty_n${__cotty_bel}'

# Shells with a line editor of their own must be told what takes no room. Not every busybox tells its version.
__cotty_editor=${BB_ASH_VERSION-}${BASH_VERSION-}
case $(command -p readlink "/proc/$$/exe" 2>/dev/null) in *busybox*) __cotty_editor=busybox ;; esac
if [ -n "$__cotty_editor" ]; then
  __cotty_d="\\[$__cotty_d" __cotty_a="$__cotty_a\\]" __cotty_b="\\[$__cotty_b\\]" __cotty_k="\\[$__cotty_k\\]"
fi
# mksh counts nothing between two characters like the first one, where a carriage return is the second. The user's prompt may begin so itself.
__cotty_return=
case ${KSH_VERSION-} in
  *MIRBSD* | *LEGACY*)
    __cotty_return=$(command -p printf '\r') __cotty_unused=$(command -p printf '\037')
    __cotty_d='${__cotty_quote}${__cotty_return}${__cotty_quote}'$__cotty_d __cotty_a=$__cotty_a'${__cotty_quote}'
    __cotty_b='${__cotty_quote}'$__cotty_b'${__cotty_quote}'
    ;;
esac
__cotty_unquote() {
  __cotty_plain=$1
  case $__cotty_return in '') return ;; esac
  case $1 in ?"$__cotty_return"*) __cotty_plain=${1#??} __cotty_quote=${1%"${1#?}"} ;; esac
}

# Puts the marks around PS1, also where the user has set it anew, or has put something in front of it or behind. $? stays.
__cotty_before=$__cotty_d$__cotty_a __cotty_behind=$__cotty_b
__cotty_wrap() {
  set -- "$?"
  case ${PS1-} in
    "$__cotty_before"*"$__cotty_behind") ;;
    *"$__cotty_before"*"$__cotty_behind"*)
      __cotty_unquote "${PS1%%"$__cotty_before"*}"
      set -- "$1" "$__cotty_plain" "${PS1#*"$__cotty_before"}"
      PS1=$__cotty_before$2${3%%"$__cotty_behind"*}${3#*"$__cotty_behind"}$__cotty_behind
      ;;
    # Of others, e.g. of another time, once is enough.
    *__cotty_nonce*) ;;
    *)
      __cotty_quote=${__cotty_unused-}
      __cotty_unquote "${PS1-}"
      PS1=$__cotty_before$__cotty_plain$__cotty_behind
      ;;
  esac
  return "$1"
}
__cotty_wrap
# ksh93 and mksh show PS2 as it stands.
case ${PS2-}:${KSH_VERSION-} in
  *__cotty_nonce*) ;;
  *:) PS2=$__cotty_k${PS2-} ;;
esac
unset __cotty_editor __cotty_status __cotty_d __cotty_a __cotty_b __cotty_k
