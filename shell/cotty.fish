# cotty shell integration for fish (3.2 and later). Sourced by a private init file, after the user's own configuration, or
# evaluated in a nested shell, with
#   __cotty_nonce    proof that a mark is ours; never exported. A variable no longer than this file needs it
#   __cotty_dir      directory with the command file; empty in a nested shell: lines come through the tty
# Why each hook is where it is: shell/README.md.

status is-interactive; or return

set -g __cotty_n 0
set -g __cotty_ran 0
set -g __cotty_line_run
set -g __cotty_id
# The delivered line that was taken last.
set -g __cotty_took
set -g __cotty_text
set -g __cotty_open 0
set -g __cotty_shown 0
set -g __cotty_may_exit 0
set -g __cotty_exit_status
set -g __cotty_drawn 0
set -g __cotty_deferred 0
# A line was said to be wrong, and not yet that it is over.
set -g __cotty_refused 0
set -g __cotty_pwd
set -g __cotty_stash
set -g __cotty_jobs

# $argv[1] is a mark's body. The function alone remembers the nonce: `set` lists variables, and programs are given that list.
function __cotty_emit --inherit-variable __cotty_nonce
    builtin printf '\e]133;%s;cotty=%s.%s\a' $argv[1] $__cotty_nonce $__cotty_n
end

# The same with the id of the delivered command whose mark it is. $argv[2] is what follows the id.
function __cotty_emit_named
    if test -n "$__cotty_id"
        __cotty_emit "$argv[1];id=$__cotty_id$argv[2]"
    else
        __cotty_emit "$argv[1]$argv[2]"
    end
end

# ---- prompt cycle -------------------------------------------------------------------------------------------------

# Called last of those who are told, so that what the others print does not count as output.
function __cotty_started
    __cotty_is_at_prompt; or return
    # Another handler emits this: between two lines a prompt is drawn, whatever Ctrl-C has met.
    if test $__cotty_drawn = 0
        test $__cotty_ran = 1; or __cotty_is_wrapped; and return
    end
    __cotty_catch_up
    set -g __cotty_deferred 0
    set -g __cotty_exit_status
    set -g __cotty_line_run "$argv[1]"
    # A line that may leave the shell gets its D with the next prompt: fish says postexec before it exits.
    set -g __cotty_may_exit 0
    switch "$argv[1]"
        case '*exit*'
            set -l unquoted (builtin string replace --all --regex "'[^']*'|\"[^\"]*\"" '' -- "$argv[1]")
            if builtin string match --quiet --regex '(^|[;&|(\n]|\b(and|or|not|begin|else|do)\b)\s*exit\b' -- "$unquoted"
                set -g __cotty_may_exit 1
            end
        case '' '#*' ' *' \t'*' \n'*'
            # They leave $status as it was.
            if __cotty_is_nothing "$argv[1]"
                set -g __cotty_ran 2
                return
            end
    end
    __cotty_check_line "$argv[1]"
    if test -n "$__cotty_id"
        __cotty_emit "C;id=$__cotty_id"
    else
        # No pipelines in these hooks: fish takes a millisecond for one.
        set -l told (builtin string escape --style=url -- "$argv[1]")
        __cotty_emit "C;cmdline_url="(builtin string sub --length 12288 -- $told)
    end
    set -g __cotty_ran 1
    set -g __cotty_drawn 0
end

# Blanks and comments run nothing.
function __cotty_is_nothing
    builtin string match --quiet --regex '^(\s*(#[^\n]*)?(\n|$))*$' -- "$argv[1]"
end

# A line that is not the delivered one ($argv[1]) ran in its place. An unfinished one stays in the editor, where somebody may have finished
# it, or thrown it away for another.
function __cotty_check_line
    test -n "$__cotty_id" -a "$argv[1]" != "$__cotty_text"; or return
    if test $__cotty_open = 1
        set -l length (builtin string length -- "$__cotty_text")
        set -l beginning (builtin string sub --length "$length[1]" -- "$argv[1]" | builtin string collect)
        test "$beginning" = "$__cotty_text"; and return
    end
    __cotty_emit "D;dropped=1;id=$__cotty_id"
    set -g __cotty_id
