import {Glob} from './globs.ts';
import {harmlessDevices, ownPaths, startupPaths, strangerPaths, systemPaths} from './obeyed-paths.ts';
import {belowHome} from './resolve-path.ts';
import {privatePaths, publicPaths, secretPaths} from './secret-paths.ts';

/** What a path is, as far as that matters to who reads or writes there. */
export interface Place {
  readonly isSecret: boolean;
  /** Secret because of the folder that it lies in, and not by its own name alone. */
  readonly isSecretPlace: boolean;
  readonly isPrivate: boolean;
  readonly isStartup: boolean;
  readonly isSystem: boolean;
  readonly isOwn: boolean;
  readonly isDevice: boolean;
  /** Where downloads and strangers put files. */
  readonly isStrange: boolean;
}

/** Longer paths name nothing that exists (`PATH_MAX`). */
const LONGEST = 4096;

/** `path` is absolute; so is `ownFolder`, where cotty keeps what is its own beside the usual place. */
export function placeOf(path: string, home: string, ownFolder: string | null): Place {
  const lower = path.slice(0, LONGEST).toLowerCase();
  const rest = belowHome(lower, home.toLowerCase());
  // Most paths are in none of the longer lists, which one look at all of them together says.
  const isListed = listed.has(lower, rest);
  const at = (set: PlaceSet): boolean => isListed && set.has(lower, rest);
  const isDevice = at(sets.devices);
  const isPublic = at(sets.shown);
  const isSecretPlace =
    (isListed && sets.secret.hasPlace(lower, rest)) || (ownFolder !== null && isOwnSecret(path, ownFolder));
  return {
    isDevice,
    isSecret: !isDevice && !isPublic && (isSecretPlace || (isListed && sets.secret.hasName(lower))),
    isSecretPlace,
    isPrivate: at(sets.privately),
    isStartup: at(sets.startup),
    isSystem:
      !isDevice &&
      !TEMPORARY.has(lower) &&
      ((rest === null && sets.system.has(lower, rest)) || isOfRoot(lower, home.toLowerCase())),
    isOwn: at(sets.own) || (ownFolder !== null && isOwnFile(path, ownFolder)),
    isStrange: sets.strange.has(lower, rest),
  };
}

/** The home folder of who may do everything, where that is not one's own. */
function isOfRoot(path: string, home: string): boolean {
  return /^\/(?:var\/)?root(?:\/|$)/.test(path) && !/^\/(?:var\/)?root(?:\/|$)/.test(home);
}

