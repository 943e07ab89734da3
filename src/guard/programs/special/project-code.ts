import {type Invocation, type Scope, sayFact} from '../../judge/scope.ts';
import {textOf} from '../../shell/argument.ts';
import {judgeRepository} from './git-repository.ts';

type Places = readonly (readonly [folder: string, name: string])[];

const TOOLCHAIN: Places = [
  ['', 'rust-toolchain.toml'],
  ['', 'rust-toolchain'],
];
const OF_THE_TOOLCHAIN = [
  'rustup',
  'rustc',
  'rustdoc',
  'rustfmt',
  'clippy-driver',
  'cargo-clippy',
  'cargo-fmt',
  'rust-analyzer',
];

/** Programs that run code of the folder, or of one above it, before they only tell something: by what lies there. */
const OBEYED: Readonly<Record<string, Places>> = {
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
  // Compilers, wrappers of compilers and aliases; and which toolchain is fetched or run.
  cargo: [['/.cargo', 'config.toml'], ['/.cargo', 'config'], ...TOOLCHAIN],
  ...Object.fromEntries(OF_THE_TOOLCHAIN.map(name => [name, TOOLCHAIN])),
  pnpm: [
    ['', '.pnpmfile.cjs'],
    ['', '.pnpmfile.mjs'],
    ['', '.npmrc'],
    ['', 'pnpm-workspace.yaml'],
  ],
  mvn: [
    ['/.mvn', 'jvm.config'],
    ['/.mvn', 'maven.config'],
    ['/.mvn', 'extensions.xml'],
  ],
};

/** Before they say which version they are. */
const OBEYED_AT_ONCE: ReadonlySet<string> = new Set(['cargo', ...OF_THE_TOOLCHAIN, 'pnpm', 'mvn', 'hg']);

const MOST_FOLDERS = 60;

/** `asks`: for its version, or how it is used. */
export function judgeProjectCode(call: Invocation, asks = false): void {
  const {name, args, scope, span} = call;
  if (asks && !OBEYED_AT_ONCE.has(name)) return;
  // It asks git whether all is committed.
  if (name === 'go' && textOf(args[0]) === 'list') judgeRepository('status', [], call);
  const places = Object.hasOwn(OBEYED, name) ? OBEYED[name] : undefined;
  if (!places || args.some(word => textOf(word) === '--no-plugins')) return;
  if (!scope.findings.step(span, 20)) return;
  const found = places.find(([folder, file]) => isAbove(folder, file, scope));
  if (found) sayFact({scope}, 'CAUTION', 'project.code', `${name} runs what ${found[1]} of this folder says.`, span);
}

function isAbove(folder: string, file: string, {cwd, home, look}: Scope): boolean {
  let at = cwd ?? '';
  for (let level = 0; look !== null && at !== '' && level < MOST_FOLDERS; level++) {
    // What is hidden in the home folder is the person's own, as /etc is the machine's.
    const isOwn = at === home && (folder !== '' || file.startsWith('.'));
    if (!isOwn && look.has(at + folder, file)) return true;
    at = at.slice(0, at.lastIndexOf('/'));
  }
  return false;
}
