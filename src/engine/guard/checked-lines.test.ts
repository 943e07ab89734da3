import {expect, test} from 'vitest';
import {defaultPolicy, type GitSetting, type Permitted, Policy} from '../../guard/index.ts';
import type {ComposedLine} from '../write/judge-write.ts';
import {CheckedLines} from './checked-lines.ts';

const permitted: Permitted = {decision: 'allow', policy: new Policy(defaultPolicy), reasons: []};

function line(text: string): ComposedLine {
  const place = {
    sessionId: null,
    program: null,
    pid: null,
    shell: null,
    cwd: '/home/somebody/project',
    continues: false,
  };
  return {text, revision: 0, place: {...place, reading: 'shell', family: 'bash'}};
}

/** Folders in which lies what these hold at the moment. */
function linesOf(seen: {settings: GitSetting[]; names: string[]; links?: Record<string, string>}): CheckedLines {
  return new CheckedLines({
    ownFolder: null,
    look: {
      settings: () => [...seen.settings],
      has: (_, name) => seen.names.includes(name),
      // Of a line it is looked at once where each path leads.
      real: (path, {places}) => places.get(path) ?? places.set(path, seen.links?.[path] ?? path).get(path) ?? null,
      isOwn: () => false,
      holdsOwn: () => false,
    },
    homeOf: () => '/home/somebody',
    envOf: () => ({}),
  });
}

test.each([
  ['git status', {settings: [{name: 'core.pager', value: 'rm x'}], names: []}],
  ['python3 -m json.tool data.json', {settings: [], names: ['json.py']}],
  ['cp .env.example .env', {settings: [], names: ['.env']}],
])('what was judged of %s counts as long as its folder looks the same', (text, other) => {
  const seen: {settings: GitSetting[]; names: string[]} = {settings: [], names: []};
  const lines = linesOf(seen);
  const first = lines.check(permitted, line(text));
  expect(lines.check(permitted, line(text))).toBe(first);
  Object.assign(seen, other);
  const worse = lines.check(permitted, line(text));
  expect(worse.level).not.toBe(first.level);
  expect(lines.check(permitted, line(text))).toBe(worse);
  Object.assign(seen, {settings: [], names: []});
  expect(lines.check(permitted, line(text)).level).toBe(first.level);
});

test('what was judged of a path counts no longer when a link lies there', () => {
  const seen = {settings: [], names: [], links: {} as Record<string, string>};
  const lines = linesOf(seen);
  expect(lines.check(permitted, line('cat /srv/notes.txt')).level).toBe('SAFE');
  seen.links['/srv/notes.txt'] = '/home/somebody/.ssh/id_rsa';
  expect(lines.check(permitted, line('cat /srv/notes.txt')).level).toBe('DANGEROUS');
});
