import {statSync} from 'node:fs';
import {dirname, join} from 'node:path';
import {CottyError, nearest} from '../core/index.ts';
import {isTrustedFile, isTrustedPlace, readRegularFile, readTrustedFile} from '../private/index.ts';
import {checkSecurity} from './check-security.ts';
import {type ConfigFile, placeIn} from './config-place.ts';
import {
  type Config,
  type ConfigKey,
  type ConfigValue,
  configKeys,
  fits,
  isConfig,
  laterKeys,
  laterSections,
} from './config-schema.ts';
import type {Home} from './home.ts';
import {whyNoRule} from './security-rules.ts';
import {tightened} from './tighten-security.ts';

export interface ConfigSources {
  readonly home: Home;
  readonly env: NodeJS.ProcessEnv;
  /** Where to look for a project's `.cotty.toml`, upwards: each that is found counts. No project file when left out. */
  readonly cwd?: string | undefined;
}

/**
 * Environment over project file over user file over defaults; flags are the caller's to apply.
 * Throws `invalid_argument` for an unknown key (naming the nearest) or a value of the wrong type, `home_unwritable` for a
 * file of the user that somebody else may have written.
 */
export async function loadConfig(sources: ConfigSources): Promise<Config> {
  const {configFile} = sources.home;
  const user = await readConfig(configFile, readTrustedFile(configFile));
  const files = sources.cwd === undefined ? [] : findProjectFiles(sources.cwd);
  const projects = await Promise.all(files.map(file => readConfig(file, readProjectFile(file))));
  for (const source of [user, ...projects]) await checkSecurity(source);
  const config: Record<string, Record<string, ConfigValue>> = {};
  for (const key of configKeys) {
    const id = `${key.section}.${key.key}`;
    const section = config[key.section] ?? {};
    config[key.section] = section;
    const base: ConfigValue = user.values.get(id) ?? key.default;
    const fromProject = projects.reduce((outer, project) => applyProject(key, outer, project), base);
    section[key.key] = fromEnvironment(key, sources.env) ?? fromProject;
  }
  return asConfig(config);
}

/** What holds when nobody configures anything. */
export function defaultConfig(): Config {
  const config: Record<string, Record<string, ConfigValue>> = {};
  for (const key of configKeys) config[key.section] = {...config[key.section], [key.key]: key.default};
  return asConfig(config);
}

/** The same values by their own types. Every one was checked before, so an error here is ours. */
function asConfig(values: Readonly<Record<string, Readonly<Record<string, ConfigValue>>>>): Config {
  if (isConfig(values)) return values;
  throw new CottyError('internal', 'The configuration has a value of the wrong type.', 'Please report this.');
}

/**
 * From the outermost to the nearest: what a folder further up asks for, nothing below it takes back. One that neither this user nor the
 * system made is passed over: in a folder like /tmp it may be anybody's. Throws `invalid_argument` for one that is no file: it may stand
 * where one was that asks for care.
 */
export function findProjectFiles(cwd: string): readonly string[] {
  const files: string[] = [];
  for (let folder = cwd; ; folder = dirname(folder)) {
    const file = join(folder, '.cotty.toml');
    if (isTrustedFile(file)) files.unshift(file);
    else if (isTrustedPlace(file) && !isFile(file)) throw noFile(file);
    if (folder === dirname(folder)) return files;
  }
}

/** Bytes. */
const LONGEST_PROJECT_FILE = 1024 * 1024;

function readProjectFile(file: string): string {
  const text = readRegularFile(file, LONGEST_PROJECT_FILE);
  if (text === null) throw noFile(file);
  return text;
}

