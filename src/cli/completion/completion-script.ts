import {readFile} from 'node:fs/promises';

export const completionShells = ['bash', 'zsh', 'fish'] as const;

export type CompletionShell = (typeof completionShells)[number];

export function isCompletionShell(text: string): text is CompletionShell {
  return completionShells.some(shell => shell === text);
}

/** What a shell reads to complete cotty's command lines. It asks `cotty completion words` at each Tab, so it never grows old. */
export async function completionScript(shell: CompletionShell): Promise<string> {
  const folder = new URL('../../../shell/completion/', import.meta.url);
  return await readFile(new URL(`cotty.${shell}`, folder), 'utf8');
}
