/** Skills: folders with a SKILL.md that tell an agent how to do something. Nothing in them is ever run from here. */
import {lstatSync, readdirSync, readFileSync, realpathSync, statSync} from 'node:fs';
import {join, relative, sep} from 'node:path';
import {fileURLToPath} from 'node:url';
import {CottyError, nearest} from '../../core/index.ts';
import {isTrustedFile} from '../../private/index.ts';
import {parseSkill} from './parse-skill.ts';

export interface SkillFacts {
  readonly name: string;
  readonly description: string;
  /** Where it comes from: shipped with cotty, the user's own, or the project's. */
  readonly source: 'cotty' | 'user' | 'project';
}

export interface SkillText extends SkillFacts {
  /** Markdown without the front matter. */
  readonly text: string;
  /** Other files of the skill, relative to it. */
  readonly files: readonly string[];
}

const LARGEST_SKILL = 256 * 1024;
const MOST_FILES = 100;

/** Sorted by name. A user's skill takes the place of a shipped one of that name; a project's never does. */
export function listSkills(places: SkillPlaces): readonly SkillFacts[] {
  return found(places).map(({name, description, source}) => ({name, description, source}));
}

/** Throws `invalid_argument` naming the nearest. */
export function readSkill(places: SkillPlaces, name: string): SkillText {
  const skills = found(places);
  const skill = skills.find(candidate => candidate.name === name);
  if (skill) {
    const {folder, ...facts} = skill;
    return {...facts, files: otherFiles(folder)};
  }
  const names = skills.map(candidate => candidate.name);
  const guess = nearest(name, names);
  const hint = guess ? `Did you mean "${guess}"?` : `Skills: ${names.join(', ')}.`;
  throw new CottyError('invalid_argument', `There is no skill "${name}".`, hint);
}

export interface SkillPlaces {
  readonly home: string;
  readonly workspace: string;
}

/** The folder of the skills that ship with cotty. */
export function shippedSkills(): string {
  return fileURLToPath(new URL('../../../skills/', import.meta.url));
}

type Found = SkillFacts & {readonly text: string; readonly folder: string};

function found({home, workspace}: SkillPlaces): readonly Found[] {
  const shipped = skillsIn(shippedSkills(), 'cotty');
  const own = skillsIn(join(home, 'skills'), 'user');
  const ofProject = skillsIn(join(workspace, '.cotty', 'skills'), 'project', workspace);
  const byName = new Map([...ofProject, ...shipped, ...own].map(skill => [skill.name, skill]));
  return [...byName.values()].toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

/** `within`: links that lead out of it are passed over. */
function skillsIn(folder: string, source: SkillFacts['source'], within?: string): readonly Found[] {
  return entriesOf(folder).flatMap(name => {
    try {
      const at = realpathSync(join(folder, name));
      if (within !== undefined && !isBelow(within, at)) return [];
      const file = join(at, 'SKILL.md');
      const facts = within === undefined ? statSync(file) : lstatSync(file);
      if (!facts.isFile() || facts.size > LARGEST_SKILL) return [];
      if (source === 'user' && !isTrustedFile(file)) return [];
      return [{...parseSkill(readFileSync(file, 'utf8'), name), source, folder: at}];
    } catch {
      // A skill that cannot be read is none.
      return [];
    }
  });
}

/** Links are not followed: they may lead anywhere, and in circles. */
function otherFiles(folder: string): readonly string[] {
  const files: string[] = [];
  const folders = [folder];
  for (let at = folders.shift(); at !== undefined && files.length < MOST_FILES; at = folders.shift()) {
    const entries = readdirSync(at, {withFileTypes: true}).toSorted((a, b) => (a.name < b.name ? -1 : 1));
    for (const entry of entries) {
      const path = join(at, entry.name);
      if (entry.isDirectory()) folders.push(path);
      else if (entry.isFile()) files.push(relative(folder, path));
    }
  }
  return files
    .filter(path => path !== 'SKILL.md')
    .slice(0, MOST_FILES)
    .toSorted();
}

function isBelow(folder: string, path: string): boolean {
  return path.startsWith(folder.endsWith(sep) ? folder : folder + sep);
}

function entriesOf(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
