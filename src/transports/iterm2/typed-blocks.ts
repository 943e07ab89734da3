/** What is typed at once, cut into lines and into blocks that a shell reads as one: a loop, a here-document, a text in quotes. */
export interface TypedPiece {
  readonly text: string;
  /** It goes over several lines. */
  readonly isBlock: boolean;
  /** Enter follows. */
  readonly isSubmitted: boolean;
}

/** More than that is no command that somebody types. */
const MOST_LINES = 200;
const MOST_CHARACTERS = 16_000;

/**
 * Undefined where there is no block, or where that cannot be told: a key among the text, or lines that stay unfinished to the end. `isUnfinished` says
 * whether a shell would ask for more behind these lines.
 */
export async function typedBlocks(
  text: string,
  isUnfinished: (lines: string) => Promise<boolean>,
): Promise<readonly TypedPiece[] | undefined> {
  const lines = text.split(/\r\n|\r|\n/);
  // A line and its Enter are typed as they are.
  if (lines.length < 2 || (lines.length === 2 && lines[1] === '')) return undefined;
  if (lines.length > MOST_LINES || text.length > MOST_CHARACTERS || KEYS.test(text)) return undefined;
  const pieces: TypedPiece[] = [];
  let group: string[] = [];
  for (const [index, line] of lines.entries()) {
    group.push(line);
    const whole = group.join('\n');
    if (await isUnfinished(whole)) continue;
    const isSubmitted = index < lines.length - 1;
    if (isSubmitted || whole !== '') pieces.push({text: whole, isBlock: group.length > 1, isSubmitted});
    group = [];
  }
  return group.length === 0 && pieces.some(({isBlock}) => isBlock) ? pieces : undefined;
}

/** Control characters but for tabs and the ends of lines. */
const KEYS = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/;
