/** How a shell's line editor sets the tty, which its `read` of single keys does not. */
import type {ShellFamily, TtyMode} from '../../core/index.ts';

/**
 * A `read -n 1`, or `read -k`, would take the key. Line editors read a carriage return as it comes (readline rltty.c; fish's reader); zsh's
 * has the tty take it for a line feed as well, and a line feed for a carriage return (zle_main.c, `zsetterm`), and switches the marks of
 * pastes on.
 */
export function isEditorMode(
  family: ShellFamily,
  mode: TtyMode | null,
  {bracketedPaste}: {readonly bracketedPaste: boolean},
): boolean {
  if (family !== 'zsh') return mode?.enterIsLineFeed === false;
  return bracketedPaste || mode?.lineFeedIsEnter === true;
}
