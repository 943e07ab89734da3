# cotty shell integration for fish (3.2 and later). Sourced by a private init file, after the user's own configuration, with
#   __cotty_nonce    proof that a mark is ours; never exported
#   __cotty_dir      directory with the command file
# Why each hook is where it is: shell/README.md.

status is-interactive; or return

set -g __cotty_n 0
set -g __cotty_ran 0
set -g __cotty_delivered 0
set -g __cotty_stash

# $argv[1] is a mark's body.
function __cotty_emit
    builtin printf '\e]133;%s;cotty=%s.%s\a' $argv[1] $__cotty_nonce $__cotty_n
end

# ---- prompt cycle -------------------------------------------------------------------------------------------------

function __cotty_preexec --on-event fish_preexec
    set -g __cotty_ran 1
    if test $__cotty_delivered = 1
        __cotty_emit C
    else
        __cotty_emit "C;cmdline_url="(builtin string escape --style=url -- "$argv[1]" | builtin string sub --length 12288)
    end
end

# fish draws its ⏎ filler with the next prompt, so D is always in front of it.
function __cotty_postexec --on-event fish_postexec
    set -l exit_status $status
    if test $__cotty_ran = 1
        __cotty_emit "D;$exit_status;cwd="(builtin string escape --style=url -- $PWD)
        set -g __cotty_n (math $__cotty_n + 1)
    end
    set -g __cotty_ran 0
    set -g __cotty_delivered 0
end

# A line with wrong syntax never runs.
function __cotty_posterror --on-event fish_posterror
    __cotty_emit 'C;err=1'
    __cotty_emit "D;127;cwd="(builtin string escape --style=url -- $PWD)
    set -g __cotty_n (math $__cotty_n + 1)
    set -g __cotty_delivered 0
end

# Ctrl-C on a half-typed line.
function __cotty_cancel --on-event fish_cancel
    __cotty_emit D
end

function __cotty_prompt --on-event fish_prompt
    test $__cotty_n = 0; and set -g __cotty_n 1
    __cotty_emit "A;cwd="(builtin string escape --style=url -- $PWD)
    __cotty_wrap
    if set -q __cotty_stash[1]
        builtin commandline --replace -- (builtin string join \n -- $__cotty_stash)
        set -g __cotty_stash
    end
end

# Puts B at the end of whatever fish_prompt is now. Redraws repeat B with the same number.
function __cotty_wrap
    functions --query fish_prompt; or return
    functions --details fish_prompt >/dev/null
    if functions fish_prompt | builtin string match --quiet '*__cotty_user_prompt*'
        return
    end
    functions --erase __cotty_user_prompt
    functions --copy fish_prompt __cotty_user_prompt
    function fish_prompt
        __cotty_user_prompt
        __cotty_emit B
    end
end

# ---- line editor --------------------------------------------------------------------------------------------------

# ESC[9001~ : runs the content of the command file as if it had been typed.
function __cotty_line
    set -l text
    builtin read --null text <$__cotty_dir/command
    : >$__cotty_dir/command
    test -n "$text"; or return
    if builtin commandline | builtin string length --quiet
        set -g __cotty_stash (builtin commandline)
    end
    builtin commandline --replace -- $text
    builtin commandline --is-valid
    if test $status = 2
        __cotty_emit 'A;k=s'
        return
    end
    set -g __cotty_delivered 1
    builtin commandline --function execute
end

for __cotty_mode in default insert visual replace replace_one
    bind --mode $__cotty_mode \e\[9001~ __cotty_line
end
set --erase __cotty_mode
