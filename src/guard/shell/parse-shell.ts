/** The only file that knows the parser. Its tree stays what it is; what it refuses and where it must not be asked is said here. */
import {forEachChild, type ParsedScript, parse, type SyntaxNode} from 'unbash';

export type {
  ArithmeticExpression,
  Assignment,
  Command,
  CommandNode,
  CompoundList,
  ParameterReplaceOperation,
  ParsedScript,
  Redirection,
  Statement,
  SyntaxNode,
  Word,
  WordPart,
} from 'unbash';
export {forEachChild};

/** Openings within each other, at most: beyond, reading them takes the square of their number. */
const MOST_OPENINGS = 400;
/** The same for those that are not closed yet, however that is quoted. */
const MOST_OPEN = 60;

/**
 * Null when the text opens more than can be read in time. Errors stand in the tree, also in the trees inside of it. `counted`: the same without what
 * is not read.
 */
export function parseShell(text: string, counted = text): ParsedScript | null {
  return opensTooMuch(counted) ? null : parse(text);
}

/** Counts what can nest, wherever it stands: a line that people write opens a few. */
function opensTooMuch(text: string): boolean {
  let openings = 0;
  let open = 0;
  for (let at = 0; at < text.length; at++) {
    const character = text[at];
    const isOpening = character === '(' || (character === '{' && text[at - 1] === '$');
    if (isOpening && ++open > MOST_OPEN) return true;
    if ((character === ')' || character === '}') && open > 0) open--;
    if (isOpening || character === '`') openings++;
    if (character === '<' && text[at + 1] === '<' && text[at - 1] !== '<') openings++;
  }
  return openings > MOST_OPENINGS;
}

/** Calls back for every node of a kind below this one, down to `depth` levels. */
export function eachBelow(node: SyntaxNode, visit: (below: SyntaxNode) => void, depth = 300): void {
  if (depth === 0) return;
  forEachChild(node, child => {
    visit(child);
    eachBelow(child, visit, depth - 1);
  });
}
