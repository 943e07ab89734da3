import type {FileAccess} from '../command.ts';
import type {Completion} from '../protocol/complete-line.ts';
import {quoteWord} from '../protocol/quote-word.ts';

/** Adds the paths that the unfinished word may become; hidden ones once their dot is typed. Never rejects. */
export async function completePath(completion: Completion, files: FileAccess): Promise<Completion> {
  const {word, pathStart} = completion;
  if (pathStart === undefined) return completion;
  const flag = word.slice(0, pathStart);
  const typed = unquoted(word.slice(pathStart));
  const folder = typed.slice(0, typed.lastIndexOf('/') + 1);
  const start = typed.slice(folder.length);
  const entries = await files.list(folder === '' ? '.' : folder).catch(() => []);
  const paths = entries.flatMap(({path, kind}) => {
    const name = path.slice(path.lastIndexOf('/') + 1);
    if (!name.startsWith(start) || (name.startsWith('.') && start === '')) return [];
    return flag + (kind === 'directory' ? unfinished(`${folder}${name}/`) : quoteWord(folder + name));
  });
  return {...completion, candidates: [...completion.candidates, ...paths]};
}

/** The text that a word means so far, whether or not its quote is closed. */
function unquoted(word: string): string {
  if (!word.startsWith('"')) return word;
  return word
    .slice(1)
    .replace(/(?<!\\)"$/, '')
    .replaceAll(/\\(["\\])/g, '$1');
}

/** A word that goes on after a folder: its quote stays open. */
function unfinished(path: string): string {
  return quoteWord(path).replace(/"$/, '');
}
