/** Shells that are told apart; lines of others are never understood. */
export type ShellName = 'bash' | 'sh' | 'zsh' | 'fish' | 'other';
