import type {ShellName} from '../shell/shell-name.ts';
import {withoutQuotes} from './judge-dialect.ts';

/** Redirections and pipes that zsh and fish write in other ways than bash, in the way of bash; every character keeps its place. */
export function asBash(line: string, shell: ShellName): string {
  const operators = shell === 'zsh' ? ZSH : shell === 'fish' ? FISH : undefined;
  if (!operators) return line;
  let read = '';
  let end = 0;
  for (const {0: found, index} of withoutQuotes(line).matchAll(operators)) {
    read += line.slice(end, index) + (shell === 'zsh' ? ofZsh(found) : ofFish(found));
    end = index + found.length;
  }
  return read + line.slice(end);
}

/** zshexpn(1): `${(U)name}`; zshmisc(1): `!` and `|` behind the operator write over what is there; `${name:t}` is a part of a name; `=(…)` is a file with what the commands print. */
const ZSH =
  /(?:>>&|&>>|>&|&>|>>)[!|]|>!|(?<=^|[\s<>;|&(])=\(|(?<=\$\{)\([@fFjkvuULCoOinqwWtacsS:,./_-]{1,20}\)(?=[A-Za-z_]\w{0,60}\})|:[rt](?<=\$\{[A-Za-z_]\w{0,60}:[rt])(?=\})/g;

function ofZsh(found: string): string {
  if (found === '=(') return '<(';
  // A part of what the variable holds.
  if (found.startsWith(':')) return '%?';
  // Flags of an expansion: what it gives is then not known, whatever the variable holds.
  if (found.startsWith('(')) return found.replace(/\W/g, '_');
  return `${found.slice(0, -1).replace('>>&', '&>>')} `;
}

/** `2>|` is a pipe from the second output, `&|` one from both; `>?` writes where nothing is. */
const FISH = /(?:\d{0,3}>|&)\||>\?/g;

function ofFish(found: string): string {
  return found.endsWith('?') ? '> ' : '|'.padStart(found.length);
}
