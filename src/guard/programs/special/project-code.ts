import {type Invocation, type Scope, sayFact} from '../../judge/scope.ts';
import {resolvePath} from '../../paths/resolve-path.ts';
import {textOf} from '../../shell/argument.ts';
import {judgeRepository, physical} from './git-repository.ts';

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
  // Where it keeps its logs, what shows its pages, and what stands in for node.
  ...Object.fromEntries(['npm', 'npx'].map(name => [name, [['', '.npmrc']]])),
  // It asks what keeps the state, wherever that is.
  ...Object.fromEntries(['terraform', 'tofu'].map(name => [name, [['/.terraform', 'terraform.tfstate']]])),
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
const OBEYED_AT_ONCE: ReadonlySet<string> = new Set(['cargo', ...OF_THE_TOOLCHAIN, 'npm', 'npx', 'pnpm', 'mvn', 'hg']);

const MOST_FOLDERS = 60;

/** `asks`: for its version, or how it is used. */
export function judgeProjectCode(call: Invocation, asks = false): void {
  const {name, args, scope, span} = call;
  if (asks && !OBEYED_AT_ONCE.has(name)) return;
  const places = Object.hasOwn(OBEYED, name) ? OBEYED[name] : undefined;
  const isGoList = name === 'go' && args.some(word => textOf(word) === 'list');
  if (!(places || isGoList) || args.some(word => textOf(word) === '--no-plugins')) return;
  for (const cwd of foldersOf(call)) {
    const there = {...scope, cwd};
    if (!scope.findings.step(span, 20)) return;
    // It asks git whether all is committed.
    if (isGoList) judgeRepository('status', [], {...call, scope: there});
    const found = places?.find(([folder, file]) => isAbove(folder, file, there));
    if (found) sayFact({scope}, 'CAUTION', 'project.code', `${name} obeys what ${found[1]} of this folder says.`, span);
    else if (cwd === null && scope.cwd !== null)
      sayFact({scope}, 'CAUTION', 'project.code', `It is not known which folder ${name} obeys.`, span);
    else if (fetches(call, there))
      sayFact({scope}, 'CAUTION', 'project.code', `${name} fetches what this folder needs and is not there yet.`, span);
  }
}

/** Where it works: in the folder of the shell, and in those that it is told of; null for what is not known. */
function foldersOf({name, args, scope: {cwd}}: Invocation): ReadonlySet<string | null> {
  const folders = new Set<string | null>(name === 'go' ? [] : [cwd]);
  args.forEach((word, place) => {
    const [, option = '', attached] = ELSEWHERE.exec(textOf(word) ?? word.prefix) ?? [];
    if (option === '') return;
    const given = textOf(word) === null ? null : (attached ?? textOf(args[place + 1]));
    const path = given === null ? null : resolvePath(given, cwd);
    folders.add(path !== null && option === '--manifest-path' ? path.slice(0, path.lastIndexOf('/')) : path);
  });
  return folders.size > 0 ? folders : new Set([cwd]);
}

const ELSEWHERE = /^(-chdir|-[CR]|--(?:dir|prefix|cwd|repo|repository|manifest-path))(?:=?(.+))?$/;

/** What a crate or a module needs is settled, and fetched, by whoever asks for it first. */
function fetches({name, args}: Invocation, scope: Scope): boolean {
  const has = (pattern: RegExp): boolean => args.some(word => pattern.test(textOf(word) ?? ''));
  if (name === 'go') return has(/^list$/) && isAbove('', 'go.mod', scope);
  if (name !== 'cargo' || !has(/^(?:tree|metadata)$/) || has(/^--(?:frozen|no-deps)$/)) return false;
  return !(has(/^--locked$/) && has(/^--offline$/)) && isAbove('', 'Cargo.toml', scope);
}

function isAbove(folder: string, file: string, scope: Scope): boolean {
  const {cwd} = scope;
  const places = cwd === null ? [] : new Set([cwd, physical(cwd, scope)]);
  return [...places].some(place => liesAbove(place, folder, file, scope));
}

function liesAbove(place: string, folder: string, file: string, {home, look}: Scope): boolean {
  let at = place;
  for (let level = 0; look !== null && at !== '' && level < MOST_FOLDERS; level++) {
    // What is hidden in the home folder is the person's own, as /etc is the machine's.
    const isOwn = at === home && (folder !== '' || file.startsWith('.'));
    if (!isOwn && look.has(at + folder, file)) return true;
    at = at.slice(0, at.lastIndexOf('/'));
  }
  return false;
}
