import {type BigIntStats, lstatSync, statSync} from 'node:fs';
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

  constructor(options: EffectivePolicyOptions) {
    this.#options = options;
  }

  at(cwd: string | null): Promise<Policy> {
    const {home} = this.#options;
    const projects = cwd === null ? [] : upwards.of(cwd).filter(({file}) => isThere(file));
    const [nearest] = projects;
    const stamp = [home.configFile, ...projects.map(({file}) => file)].map(stampOf).join(' ');
    const key = projects.map(({file}) => file).join('\0');
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

/** Another one for a file that was written since. */
function stampOf(path: string): string {
  const facts = factsOf(path);
  return facts ? `${facts.dev}:${facts.ino}:${facts.mtimeNs}:${facts.ctimeNs}:${facts.size}` : '-';
}

/** What cannot be looked at is as if it were not there. */
function factsOf(path: string): BigIntStats | undefined {
  try {
    return statSync(path, {throwIfNoEntry: false, bigint: true});
  } catch {
    return undefined;
  }
}