end

# The events can be emitted by any command; of a running one fish tells the name here.
function __cotty_is_at_prompt
    test (status current-command) = fish
end

# fish draws its ⏎ filler with the next prompt, so D is always in front of it.
function __cotty_postexec --on-event fish_postexec
    set -l exit_status $status
    # Ctrl-C met a hook in front of ours: fish tells no other one of the line then, and runs it all the same.
    if test $__cotty_ran = 0 -a -n "$__cotty_id" -a "$argv[1]" = "$__cotty_text"; and __cotty_is_at_prompt
        __cotty_end "$exit_status;unsaid=1"
        return
    end
    # The line that brought this here said no C; or a command emits the event by hand.
    test $__cotty_ran != 0 -a "$argv[1]" = "$__cotty_line_run"; or return
    if test $__cotty_ran = 2
        # The prompt that comes says that nothing ran.
        set -g __cotty_ran 0
        return
    end
    set -g __cotty_exit_status $exit_status
    if builtin jobs --quiet; and __cotty_is_stopped "$argv[1]"
        # $status is that of something before it.
        set -g __cotty_may_exit 0
        __cotty_end ';stopped=1'
    else if test $__cotty_may_exit = 0
        __cotty_end $exit_status
    end
    # What stood on the line before a delivered one. Later than here (fish_prompt) fish would ignore it.
    if set -q __cotty_stash[1]
        __cotty_restore
    end
end

# fish calls handlers in the order of their definition, and what the user's print is no output of the line: those who were there before ours
# are defined again, as they are.
for __cotty_name in (builtin functions --handlers-type=generic | builtin string replace --filter --regex '^fish_postexec (?!__cotty_postexec$)' '')
    builtin functions -- $__cotty_name | builtin source
end
set --erase __cotty_name

# Whether the line ($argv[1]) began a job that was stopped instead of ended: one that was not there at the prompt, or that `fg` gave the
# terminal to. Background jobs stop for themselves. fish says `stopped` in the user's language.
function __cotty_is_stopped
    set -l word (_ stopped)
    set -l stopped (builtin jobs | builtin string replace --filter --regex '^\d+\t(\d+)\t([^\t]*%\t)?(stopped|'(builtin string escape --style=regex -- $word)')\t.*' '$1')
    set -q stopped[1]; or return 1
    for job in $stopped
        contains -- $job $__cotty_jobs $last_pid; or return 0
    end
    test "$__cotty_exit_status" = 0; or return 1
    builtin string match --quiet --regex '(^|[\s;&|(])fg($|[\s;&|)])' -- "$argv[1]"
end

function __cotty_restore
    builtin commandline --replace -- (builtin string join \n -- $__cotty_stash | builtin string collect)
    builtin commandline --cursor $__cotty_stash_cursor
    set -g __cotty_stash
end

function __cotty_end
    __cotty_look
    __cotty_emit_named "D;$argv[1]" ";cwd=$__cotty_cwd"
    set -g __cotty_n (builtin math $__cotty_n + 1)
    set -g __cotty_ran 0
    set -g __cotty_id
end

# Ctrl-C cancels whatever function it meets, also these: says the end of a command that should have been said by now.
function __cotty_catch_up
    test $__cotty_ran = 1; or return
    set -q __cotty_exit_status[1]; or set -g __cotty_exit_status 130
    __cotty_end $__cotty_exit_status
end

# A typed line with wrong syntax never runs, and stays on the line.
function __cotty_posterror --on-event fish_posterror
    test $__cotty_ran = 0; or return
    __cotty_check_line "$argv[1]"
    set -g __cotty_refused 1
    __cotty_emit_named 'C;err=1'
    __cotty_end_failed
end

# Ctrl-C may cancel it, and whoever calls it, anywhere: __cotty_refused is the last to change, and an end that is said twice counts once.
function __cotty_end_failed
    __cotty_end 127
    set -g __cotty_refused 0
    set -g __cotty_shown $__cotty_n
    __cotty_emit A
end

