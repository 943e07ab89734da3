/** Our shell's prompt, the prompt of a shell without marks, or whatever the running program reads lines with. */
export type LineTaker = 'integrated' | 'unmarked' | 'nested';
