import {type Invocation, type Scope, sayFact} from '../../judge/scope.ts';
import {textOf} from '../../shell/argument.ts';

/** Programs that run code of the folder, or of one above it, before they only tell something: by what lies there. */
const OBEYED: Readonly<Record<string, readonly (readonly [folder: string, name: string])[]>> = {
  bundle: [
    ['', 'Gemfile'],
    ['', 'gems.rb'],
  ],
  // Plugins of the project are loaded, from the folder that it names or from the usual one.
  composer: [
    ['', 'composer.json'],
    ['/vendor', 'composer'],
  ],
  // Hooks, aliases and extensions stand there, and so does where it was cloned from.
  hg: [['/.hg', 'hgrc']],
  jj: [['/.jj/repo', 'config.toml']],
};

const MOST_FOLDERS = 60;

export function judgeProjectCode({name, args, scope, span}: Invocation): void {
  const places = Object.hasOwn(OBEYED, name) ? OBEYED[name] : undefined;
  if (!places || args.some(word => textOf(word) === '--no-plugins')) return;
  if (!scope.findings.step(span, 20)) return;
  const found = places.find(([folder, file]) => isAbove(folder, file, scope));
  if (found) sayFact({scope}, 'CAUTION', 'project.code', `${name} runs what ${found[1]} of this folder says.`, span);
}

function isAbove(folder: string, file: string, {cwd, look}: Scope): boolean {
  let at = cwd ?? '';
  for (let level = 0; look !== null && at !== '' && level < MOST_FOLDERS; level++) {
    if (look.has(at + folder, file)) return true;
    at = at.slice(0, at.lastIndexOf('/'));
  }
  return false;
}