# Ctrl-C on a half-typed line.
function __cotty_cancel --on-event fish_cancel
    test $__cotty_ran = 0; or return
    test "$__cotty_refused" = 1; and __cotty_end_failed
    __cotty_emit_named D
    set -g __cotty_id
    __cotty_emit A
    # fish 4 clears the line where it stands, below the same prompt.
    builtin string match --quiet '3.*' -- $version; or builtin commandline --function repaint
end

function __cotty_look
    if test "$PWD" != "$__cotty_pwd"
        set -g __cotty_pwd $PWD
        set -g __cotty_cwd (builtin string escape --style=url -- $PWD)
    end
end

function __cotty_prompt --on-event fish_prompt
    set -l exit_status $status
    __cotty_is_at_prompt; or return
    # The line has not been said to begin, or to end, and what would be told of that is there: another handler emits this before us. If it is
    # the prompt all the same, because Ctrl-C has met those, fish_prompt comes next.
    if builtin functions --query __cotty_preexec __cotty_postexec
        test $__cotty_ran = 1; and not set -q __cotty_exit_status[1]; and return
        if test $__cotty_ran = 0 -a -n "$__cotty_id"; and not __cotty_is_nothing "$__cotty_text"
            set -g __cotty_deferred 1
            return
        end
    end
    __cotty_prompt_comes $exit_status
end

# $argv[1] is the status of the line before.
function __cotty_prompt_comes
    set -e __cotty_redraws
    set -l exit_status $argv[1]
    __cotty_look
    if test $__cotty_ran = 1
        # Somebody may have erased the function that would have been told before.
        set -q __cotty_exit_status[1]; and set exit_status $__cotty_exit_status
        __cotty_end $exit_status
    else if test $__cotty_n = 0
        set -g __cotty_n 1
        # fish calls them in the order of their definition, and has its own ones from the first prompt on.
        function __cotty_preexec --on-event fish_preexec
            __cotty_started $argv
        end
    else if test -n "$__cotty_id"; and not builtin functions --query __cotty_preexec; and builtin string match --quiet --regex '\S' -- "$__cotty_text"
        # It ran, and nothing was there to say so.
        __cotty_end $exit_status
    else if test $__cotty_shown = $__cotty_n
        # The same cycle shows its prompt again: Enter on a line with nothing to run.
        __cotty_emit_named D
        set -g __cotty_id
    end
    set -g __cotty_ran 0
    set -g __cotty_deferred 0
    set -g __cotty_shown $__cotty_n
    __cotty_emit "A;cwd=$__cotty_cwd"
    __cotty_wrap
    # Somebody may have erased all bindings.
    __cotty_bind $fish_bind_mode
end

# The text tells; --details sometimes calls a function of an event handler "stdin".
function __cotty_is_wrapped
    set -l body (builtin functions fish_prompt)
    builtin string match --quiet '*__cotty_user_prompt*' -- $body
end

# fish itself draws its prompt, by a command substitution as this is one.
function __cotty_is_drawn
    set -l trace (status print-stack-trace)
    test "$trace[1]" = "$trace[-1]"
end

function __cotty_return
    return $argv[1]
end

