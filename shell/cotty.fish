# cotty shell integration for fish (3.2 and later). Sourced by a private init file, after the user's own configuration, or
# evaluated in a nested shell, with
#   __cotty_nonce    proof that a mark is ours; never exported. A variable no longer than this file needs it
#   __cotty_dir      directory with the command file; empty in a nested shell: lines come through the tty
# Why each hook is where it is: shell/README.md.

status is-interactive; or return

set -g __cotty_n 0
set -g __cotty_ran 0
set -g __cotty_delivered 0
set -g __cotty_shown 0
set -g __cotty_may_exit 0
set -g __cotty_exit_status 0
set -g __cotty_pwd
set -g __cotty_stash

# $argv[1] is a mark's body. The function alone remembers the nonce: `set` lists variables, and programs are given that list.
function __cotty_emit --inherit-variable __cotty_nonce
    builtin printf '\e]133;%s;cotty=%s.%s\a' $argv[1] $__cotty_nonce $__cotty_n
end

# ---- prompt cycle -------------------------------------------------------------------------------------------------

function __cotty_preexec --on-event fish_preexec
    set -g __cotty_ran 1
    # A line that may leave the shell gets its D with the next prompt: fish says postexec before it exits.
    set -g __cotty_may_exit 0
    switch "$argv[1]"
        case '*exit*'
            set -l unquoted (builtin string replace --all --regex "'[^']*'|\"[^\"]*\"" '' -- "$argv[1]")
            if builtin string match --quiet --regex '(^|[;&|(\n]|\b(and|or|not|begin|else|do)\b)\s*exit\b' -- "$unquoted"
                set -g __cotty_may_exit 1
            end
    end
    if test $__cotty_delivered = 1
        __cotty_emit C
    else
        # No pipelines in these hooks: fish takes a millisecond for one.
        set -l told (builtin string escape --style=url -- "$argv[1]")
        __cotty_emit "C;cmdline_url="(builtin string sub --length 12288 -- $told)
    end
end

# fish draws its ⏎ filler with the next prompt, so D is always in front of it.
function __cotty_postexec --on-event fish_postexec
    set -l exit_status $status
    # The line that brought this here said no C.
    test $__cotty_ran = 1; or return
    if test $__cotty_may_exit = 0
        __cotty_end $exit_status
    else
        set -g __cotty_exit_status $exit_status
    end
    # What stood on the line before a delivered one. Later than here (fish_prompt) fish would ignore it.
    if set -q __cotty_stash[1]
        __cotty_restore
    end
end

function __cotty_restore
    builtin commandline --replace -- (builtin string join \n -- $__cotty_stash | builtin string collect)
    builtin commandline --cursor $__cotty_stash_cursor
    set -g __cotty_stash
end

function __cotty_end
    __cotty_look
    __cotty_emit "D;$argv[1];cwd=$__cotty_cwd"
    set -g __cotty_n (builtin math $__cotty_n + 1)
    set -g __cotty_ran 0
    set -g __cotty_delivered 0
end

# A typed line with wrong syntax never runs, and stays on the line.
function __cotty_posterror --on-event fish_posterror
    __cotty_emit 'C;err=1'
    __cotty_end_failed
end

function __cotty_end_failed
    __cotty_end 127
    set -g __cotty_shown $__cotty_n
    __cotty_emit A
end

# Ctrl-C on a half-typed line.
function __cotty_cancel --on-event fish_cancel
    __cotty_emit D
    __cotty_emit A
end

function __cotty_look
    if test "$PWD" != "$__cotty_pwd"
        set -g __cotty_pwd $PWD
        set -g __cotty_cwd (builtin string escape --style=url -- $PWD)
    end
end

function __cotty_prompt --on-event fish_prompt
    __cotty_look
    if test $__cotty_ran = 1
        __cotty_end $__cotty_exit_status
    else if test $__cotty_n = 0
        set -g __cotty_n 1
    else if test $__cotty_shown = $__cotty_n
        # The same cycle shows its prompt again: Enter on an empty line.
        __cotty_emit D
    end
    set -g __cotty_shown $__cotty_n
    __cotty_emit "A;cwd=$__cotty_cwd"
    __cotty_wrap
    # Somebody may have erased all bindings.
    builtin bind --mode $fish_bind_mode \e\[9001~ __cotty_line
end

# Puts B at the end of whatever fish_prompt is now. Redraws repeat B with the same number.
function __cotty_wrap
    builtin functions --query fish_prompt; or return
    # The text tells; --details sometimes calls a function of an event handler "stdin".
    set -l body (builtin functions fish_prompt)
    if builtin string match --quiet '*__cotty_user_prompt*' -- $body
        return
    end
    builtin functions --erase __cotty_user_prompt
    builtin functions --copy fish_prompt __cotty_user_prompt
    function fish_prompt
        __cotty_user_prompt
        set -l facts
        set -l line (builtin commandline)
        if test -n "$line"
            set facts ';stash=1'
        end
        if builtin jobs --quiet
            set facts "$facts;jobs="(builtin count (builtin jobs --pid))
        end
        __cotty_emit "B$facts"
    end
end

# ---- line editor --------------------------------------------------------------------------------------------------

# ESC[9001~ : runs the content of the command file as if it had been typed, or what follows the key up to a line feed, with
# controls and backslashes as `\0ooo`.
function __cotty_line
    set -l text
    if test -n "$__cotty_dir"
        builtin read --null text <$__cotty_dir/command
        : >$__cotty_dir/command
    else
        # fish's own read would be a line editor here.
        set text (command sh -c 'IFS= read -r line; printf %b "$line"' </dev/tty | builtin string collect)
    end
    test -n "$text"; or return
    if builtin commandline | builtin string length --quiet
        set -g __cotty_stash (builtin commandline)
        set -g __cotty_stash_cursor (builtin commandline --cursor)
    end
    builtin commandline --replace -- $text
    # fish counts a backslash at the end as wrong, yet Enter goes on to the next line there.
    if builtin string match --quiet --regex '(?<!\\\\)(\\\\\\\\)*\\\\$' -- $text
        __cotty_continue
        return
    end
    builtin commandline --is-valid
    switch $status
        case 1
            __cotty_reject $text
        case 2
            __cotty_continue
        case '*'
            set -g __cotty_delivered 1
            builtin commandline --function execute
    end
end

# What Enter does on an unfinished line: it goes on below.
function __cotty_continue
    __cotty_emit 'A;k=s'
    builtin commandline --insert \n
end

# fish would leave a wrong line standing. Says what fish would have said, and clears it.
function __cotty_reject
    builtin commandline --replace -- ''
    builtin printf '\n'
    __cotty_emit 'C;err=1'
    set -l fish (status fish-path)
    builtin printf '%s\n' $argv[1] | command $fish --no-config --no-execute 2>&1
    __cotty_end_failed
    if set -q __cotty_stash[1]
        __cotty_restore
    end
    # A prompt of several lines is redrawn from its first one.
    builtin string repeat --no-newline --count (builtin math (builtin count (fish_prompt)) - 1) \n
    builtin commandline --function repaint
end

for __cotty_mode in default insert visual replace replace_one
    builtin bind --mode $__cotty_mode \e\[9001~ __cotty_line
end
set --erase __cotty_mode
set --erase __cotty_nonce
