# Takes cotty's shell integration out of a fish at its prompt, which is then as it was before.
if builtin functions --query __cotty_user_prompt
    builtin functions --erase fish_prompt
    builtin functions --copy __cotty_user_prompt fish_prompt
end
for __cotty_mode in default insert visual replace replace_one paste $fish_bind_mode
    for __cotty_key in 9001 9002 9004 9005
        builtin bind --erase --mode $__cotty_mode \e\[104{$__cotty_key}u \e\[$__cotty_key~
    end
end
__cotty_emit 'Y;left=1'
for __cotty_name in (builtin functions --all --names | builtin string match '__cotty_*')
    builtin functions --erase $__cotty_name
end
for __cotty_name in (builtin set --global --names | builtin string match '__cotty_*')
    builtin set --global --erase $__cotty_name
end
builtin commandline --function repaint
