# Completion of cotty for fish 3.2 and later: cotty completion fish > ~/.config/fish/completions/cotty.fish
# What belongs where is asked of cotty itself; this file only speaks with fish.

function __cotty_complete
    set -l words (commandline -opc)
    set -l typed (commandline -ct | string collect)
    set -l program $words[1]
    set -e words[1]
    set -l lines ($program completion words -- $words "$typed" 2>/dev/null)
    set -l place (string split ' ' -- $lines[1])
    set -e lines[1]
    # `--option=` stays as it is before a path.
    set -l option (string replace -r -- '^(--[^=]+=)?.*' '$1' "$typed")
    set -l path (string replace -r -- '^--[^=]+=' '' "$typed")
    switch "$place[1]"
        case words
            # Within quotes fish holds candidates against nothing, and may put one in place of what was typed.
            if string match -qr -- '["\']' "$typed"
                set -l begin (string unescape -- "$typed" | string collect)
                set lines (string match -r -- '^'(string escape --style=regex -- "$begin" | string collect)'.*' $lines)
            end
            printf '%s\n' $lines
        case files
            printf '%s\n' $option(__fish_complete_path "$path")
        case folders
            printf '%s\n' $option(__fish_complete_directories "$path" '')
        case command
            # The words after "--" are a command line of their own.
            set -e words[1..$place[2]]
            set -l command (string escape -- $words)
            complete -C (string join ' ' -- $command "$typed")
    end
end

complete -c cotty -f -k -a '(__cotty_complete)'
