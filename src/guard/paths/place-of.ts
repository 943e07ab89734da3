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
  const at = (set: PlaceSet): boolean => set.has(lower, rest);
  const isDevice = at(sets.devices);
  const isPublic = at(sets.shown);
  const isSecretPlace = sets.secret.hasPlace(lower, rest) || (ownFolder !== null && isOwnSecret(path, ownFolder));
  return {
    isDevice,
    isSecret: !isDevice && !isPublic && (isSecretPlace || sets.secret.hasName(lower)),
    isSecretPlace,
    isPrivate: at(sets.privately),
    isStartup: at(sets.startup),
    isSystem:
      !isDevice && !TEMPORARY.has(lower) && ((rest === null && at(sets.system)) || isOfRoot(lower, home.toLowerCase())),
    isOwn: at(sets.own) || (ownFolder !== null && isOwnFile(path, ownFolder)),
    isStrange: at(sets.strange),
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
    ANYWHERE_TARGETS.some(target => last.matches(target)) ||
    aimedAt(ABSOLUTE_TARGETS, lower.slice(1)).some(target => whole.matches(target)) ||
    (inHome !== null && rest !== null && aimedAt(HOME_TARGETS, rest).some(target => inHome.matches(target)))
  );
}

/** Those that lie where the pattern begins, as far as that is a name. */
function aimedAt(targets: ByFirstName, pattern: string): readonly Target[] {
  const first = firstName(pattern);
  return /^[\w.@-]*$/.test(first) ? (targets.byName.get(first) ?? []) : targets.all;
}

function firstName(path: string): string {
  const end = path.indexOf('/');
  return end < 0 ? path : path.slice(0, end);
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

/** A pattern held against places. */
class Aim {
  readonly #glob: Glob;
  /** Which of its names begin with something that does not stand for a dot. */
  readonly #open: readonly number[];

  constructor(pattern: string) {
    this.#glob = new Glob(pattern);
    this.#open = pattern.split('/').flatMap((name, place) => (/^[*?[]/.test(name) ? [place] : []));
  }

  matches(target: Target): boolean {
    return this.#seesHidden(target) && this.#glob.matches(target.path);
  }

  meets(target: Target): boolean {
    return this.#seesHidden(target) && this.#glob.meets(target.glob);
  }

  #seesHidden({hidden}: Target): boolean {
    return !this.#open.some(place => hidden[place]);
  }
}

/** A place that a pattern may become. */
class Target {
  readonly path: string;
  readonly isHome: boolean;
  /** Which of its names begin with a dot. */
  readonly hidden: readonly boolean[];
  #glob: Glob | undefined;

  constructor(path: string, isHome: boolean) {
    this.path = path;
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
  readonly #names: ReadonlySet<string>;
  /** Names with something in them that may be anything. */
  readonly #shapes: RegExp | null;
  readonly #anywhere: RegExp | null;

  constructor(patterns: string) {
    const lines = linesOf(patterns);
    const starting = (start: string): string[] =>
      lines.filter(line => line.startsWith(start)).map(line => line.slice(start.length));
    this.#home = new Below(starting('~/').concat(lines.includes('~') ? [''] : []));
    this.#absolute = new Below(starting('/'));
    const anywhere = starting('**/');
    const names = anywhere.filter(line => !line.includes('/'));
    this.#names = new Set(names.filter(name => !name.includes('*')).map(name => name.toLowerCase()));
    this.#shapes = alternatives(names.filter(name => name.includes('*')));
    this.#anywhere = alternatives(
      anywhere.filter(line => line.includes('/')),
      '(?:^|/)',
    );
  }

  has(path: string, belowHome: string | null): boolean {
    return this.hasPlace(path, belowHome) || this.hasName(path);
  }

  /** By a pattern that holds everywhere. */
  hasName(path: string): boolean {
    const name = path.slice(path.lastIndexOf('/') + 1);
    return this.#names.has(name) || (this.#shapes?.test(name) ?? false) || (this.#anywhere?.test(path) ?? false);
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
  readonly #byName = new Map<string, RegExp>();
  /** Whose first name may be anything. */
  readonly #others: RegExp | null;

  constructor(patterns: readonly string[]) {
    const groups = new Map<string, string[]>();
    const others: string[] = [];
    for (const pattern of patterns) {
      const [first = ''] = pattern.toLowerCase().split('/');
      if (first.includes('*')) others.push(pattern);
      else groups.set(first, [...(groups.get(first) ?? []), pattern]);
    }
    for (const [name, group] of groups) {
      const found = alternatives(group);
      if (found) this.#byName.set(name, found);
    }
    this.#others = alternatives(others);
  }

  has(path: string): boolean {
    const group = this.#byName.get(firstName(path));
    return (group?.test(path) ?? false) || (this.#others?.test(path) ?? false);
  }
}

function alternatives(patterns: readonly string[], start = '^'): RegExp | null {
  if (patterns.length === 0) return null;
  return new RegExp(`${start}(?:${patterns.map(toExpression).join('|')})$`);
}

function toExpression(pattern: string): string {
  return pattern
    .toLowerCase()
    .split(/(\/\*\*$|\*\*\/|\*\*|\*)/)
    .map(piece => EXPRESSIONS[piece] ?? piece.replace(/[.+?^${}()|[\]\\]/g, '\\$&'))
    .join('');
}

/** A folder stands for itself too. */
const EXPRESSIONS: Readonly<Record<string, string>> = {
  '/**': '(?:/.*)?',
  '**/': '(?:.*/)?',
  '**': '.*',
  '*': '[^/]*',
};

function linesOf(patterns: string): string[] {
  return patterns.split('\n').filter(line => line !== '');
}

const TEMPORARY: ReadonlySet<string> = new Set(['/tmp', '/var/tmp', '/dev/shm']);

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

interface ByFirstName {
  readonly all: readonly Target[];
  readonly byName: ReadonlyMap<string, readonly Target[]>;
}

function byFirstName(targets: readonly Target[]): ByFirstName {
  return {all: targets, byName: Map.groupBy(targets, ({path}) => firstName(path.replace(/^\//, '')))};
}

const HOME_TARGETS = byFirstName(TARGETS.filter(({isHome}) => isHome));
const ABSOLUTE_TARGETS = byFirstName(TARGETS.filter(({path, isHome}) => !isHome && path.startsWith('/')));
const ANYWHERE_TARGETS = TARGETS.filter(({path, isHome}) => !isHome && !path.startsWith('/'));

/** Those with a name of their own; and one that lies in a folder of secrets. */
const PLACED: readonly Pick<Target, 'path' | 'isHome'>[] = [
  ...TARGETS.filter(({path, isHome}) => (isHome || path.startsWith('/')) && !/(?:^|\/)x$/.test(path)),
  {path: '.aws/credentials', isHome: true},
];
