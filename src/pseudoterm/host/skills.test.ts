import {mkdirSync, readdirSync, symlinkSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {describe, expect, test} from 'vitest';
import {fillSampleWorkspace} from '../testing/sample-workspace.ts';
import {openTestHost} from '../testing/test-host.ts';
import {parseSkill} from './parse-skill.ts';
import {shippedSkills} from './skills.ts';

const SHIPPED = ['cotty-terminal', 'doc-ingest', 'hello-world', 'pseudoterm-basics', 'table-work'];

describe('the shipped skills', () => {
  test('are listed with a description each', async () => {
    await using open = openTestHost();
    const skills = open.host.skills();
    expect(skills.map(skill => skill.name)).toEqual(SHIPPED);
    expect(skills.every(skill => skill.source === 'cotty' && skill.description.length > 40)).toBe(true);
    expect(readdirSync(shippedSkills()).toSorted()).toEqual(SHIPPED);
  });

  test.each(SHIPPED)('%s: every fenced command does what its manual says', async name => {
    await using open = openTestHost();
    fillSampleWorkspace(open.workspace);
    for (const {line, stdin, exit, error} of fencedCommands(open.host.skill(name).text)) {
      const result = await open.host.exec({command: line, ...(stdin !== undefined && {stdin})});
      expect({line, error: result.error_code, stderr: error === null ? result.stderr : ''}).toEqual({
        line,
        error,
        stderr: '',
      });
      if (error === null) expect({line, exit: result.exit_code}).toEqual({line, exit});
    }
  });
});

describe('a skill', () => {
  test('of the user takes the place of a shipped one, one of the project does not', async () => {
    await using open = openTestHost();
    writeSkill(join(open.home, 'skills', 'mine'), 'doc-ingest', 'from the user');
    writeSkill(join(open.workspace, '.cotty', 'skills', 'x'), 'table-work', 'from the project');
    writeSkill(join(open.workspace, '.cotty', 'skills', 'y'), 'deploy', 'from the project');
    const sources = new Map(open.host.skills().map(skill => [skill.name, skill.source]));
    expect(Object.fromEntries(sources)).toMatchObject({'doc-ingest': 'user', 'table-work': 'cotty', deploy: 'project'});
    expect(open.host.skill('deploy')).toMatchObject({
      description: 'from the project',
      text: 'Body.\n',
      files: ['more.md'],
    });
  });

  test('of the project that is a link to somewhere else is none', async () => {
    await using open = openTestHost();
    mkdirSync(join(open.workspace, '.cotty', 'skills'), {recursive: true});
    writeSkill(join(open.home, 'elsewhere'), 'stolen', 'x');
    symlinkSync(join(open.home, 'elsewhere'), join(open.workspace, '.cotty', 'skills', 'stolen'));
    expect(open.host.skills().map(skill => skill.name)).toEqual(SHIPPED);
  });

  test('tells its other files, and follows no link to them', async () => {
    await using open = openTestHost();
    const folder = join(open.workspace, '.cotty', 'skills', 'mine');
    writeSkill(folder, 'mine', 'x');
    mkdirSync(join(folder, 'deep', 'er'), {recursive: true});
    writeFileSync(join(folder, 'deep', 'er', 'a.md'), 'x');
    symlinkSync('/etc', join(folder, 'etc'));
    symlinkSync('..', join(folder, 'deep', 'loop'));
    symlinkSync('/etc/passwd', join(folder, 'passwd.md'));
    expect(open.host.skill('mine').files).toEqual(['deep/er/a.md', 'more.md']);
  });

  test('that is not there is told with the nearest', async () => {
    await using open = openTestHost();
    expect(() => open.host.skill('doc-ingst')).toThrow('There is no skill "doc-ingst".');
  });

  test.each([
    ['---\nname: a\ndescription: >\n  two\n  lines\n---\nText', {name: 'a', description: 'two lines', text: 'Text\n'}],
    ['---\r\nname: "a"\r\n---\r\n# T\r\n\r\nFirst.\r\n', {name: 'a', description: 'First.', text: '# T\n\nFirst.\n'}],
    ['Just text', {name: 'folder', description: 'Just text', text: 'Just text\n'}],
  ])('is read from %j', (source, skill) => {
    expect(parseSkill(source, 'folder')).toEqual(skill);
  });
});

interface FencedCommand {
  readonly line: string;
  readonly stdin: string | undefined;
  readonly exit: number;
  readonly error: string | null;
}

/** Blocks of ```` ```pseudo ````, one line each; the info string may say `exit=1`, `error=CODE`, `stdin="…"`. */
function fencedCommands(text: string): readonly FencedCommand[] {
  return [...text.matchAll(/^```pseudo(.*)\n(.*)\n```$/gm)].map(([, info = '', line = '']) => {
    const stdin = /stdin=("(?:[^"\\]|\\.)*")/.exec(info)?.[1];
    return {
      line,
      stdin: stdin === undefined ? undefined : String(JSON.parse(stdin)),
      exit: Number(/exit=(\d+)/.exec(info)?.[1] ?? 0),
      error: /error=(\w+)/.exec(info)?.[1] ?? null,
    };
  });
}

function writeSkill(folder: string, name: string, description: string): void {
  mkdirSync(folder, {recursive: true});
  writeFileSync(join(folder, 'SKILL.md'), `---\nname: ${name}\ndescription: ${description}\n---\n\nBody.\n`);
  writeFileSync(join(folder, 'more.md'), 'more');
}
