/** The text of the profile: no machine of ours runs it, so this is all that is tried of it. */
import {expect, test} from 'vitest';
import type {SandboxView} from './sandbox-view.ts';
import {seatbeltProfile} from './seatbelt-profile.ts';

const view: SandboxView = {
  network: false,
  cwd: '/work/a "b"\\c',
  project: '/work/a "b"\\c',
  writable: ['/cache'],
  homes: ['/Users/me'],
  hidden: ['/Users/me/.ssh'],
  cottyHome: '/Users/me/.cotty',
  integration: {folder: '/Users/me/.cotty/sessions/1/shell', script: '/opt/cotty/shell/cotty.zsh'},
};
const places = {temporary: '/Users/me/.cotty/sessions/1/tmp', readOnly: ['/work/a "b"\\c/.git/hooks']};

test('every expression is closed, and a path is one string whatever is in it', () => {
  const profile = seatbeltProfile(view, places);
  const bare = profile.replace(/"(?:[^"\\]|\\.)*"/g, 'S');
  expect(bare).not.toContain('"');
  for (const line of bare.trim().split('\n')) {
    expect(line).toMatch(/^\(.*\)$/);
    expect([line, line.split('(').length]).toEqual([line, line.split(')').length]);
  }
  expect(profile).toContain(String.raw`(subpath "/work/a \"b\"\\c")`);
});

test('what is denied comes after the wider rule that allows it, and what is allowed again after that', () => {
  const rules = seatbeltProfile(view, places).trim().split('\n');
  const at = (...parts: string[]): number => rules.findIndex(rule => parts.every(part => rule.includes(part)));
  const order = [
    at('(deny file-write*)'),
    at('(allow file-write*', '/cache'),
    at('(deny file-write*', '.git/hooks'),
    at('(deny file-read* file-write*', '.ssh', '.cotty"'),
    at('(allow file-read* file-write*', 'sessions/1/shell', 'sessions/1/tmp'),
  ];
  expect(order).toEqual(order.toSorted((a, b) => a - b));
  expect(order).not.toContain(-1);
});

test('without the network all of it is denied, with it only the sockets of programs outside', () => {
  expect(seatbeltProfile(view, places)).toContain('\n(deny network*)\n');
  const online = seatbeltProfile({...view, network: true}, places);
  expect(online).not.toContain('(deny network*)');
  expect(online).toContain('(deny network-outbound (remote unix-socket))');
});
