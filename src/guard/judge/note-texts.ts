import {resolvePath} from '../paths/resolve-path.ts';
import {type Argument, textOf} from '../shell/argument.ts';
import type {Command, Redirection} from '../shell/parse-shell.ts';
import {printed} from './output-of.ts';
import type {Input, Scope} from './scope.ts';

/**
 * Notes what a command puts into a file, where that stands in the line: `cat > a.sh <<'EOF'`, `echo '…' > a.sh`, `tee a.sh <<'EOF'`. Call it when the
 * command was judged, which forgets what the file held before. `words`: the command's name and the rest.
 */
export function noteTexts(
  command: Command,
  read: Input,
  words: readonly Argument[],
  targetOf: (redirection: Redirection) => Argument | undefined,
  scope: Scope,
): void {
  const [first, ...args] = words;
  const name = textOf(first) ?? '';
  // Within another text it may run later, or elsewhere.
  if (scope.depth > 0 || scope.aliases.has(name) || scope.functions.has(name)) return;
  const redirections = [...command.prefix, ...command.suffix].filter(
    item => item.type !== 'Assignment' && item.type !== 'Word',
  );
  const into = redirections.filter(item => item.type === 'Redirect');
  const [only] = into;
  const [operand] = args;
  if (name === 'tee' && into.length === 0 && args.length === 1 && read.type === 'text') note(operand, read.text, scope);
  if (into.length !== 1 || !only || !/^>\|?$/.test(only.operator) || only.descriptor !== undefined) return;
  const output =
    name === 'cat' && args.length === 0 ? read : /^(?:echo|printf)$/.test(name) ? printed(name, args) : null;
  if (output?.type === 'text') note(targetOf(only), output.text, scope);
}

function note(file: Argument | undefined, text: string, scope: Scope): void {
  const path = pathOf(file, scope);
  if (path !== null && scope.written.has(path) && scope.texts.size < MOST_TEXTS) scope.texts.set(path, text);
}

const MOST_TEXTS = 50;

/** What the line itself has put into this file; undefined where that is not known. */
export function writtenText(file: Argument, scope: Scope): string | undefined {
  const path = pathOf(file, scope);
  return path === null ? undefined : (scope.texts.get(path) ?? undefined);
}

function pathOf(file: Argument | undefined, {cwd}: Scope): string | null {
  const text = textOf(file);
  return text === null ? null : resolvePath(text, cwd);
}
