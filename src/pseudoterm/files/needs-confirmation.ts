/**
 * Paths whose content other programs obey without asking: writing there needs the caller's explicit word even when
 * nothing is replaced. (`.git` and `.cotty.toml` are closed altogether.)
 */
export function needsConfirmation(path: string): boolean {
  const parts = path.split('/').filter(part => part !== '.' && part !== '');
  return parts.some(part => FOLDERS.has(part)) || FILES.has(parts.at(-1) ?? '') || path.includes('.github/workflows');
}

const FOLDERS = new Set([
  '.vscode',
  '.idea',
  '.husky',
  '.claude',
  '.cursor',
  '.codex',
  '.gemini',
  '.ssh',
  '.devcontainer',
]);
const FILES = new Set([
  '.envrc',
  '.mcp.json',
  '.npmrc',
  '.bashrc',
  '.bash_profile',
  '.profile',
  '.zshrc',
  '.zshenv',
  '.gitconfig',
  '.gitattributes',
  '.gitmodules',
  'authorized_keys',
]);