function isFile(path: string): boolean {
  try {
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

function noFile(file: string): CottyError {
  return new CottyError(
    'invalid_argument',
    `${file} is no file of settings: a folder, a device, a pipe, a link that leads nowhere, or longer than 1 MiB.`,
    'Remove it, or write what the project asks for into it.',
  );
}

/** `text` is undefined where there is no such file. */
async function readConfig(file: string, text: string | undefined): Promise<ConfigFile> {
  const values = new Map<string, ConfigValue>();
  if (text === undefined) return {file, text: '', values};
  const table = await parseToml(file, text);
  for (const [section, content] of Object.entries(table)) {
    const place = placeIn(file, text, section);
    if (laterSections.includes(section)) throw notYet(place, `[${section}]`, 'section');
    const keys = configKeys.filter(key => key.section === section);
    if (keys.length === 0) throw unknown(place, `[${section}]`, section, sectionNames());
    if (typeof content !== 'object' || content === null) throw wrong(place, `[${section}]`, 'a table');
    for (const [name, value] of Object.entries(content)) {
      const source = placeIn(file, text, section, name);
      if (laterKeys.includes(`${section}.${name}`)) throw notYet(source, `${section}.${name}`, 'key');
      const key = keys.find(candidate => candidate.key === name);
      if (!key)
        throw unknown(
          source,
          `${section}.${name}`,
          name,
          keys.map(candidate => candidate.key),
        );
      if (key.type === 'rules') refuseBadTable({file, text}, key, value, whyNoRule);
      // Few have any, and every verb reads the configuration.
      if (key.type === 'permissions')
        refuseBadTable({file, text}, key, value, (await import('./security-permissions.ts')).whyNoPermission);
      values.set(`${section}.${name}`, check(source, key, value));
    }
  }
  return {file, text, values};
}

/** Says which table is wrong, and in what. */
function refuseBadTable(
  {file, text}: Pick<ConfigFile, 'file' | 'text'>,
  {section, key}: ConfigKey,
  value: unknown,
  whyWrong: (table: unknown) => string | null,
): void {
  if (!Array.isArray(value)) return;
  for (const [at, table] of value.entries()) {
    const why = whyWrong(table);
    if (why === null) continue;
    const place = placeIn(file, text, section, key, at);
    throw new CottyError('invalid_argument', `${place}: a [[${section}.${key}]] ${why}.`, 'Correct it and try again.');
  }
}

async function parseToml(file: string, text: string): Promise<Readonly<Record<string, unknown>>> {
  const {parse} = await import('smol-toml');
  try {
    return parse(text);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message.trim() : String(cause);
    throw new CottyError('invalid_argument', `${file} cannot be read: ${reason}`, 'Mend the file and try again.', {
      cause,
    });
  }
}

function check(source: string, key: ConfigKey, value: unknown): ConfigValue {
  if (fits(key, value)) return value;
  throw wrong(source, `${key.section}.${key.key}`, wanted(key));
}

function wanted({type, choices, min = 0}: ConfigKey): string {
  switch (type) {
    case 'string':
      return choices ? `one of ${choices.join(', ')}` : 'a text';
    case 'number':
      return `a number of at least ${min}`;
    case 'strings':
      return 'a list of texts';
    case 'switch':
      return 'true or false';
    case 'variables':
      return 'a table of texts, by names of environment variables';
    case 'rules':
      return 'an array of tables, each begun by [[security.rule]]';
    case 'permissions':
      return 'an array of tables, each begun by [[security.permission]]';
    default:
      return type satisfies never;
  }
}

function applyProject(key: ConfigKey, base: ConfigValue, {file, text, values}: ConfigFile): ConfigValue {
  const project = values.get(`${key.section}.${key.key}`);
  if (project === undefined) return base;
  const place = placeIn(file, text, key.section, key.key);
  if (key.project === 'free') return project;
  if (key.project === 'tighten') return tightened(key, base, project, {file, text});
  if (key.project === 'narrow' && Array.isArray(project) && Array.isArray(base)) {
    if (project.includes('all')) return base;
    return base.includes('all') ? project : project.filter(item => base.includes(item));
  }
  throw new CottyError(
    'invalid_argument',
    `${place}: a project may not set ${key.section}.${key.key}.`,
    'A project file comes with the code; set this in your own config.toml.',
  );
}

function fromEnvironment(key: ConfigKey, env: NodeJS.ProcessEnv): ConfigValue | undefined {
  const text = env[key.variable];
  if (text === undefined || text === '') return undefined;
  switch (key.type) {
    case 'string':
      return check(key.variable, key, text);
    case 'number':
      return check(key.variable, key, Number(text));
    case 'switch':
      return check(key.variable, key, text === 'true' ? true : text === 'false' ? false : text);
    case 'strings':
      return listed(text);
    case 'rules':
    case 'permissions':
      throw new CottyError(
        'invalid_argument',
        `${key.variable}: ${key.section}.${key.key} is not set by a variable.`,
        'Write it into config.toml.',
      );
    case 'variables':
      return check(key.variable, key, Object.fromEntries(listed(text).map(splitAssignment)));
    default:
      return key.type satisfies never;
  }
}

function listed(text: string): string[] {
  return text.split(',').map(item => item.trim());
}

function splitAssignment(text: string): [string, string | undefined] {
  const at = text.indexOf('=');
  return at < 0 ? [text, undefined] : [text.slice(0, at), text.slice(at + 1)];
}

function sectionNames(): string[] {
  return [...new Set(configKeys.map(key => key.section))];
}

function unknown(file: string, what: string, word: string, known: readonly string[]): CottyError {
  const guess = nearest(word, known);
  const hint = guess ? `Did you mean "${guess}"?` : `Known here: ${known.join(', ')}.`;
  return new CottyError('invalid_argument', `${file}: ${what} is not known.`, hint);
}

function wrong(source: string, what: string, wanted: string): CottyError {
  return new CottyError('invalid_argument', `${source}: ${what} must be ${wanted}.`, 'Correct it and try again.');
}

function notYet(file: string, what: string, kind: 'section' | 'key'): CottyError {
  return new CottyError(
    'not_supported',
    `${file}: ${what} has no effect in this version, so it is refused.`,
    `Remove the ${kind} until a version of cotty supports it.`,
  );
}
