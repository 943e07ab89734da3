import {lstatSync, type Stats, statSync} from 'node:fs';
import {dirname, join} from 'node:path';
import {TextMemo} from '../core/index.ts';
import {Policy, type PolicySource} from '../guard/index.ts';
import {loadConfig} from './config.ts';
import type {Config} from './config-schema.ts';
import type {Home} from './home.ts';

export interface EffectivePolicyOptions {
  readonly home: Home;
  readonly env: NodeJS.ProcessEnv;
  /** Told of each policy that is another one than before at the same place; `version` is that of the new one. */
  readonly onChange?: ((change: {readonly file: string; readonly version: string}) => void) | undefined;
}

/** What holds for a folder: the user's configuration, and what a project there adds to it. Files that have changed are read again. */
export class EffectivePolicy implements PolicySource {
  readonly #options: EffectivePolicyOptions;
  /** By the project's files; empty where there is none. */
  readonly #known = new Map<string, {readonly stamp: string; readonly policy: Promise<Policy>}>();

  readonly #stamps = new Map<string, {readonly facts: Stats; readonly stamp: string}>();

  constructor(options: EffectivePolicyOptions) {
    this.#options = options;
  }

  at(cwd: string | null): Promise<Policy> {
    const {home} = this.#options;
    const projects = cwd === null ? [] : upwards.of(cwd).filter(({file}) => isThere(file));
    const [nearest] = projects;
    let stamp = this.#stampOf(home.configFile);
    let key = '';
    for (const {file} of projects) {
      stamp += ` ${this.#stampOf(file)}`;
      key += `${file}\0`;
    }
    const known = this.#known.get(key);
    if (known?.stamp === stamp) return known.policy;
    const policy = this.#load(nearest?.folder ?? null);
    this.#known.set(key, {stamp, policy});
    policy.then(
      ({version}) => known && this.#options.onChange?.({file: nearest?.file ?? home.configFile, version}),
      () => undefined,
    );
    return policy;
  }

  /** Another one for a file that was written since. Each command asks for it. */
  #stampOf(path: string): string {
    const facts = factsOf(path);
    const known = this.#stamps.get(path);
    if (!facts) return '-';
    if (known && isSame(known.facts, facts)) return known.stamp;
    const {dev, ino, mtimeMs, ctimeMs, size} = facts;
    const stamp = `${dev}:${ino}:${mtimeMs}:${ctimeMs}:${size}`;
    if (this.#stamps.size >= MOST_STAMPS) this.#stamps.clear();
    this.#stamps.set(path, {facts, stamp});
    return stamp;
  }

  async #load(folder: string | null): Promise<Policy> {
    const {home, env} = this.#options;
    const {security} = await loadConfig({home, env, cwd: folder ?? undefined});
    return policyOf(security);
  }
}

/** The policy of a configuration that was read. */
export function policyOf({
  rule,
  permission,
  mask_secrets: _,
  notifications: _shown,
  ...settings
}: Config['security']): Policy {
  return new Policy({...settings, rules: rule, permissions: permission});
}

/** A link that leads nowhere is there too. */
function isThere(path: string): boolean {
  try {
    return lstatSync(path, {throwIfNoEntry: false}) !== undefined;
  } catch {
    return false;
  }
}

/** What is looked for from a folder on, the nearest first. */
const upwards = new TextMemo(cwd => {
  const places: {readonly folder: string; readonly file: string}[] = [];
  for (let folder = cwd; ; folder = dirname(folder)) {
    places.push({folder, file: join(folder, '.cotty.toml')});
    if (folder === dirname(folder)) return places;
  }
});

/** Times are told apart by a quarter of a microsecond, and no two writes are nearer. */
function isSame(one: Stats, other: Stats): boolean {
  return (
    one.ino === other.ino &&
    one.dev === other.dev &&
    one.size === other.size &&
    one.mtimeMs === other.mtimeMs &&
    one.ctimeMs === other.ctimeMs
  );
}

const MOST_STAMPS = 1000;

/** What cannot be looked at is as if it were not there. */
function factsOf(path: string): Stats | undefined {
  try {
    return statSync(path, {throwIfNoEntry: false});
  } catch {
    return undefined;
  }
}