# Puts B at the end of whatever fish_prompt is now. Redraws repeat B with the same number.
function __cotty_wrap
    # Without one fish shows this by itself, which would carry no mark.
    if not builtin functions --query fish_prompt
        function fish_prompt
            builtin printf '%s@%s %s > ' "$USER" $hostname $PWD
        end
    end
    if __cotty_is_wrapped
        # What the user had is gone for good when it was erased with the rest.
        builtin functions --query __cotty_user_prompt; and return
        function __cotty_user_prompt
            builtin printf '%s> ' $PWD
        end
        return
    end
    builtin functions --erase __cotty_user_prompt
    builtin functions --copy fish_prompt __cotty_user_prompt
    function fish_prompt
        set -l exit_status $status
        set -l exit_statuses $pipestatus
        set -g __cotty_drawn 1
        # All of ours may be erased, the user's prompt among it: then fish still shows that it reads.
        if not builtin functions --query __cotty_user_prompt __cotty_prompt __cotty_emit
            builtin printf '%s> ' $PWD
            return
        end
        test "$__cotty_refused" = 1; and __cotty_is_drawn; and __cotty_end_failed
        # The user's prompt sees how the line has ended.
        if not builtin functions --query __cotty_return
            __cotty_user_prompt
        else if set -q exit_statuses[2]
            builtin eval (builtin string join ' | ' "__cotty_return "$exit_statuses)'; __cotty_user_prompt'
        else
            __cotty_return $exit_status
            __cotty_user_prompt
        end
        # Another handler shows it, before the end of the line was told.
        if test $__cotty_ran = 1; and not set -q __cotty_exit_status[1]; and not __cotty_is_drawn
            return
        end
        # Ctrl-C may have cancelled what comes before a prompt.
        if test $__cotty_ran != 0 -o $__cotty_shown != $__cotty_n -o $__cotty_deferred = 1
            __cotty_prompt_comes $exit_status
        end
        set -l facts ';key=0;csi=u'
        if builtin functions --query __cotty_line
            set facts ';key=2;csi=u'
        end
        set -l line (builtin commandline)
        if test -n "$line"
            set facts "$facts;stash=1"
        end
        # Because somebody has asked what stands there, and it still does: an Enter that came since is not answered by this.
        if set -q __cotty_redraws
            set line (builtin commandline --current-buffer | builtin string collect)
            if test "$__cotty_redraws" = "$__cotty_n $line"
                set facts "$facts;again=1"
            end
            set -e __cotty_redraws
        end
        set -g __cotty_jobs
        if builtin jobs --quiet
            set -g __cotty_jobs (builtin jobs --group)
            set facts "$facts;jobs="(builtin count (builtin jobs --pid))
        end
        __cotty_emit "B$facts"
    end
end

# ---- line editor --------------------------------------------------------------------------------------------------

