import {resolvePath} from '../paths/resolve-path.ts';
import {textOf} from '../shell/argument.ts';
import type {Invocation} from './scope.ts';

/** With a folder that is moved goes all that lies in it: what is cotty's own is no agent's to take away. */
export function judgeMoved({args, scope}: Invocation): void {
  const takesAll = args.some(word => /^(?:-t|--target-directory)/.test(textOf(word) ?? ''));
  const words = args.filter(word => !word.prefix.startsWith('-'));
  for (const word of takesAll ? words : words.slice(0, -1))
    for (const {text} of word.values ?? []) {
      const path = resolvePath(text, scope.cwd);
      if (path !== null && holdsOwn(path, scope))
        scope.findings.add('DANGEROUS', 'path.cotty', 'It moves what belongs to cotty.', word, {isFloor: true});
    }
}

function holdsOwn(path: string, {home, ownFolder, look, looks}: Invocation['scope']): boolean {
  const start = path === '/' ? path : `${path}/`;
  return (ownFolder ?? `${home}/.cotty`).startsWith(start) || (look?.holdsOwn(path, looks.known) ?? false);
}
