import type {ShellName} from './bench.ts';

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