# ESC[1049004u, which comes before ESC[1049001u, closes a list of completions or a search: its field would take the line; and a paste whose
# end Ctrl-C has thrown away, which would take all keys for text. fish 4 knows no function keys as ESC[9001~, which older versions of cotty
# press; they may still hold the terminal.
function __cotty_bind
    for key in \e\[1049004u \e\[9004~
        builtin bind --mode $argv[1] $key cancel
        builtin bind --mode paste $key __fish_stop_bracketed_paste
    end
    for key in \e\[1049001u \e\[9001~
        builtin bind --mode $argv[1] $key __cotty_line
    end
    for key in \e\[1049005u \e\[9005~
        builtin bind --mode $argv[1] $key expand-abbr
    end
    for key in \e\[1049002u \e\[9002~
        builtin bind --mode $argv[1] $key __cotty_say
    end
end

# ESC[1049002u asks where the shell stands, while by its marks it runs a command: inside of a `read` this is so, and said once more; at a
# prompt whose hooks are gone the missing marks are said. Nothing tells the status any more.
function __cotty_say
    if not __cotty_is_at_prompt
        test "$__cotty_ran" = 1; and __cotty_emit C
        return
    end
    if test "$__cotty_ran" = 1
        __cotty_emit_named D ";cwd=$__cotty_cwd"
        set -g __cotty_n (builtin math $__cotty_n + 1)
        set -g __cotty_ran 0
        set -g __cotty_id
        set -g __cotty_shown $__cotty_n
    end
    test "$__cotty_refused" = 1; and __cotty_end_failed
    __cotty_emit A
    __cotty_wrap
    builtin commandline --function repaint
end

# `?` in place of an id asks what stands on the line, as Enter would take it: ESC[1049005u has expanded the abbreviation at its end. While a
# list or a search has the keys Enter takes no line.
function __cotty_tell
    __cotty_is_at_prompt; or return
    set -l line (builtin commandline --current-buffer | builtin string collect)
    set -l told
    if not builtin commandline --paging-mode
        if test (builtin string length -- "$line")[1] -le 8192
            set told ";line="(builtin string escape --style=url -- "$line" | builtin string collect)
        end
        # Drawn by the line editor itself, when it has the keys again: a ^C before that would be for this function, and lost.
        if test -n "$line"
            set -g __cotty_redraws "$__cotty_n $line"
        end
        builtin commandline --function repaint
    end
    __cotty_emit "Y$told;took=$__cotty_took"
end

# ESC[1049001u : runs the delivered command as if it had been typed: its id and line stand in the command file, or follow the key up to a
# line feed, with controls and backslashes as `\0ooo`.
function __cotty_line --inherit-variable __cotty_dir
    set -l id
    set -l text
    if test -n "$__cotty_dir"
        builtin read --null --delimiter \n id text <$__cotty_dir/command
        : >$__cotty_dir/command
    else
        # fish's own read would be a line editor here.
        set -l told (command sh -c 'IFS= read -r line; printf %b "$line"' </dev/tty)
        set id $told[1]
        set text (builtin string join \n -- $told[2..-1] | builtin string collect)
    end
    test -n "$id"; or return
    if test "$id" = '?'
        __cotty_tell
        return
    end
    # A `read` of fish edits its line with the same keys.
    __cotty_is_at_prompt; or return
    if test "$id" = -
        # Takes us out.
        builtin eval $text
        return
    end
    __cotty_catch_up
    test "$__cotty_refused" = 1; and __cotty_end_failed
    # A list that was searched for in the background may have come up again: Enter would choose from it. (One that comes later
    # yet makes another line run, which __cotty_preexec finds out.)
    builtin commandline --paging-mode; and return
    if builtin commandline | builtin string length --quiet
        set -g __cotty_stash (builtin commandline)
        set -g __cotty_stash_cursor (builtin commandline --cursor)
    end
    set -g __cotty_id $id
    set -g __cotty_took $id
    set -g __cotty_text "$text"
    set -g __cotty_open 0
    builtin commandline --replace -- "$text"
    # fish counts a backslash at the end as wrong, yet Enter goes on to the next line there; but not where it ends a comment.
    if builtin string match --quiet --regex '(?<!\\\\)(\\\\\\\\)*\\\\\z' -- "$text"; and not __cotty_ends_in_comment "$text"
        __cotty_continue
        return
    end
    # Of an empty line fish says that it is wrong.
    if test -z "$text"
        builtin commandline --function execute
        return
    end
    builtin commandline --is-valid
    switch $status
        case 1
            __cotty_reject "$text"
        case 2
            __cotty_continue
        case '*'
            if __cotty_has_abbreviations
                set -g __cotty_text "$text "
                builtin commandline --replace -- "$__cotty_text"
            end
            builtin commandline --function execute
    end
end

# Whether a text that ends in a backslash ends in a comment. There a letter in place of the backslash changes no word, and on the next line
# it is one; behind wrong syntax fish reads neither.
function __cotty_ends_in_comment
    set -l told
    for end in '' a \na
        builtin commandline --replace -- (builtin string replace --regex '\\\\\z' "$end" -- "$argv[1]" | builtin string collect)
        set -l words (builtin commandline --current-buffer --tokenize)
        set told $told "$words"
    end
    builtin commandline --replace -- "$argv[1]"
    test "$told[1]" = "$told[2]"; and test "$told[1]" != "$told[3]"
end

# Enter expands an abbreviation that ends at the cursor, and a delivered line is to run as it was given. Where there are any it gets a blank
# at its end, which changes nothing, and which the history leaves out. Which words they match is not ours to say.
function __cotty_has_abbreviations
    if builtin --query abbr
        set -l names (builtin abbr --list)
        set -q names[1]
    else
        builtin string match --quiet '_fish_abbr_*' -- (builtin set --names)
    end
end

# What Enter does on an unfinished line: it goes on below.
function __cotty_continue
    set -g __cotty_open 1
    __cotty_emit_named 'A;k=s'
    builtin commandline --insert \n
end

# fish would leave a wrong line standing. Says what fish would have said, and clears it.
function __cotty_reject
    builtin commandline --replace -- ''
    builtin printf '\n'
    set -g __cotty_refused 1
    __cotty_emit_named 'C;err=1'
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
    __cotty_bind $__cotty_mode
end
set --erase __cotty_mode
set --erase __cotty_nonce