/** What opens cotty's doors, signs for it, or tells of all sessions; a pattern may become any of it. */
function isOwnSecret(path: string, ownFolder: string): boolean {
  const cut = path.slice(0, LONGEST);
  return (
    cut.startsWith(`${ownFolder}/`) &&
    /^(?:token|iterm2-cookie|audit\.|run\/|runs\.jsonl|sessions(?:\/|$)|artifacts\/screenshots(?:\/|$))|[*?[]/.test(
      cut.slice(ownFolder.length + 1),
    )
  );
}

/** The folder itself, and what in it is obeyed or proves something; a pattern may become any of it. */
function isOwnFile(path: string, ownFolder: string): boolean {
  const cut = path.slice(0, LONGEST);
  if (cut === ownFolder) return true;
  const rest = cut.startsWith(`${ownFolder}/`) ? cut.slice(ownFolder.length + 1) : null;
  return rest !== null && /^(?:config\.toml|token|audit|state\.db|run|sessions)|[*?[]/.test(rest);
}

/**
 * A pattern that somebody typed can become a secret. Only what aims at secrets counts: `*` alone means what lies in a folder, and
 * hidden files are not among it.
 */
export function mayNameSecret(pattern: string, home: string, ownFolder: string | null): boolean {
  const lower = pattern.slice(0, LONGEST).toLowerCase();
  const name = lower.slice(lower.lastIndexOf('/') + 1);
  const folder = lower.slice(0, lower.lastIndexOf('/'));
  const isAimed = name.replace(/[*?]|\[[^\]]*\]/g, '').length > 1 || /[*?[]/.test(folder);
  if (!isAimed) return false;
  const rest = belowHome(lower, home.toLowerCase());
  const [whole, inHome, last] = [new Aim(lower), rest === null ? null : new Aim(rest), new Aim(name)];
  if (inHome && ownSecretsIn('.cotty').some(target => inHome.meets(target))) return true;
  if (ownFolder !== null && ownSecretsIn(ownFolder.toLowerCase()).some(target => whole.meets(target))) return true;
  return (
    targetsIn.root.some(target => whole.matches(target)) ||
    targetsIn.anyFolder.some(target => last.matches(target)) ||
    (inHome !== null && targetsIn.home.some(target => inHome.matches(target)))
  );
}

/** Whether a file of that very name, looked for in all folders below one, can be a secret that has a place of its own. */
export function foundAnywhere(name: string, folder: string, home: string): boolean {
  const lower = name.toLowerCase();
  const start = folder === '/' ? folder : `${folder.toLowerCase()}/`;
  return PLACED.some(
    ({path, isHome}) =>
      path.slice(path.lastIndexOf('/') + 1) === lower &&
      (isHome ? `${home.toLowerCase()}/${path}` : path).startsWith(start),
  );
}

/** A pattern held against places. Most of those begin otherwise, and then it is not even read. */
class Aim {
  readonly #pattern: string;
  readonly #start: string;
  #glob: Glob | undefined;
  /** Which of its names begin with something that does not stand for a dot. */
  #open: readonly number[] | undefined;

  constructor(pattern: string) {
    this.#pattern = pattern;
    this.#start = startOf(pattern);
  }

  matches(target: Target): boolean {
    return target.path.startsWith(this.#start) && this.#read.matches(target.path) && this.#seesHidden(target);
  }

  meets(target: Target): boolean {
    const isNear = target.start.startsWith(this.#start) || this.#start.startsWith(target.start);
    return isNear && this.#seesHidden(target) && this.#read.meets(target.glob);
  }

  get #read(): Glob {
    this.#glob ??= new Glob(this.#pattern);
    return this.#glob;
  }

  #seesHidden({hidden}: Target): boolean {
    this.#open ??= this.#pattern.split('/').flatMap((name, place) => (/^[*?[]/.test(name) ? [place] : []));
    return !this.#open.some(place => hidden[place]);
  }
}

/** What stands before anything that may be something else. */
function startOf(pattern: string): string {
  const end = pattern.search(/[*?[]/);
  return end < 0 ? pattern : pattern.slice(0, end);
}

/** A place that a pattern may become. */
class Target {
  readonly path: string;
  readonly start: string;
  readonly isHome: boolean;
  /** Which of its names begin with a dot. */
  readonly hidden: readonly boolean[];
  #glob: Glob | undefined;

  constructor(path: string, isHome: boolean) {
    this.path = path;
    this.start = startOf(path);
    this.isHome = isHome;
    this.hidden = path.split('/').map(name => name.startsWith('.'));
  }

  get glob(): Glob {
    this.#glob ??= new Glob(this.path);
    return this.#glob;
  }
}

/** A pattern that somebody typed can become what is cotty's own. */
export function mayNameOwn(pattern: string, home: string, ownFolder: string | null): boolean {
  const aim = new Aim(pattern.slice(0, LONGEST).toLowerCase());
  const names = (folder: string): boolean => ownNamesIn(folder.toLowerCase()).some(target => aim.matches(target));
  return names(`${home}/.cotty`) || (ownFolder !== null && names(ownFolder));
}

const OWN_NAMES: readonly string[] = ['', '/config.toml', '/token', '/audit.log', '/audit.head', '/audit.key', '/run'];

/** Whether home, all homes, secrets with a place of their own or what is cotty's own lie in a folder, or are it: whoever reads all of it reads secrets. */
export function holdsSecrets(folder: string, home: string, ownFolder: string | null): boolean {
  const start = folder === '/' ? folder : `${folder}/`;
  if (HOLDERS.has(belowHome(folder.toLowerCase(), home.toLowerCase()) ?? '')) return true;
  return [home, `${home}/.cotty`, ...(ownFolder === null ? [] : [ownFolder])].some(place =>
    `${place}/`.startsWith(start),
  );
}

/** One of the lists, made for looking up: by the name of a file where the pattern is one, else one by one. */
class PlaceSet {
  readonly #home: Below;
  readonly #absolute: Below;
  /** By the last name what a path ends with. */
  readonly #endings: ReadonlyMap<string, readonly string[]>;
  /** Last names with something in them that may be anything. */
  readonly #shapes: RegExp | null;
  readonly #anywhere: RegExp | null;
  /** What every path has in it that one of those fits. */
  readonly #sign: string;

  constructor(patterns: string) {
    const lines = linesOf(patterns);
    const starting = (start: string): string[] =>
      lines.filter(line => line.startsWith(start)).map(line => line.slice(start.length));
    this.#home = new Below(starting('~/').concat(lines.includes('~') ? [''] : []));
    this.#absolute = new Below(starting('/'));
    const anywhere = starting('**/').map(line => line.toLowerCase());
    const isShape = (line: string): boolean => /^[^/]*\*[^/]*$/.test(line);
    this.#endings = Map.groupBy(
      anywhere.filter(line => !line.includes('*')),
      line => line.slice(line.lastIndexOf('/') + 1),
    );
    this.#shapes = shapes(anywhere.filter(isShape));
    const folders = anywhere.filter(line => line.includes('*') && !isShape(line));
    this.#anywhere = alternatives(folders, '/');
    this.#sign = folders.every(line => line.startsWith('.')) ? '/.' : '';
  }

  has(path: string, belowHome: string | null): boolean {
    return this.hasPlace(path, belowHome) || this.hasName(path);
  }

  /** By a pattern that holds everywhere. There is a slash in the path. */
  hasName(path: string): boolean {
    const cut = path.lastIndexOf('/') + 1;
    const name = path.slice(cut);
    return (
      (this.#endings.get(name)?.some(ending => path.endsWith(`/${ending}`)) ?? false) ||
      (this.#shapes?.test(name) ?? false) ||
      (path.includes('.') && path.includes(this.#sign) && (this.#anywhere?.test(path) ?? false))
    );
  }

  /** By a pattern that says where. */
  hasPlace(path: string, belowHome: string | null): boolean {
    return (
      (belowHome !== null && this.#home.has(belowHome)) || (path.startsWith('/') && this.#absolute.has(path.slice(1)))
    );
  }
}

/** Patterns below one folder, by their first name: of a path that begins otherwise nothing more is asked. */
class Below {
  readonly #byName: ReadonlyMap<string, RegExp | null>;
  /** Whose first name may be anything. */
  readonly #others: RegExp | null;

  constructor(patterns: readonly string[]) {
    const groups = Map.groupBy(patterns, pattern => firstName(pattern.toLowerCase()));
    this.#byName = new Map([...groups].map(([name, group]) => [name, alternatives(group)]));
    this.#others = alternatives(patterns.filter(pattern => firstName(pattern).includes('*')));
  }

  has(path: string): boolean {
    return (this.#byName.get(firstName(path))?.test(path) ?? false) || (this.#others?.test(path) ?? false);
  }
}

function firstName(path: string): string {
  const end = path.indexOf('/');
  return end < 0 ? path : path.slice(0, end);
}

function alternatives(patterns: readonly string[], start = '^'): RegExp | null {
  if (patterns.length === 0) return null;
  return new RegExp(`${start}(?:${patterns.map(pattern => toExpression(pattern)).join('|')})`);
}

/** Most of them are endings, and held against the end alone. */
function shapes(patterns: readonly string[]): RegExp | null {
  if (patterns.length === 0) return null;
  const isEnding = (pattern: string): boolean => /^\*[^*]+$/.test(pattern);
  const endings = patterns.filter(isEnding).map(pattern => toExpression(pattern.slice(1)));
  const others = patterns.filter(pattern => !isEnding(pattern)).map(toExpression);
  return new RegExp([...others.map(other => `^${other}`), ...endings].join('|'));
}

/** Up to the end; of what lies below a folder only its beginning is looked at. The folder stands for itself too. */
function toExpression(pattern: string): string {
  const isFolder = pattern.endsWith('/**');
  const [given, end] = isFolder ? [pattern.slice(0, -3), '(?:/|$)'] : [pattern, '$'];
  return (
    given
      .toLowerCase()
      .split(/(\*\*\/|\*\*|\*)/)
      .map(piece => EXPRESSIONS[piece] ?? piece.replace(/[.+?^${}()|[\]\\]/g, '\\$&'))
      .join('') + end
  );
}

const EXPRESSIONS: Readonly<Record<string, string>> = {
  '**/': '(?:[^]*/)?',
  '**': '[^]*',
  '*': '[^/]*',
};

function linesOf(patterns: string): string[] {
  return patterns.split('\n').filter(line => line !== '');
}

const TEMPORARY: ReadonlySet<string> = new Set(['/tmp', '/var/tmp', '/dev/shm']);

/** All of them but those of whole trees, which are few. */
const listed = new PlaceSet(
  [secretPaths, privatePaths, publicPaths, startupPaths, ownPaths, harmlessDevices].join('\n'),
);

const sets = {
  secret: new PlaceSet(secretPaths),
  privately: new PlaceSet(privatePaths),
  shown: new PlaceSet(publicPaths),
  startup: new PlaceSet(startupPaths),
  system: new PlaceSet(systemPaths),
  own: new PlaceSet(ownPaths),
  devices: new PlaceSet(harmlessDevices),
  strange: new PlaceSet(strangerPaths),
};

const OWN_SECRETS: readonly string[] = linesOf(secretPaths)
  .filter(line => line.startsWith('~/.cotty/'))
  .map(line => line.slice(2));

const ownSecretsIn = perFolder(folder => OWN_SECRETS.map(path => path.replace('.cotty', () => folder)));
const ownNamesIn = perFolder(folder => OWN_NAMES.map(name => `${folder}${name}`));

/** Cotty keeps its own in one or two folders as long as a process lives. */
function perFolder(pathsIn: (folder: string) => readonly string[]): (folder: string) => readonly Target[] {
  const known = new Map<string, readonly Target[]>();
  return folder => {
    const made = known.get(folder) ?? pathsIn(folder).map(path => new Target(path, false));
    if (known.size < 10) known.set(folder, made);
    return made;
  };
}

/** Folders of a home that have such a secret in them, below the home folder. */
const HOLDERS: ReadonlySet<string> = new Set(
  linesOf(secretPaths)
    .filter(line => line.startsWith('~/') && !line.slice(0, -2).includes('*'))
    .flatMap(line => {
      const names = line
        .toLowerCase()
        .replace(/\/\*\*$/, '')
        .split('/')
        .slice(1, -1);
      return names.map((_, place) => names.slice(0, place + 1).join('/'));
    }),
);

const SSH_KEYS: readonly string[] = ['x', 'id_rsa', 'id_ed25519'];

/** One path for each secret that has a place of its own. */
const TARGETS: readonly Target[] = linesOf(secretPaths)
  .filter(line => !line.startsWith('**/') || /^\*\*\/\.env$|^\*\*\/id_/.test(line))
  .flatMap(line => {
    const isHome = line.startsWith('~/');
    const path = line
      .toLowerCase()
      .replace(/^~\/|^\*\*\//, '')
      .replaceAll('**', 'x')
      .replaceAll('*', 'x');
    return path.startsWith('.ssh/')
      ? SSH_KEYS.map(key => new Target(`.ssh/${key}`, isHome))
      : [new Target(path, isHome)];
  });

/** From where they are told. */
const targetsIn = {
  home: TARGETS.filter(({isHome}) => isHome),
  root: TARGETS.filter(({isHome, path}) => !isHome && path.startsWith('/')),
  anyFolder: TARGETS.filter(({isHome, path}) => !isHome && !path.startsWith('/')),
};

/** Those with a name of their own; and one that lies in a folder of secrets. */
const PLACED: readonly Pick<Target, 'path' | 'isHome'>[] = [
  ...TARGETS.filter(({path, isHome}) => (isHome || path.startsWith('/')) && !/(?:^|\/)x$/.test(path)),
  {path: '.aws/credentials', isHome: true},
];
