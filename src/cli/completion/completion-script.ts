import {readFileSync} from 'node:fs';

export const completionShells = ['bash', 'zsh', 'fish'] as const;

export type CompletionShell = (typeof completionShells)[number];

export function isCompletionShell(text: string): text is CompletionShell {
  return completionShells.some(shell => shell === text);
}

/** What a shell reads to complete cotty's command lines. It asks `cotty completion words` at each Tab, so it never grows old. */
export function completionScript(shell: CompletionShell): string {
  const folder = new URL('../../../shell/completion/', import.meta.url);
  return readFileSync(new URL(`cotty.${shell}`, folder), 'utf8');
}
