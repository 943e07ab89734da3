import {readFileSync} from 'node:fs';
import type {ShellName} from './test-terminal.ts';

/** The file in HOME that an interactive shell reads. */
export function rcFile(shell: ShellName): string {
  switch (shell) {
    case 'bash':
      return '.bashrc';
    case 'zsh':
      return '.zshrc';
    case 'fish':
      return '.config/fish/config.fish';
    case 'tcsh':
      return '.tcshrc';
    case 'dash':
      return '.profile';
    default:
      return shell satisfies never;
  }
}

/** A HOME whose shell has this prompt, which holds no character that a prompt expands. */
export function withPrompt(shell: ShellName, prompt: string): Record<string, string> {
  const text = shell === 'fish' ? `function fish_prompt; printf '%s' '${prompt}'; end\n` : `PS1='${prompt}'\n`;
  return {[rcFile(shell)]: text};
}

/** A HOME whose prompt has something at the right end of the line. */
export function rightPrompt(shell: ShellName): Record<string, string> {
  switch (shell) {
    case 'zsh':
      return {'.zshrc': "RPROMPT='right-side %?'\n"};
    case 'fish':
      return {[rcFile('fish')]: 'function fish_right_prompt; echo right-side $status; end\n'};
    default:
      return {[rcFile(shell)]: String.raw`PS1='\[\e7\e[999C\e[12Dright-side\e8\]\$ '` + '\n'};
  }
}

/** Sets of hooks as users and plugins install them. Each writes `before: LINE` and `after: STATUS` to `~/hooks.log`. */
export function userHooks(shell: ShellName): readonly {name: string; home: Record<string, string>}[] {
  switch (shell) {
    case 'bash':
      return [
        {name: 'DEBUG trap and PROMPT_COMMAND array', home: {'.bashrc': fixture('debug-trap.bash')}},
        {
          name: 'DEBUG trap and PROMPT_COMMAND string',
          home: {'.bashrc': fixture('debug-trap.bash').replace('(saw also)', "'saw; also;'")},
        },
        {name: 'preexec and precmd functions on a DEBUG trap', home: {'.bashrc': fixture('preexec-functions.bash')}},
      ];
    case 'zsh':
      return [
        {name: 'functions named precmd and preexec', home: {'.zshrc': fixture('named-functions.zsh')}},
        {name: 'add-zsh-hook', home: {'.zshrc': fixture('hooks.zsh')}},
      ];
    default:
      return [{name: 'event handlers', home: {[rcFile('fish')]: fixture('events.fish')}}];
  }
}

/** A zsh configuration of the fixtures. */
export function zshHome(name: 'instant-prompt.zsh' | 'theme-and-plugins.zsh'): Record<string, string> {
  return {'.zshrc': fixture(name)};
}

function fixture(name: string): string {
  return readFileSync(new URL(`../fixtures/shells/${name}`, import.meta.url), 'utf8');
}
