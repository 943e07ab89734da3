import {chmodSync, mkdirSync, symlinkSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {giveAway, makeFolder, needsOtherUser, OTHER_UID, publicPlace} from '../../test/support/other-user.ts';
import {whyNotFirm} from './firm-path.ts';

test('what does not exist yet is firm where nobody else can make it', () => {
  using place = publicPlace();
  expect(whyNotFirm(join(place.path, 'not/yet/there'))).toBeUndefined();
  chmodSync(place.path, 0o777);
  expect(whyNotFirm(join(place.path, 'not/yet/there'))).toContain(`others may write ${place.path} `);
});

test('a link is judged by where it leads, step by step', () => {
  using place = publicPlace();
  const open = makeFolder(join(place.path, 'open'), 0o777);
  makeFolder(join(open, 'deep/er'), 0o755);
  const kept = makeFolder(join(place.path, 'kept'), 0o755);
  symlinkSync('../open/deep', join(kept, 'away'));
  symlinkSync(join(place.path, 'kept/../kept'), join(place.path, 'round'));
  expect(whyNotFirm(join(place.path, 'round'))).toBeUndefined();
  expect(whyNotFirm(join(kept, 'away/er'))).toContain(`others may write ${open} `);
});

test('a link that leads in circles is told', () => {
  using place = publicPlace();
  symlinkSync('b', join(place.path, 'a'));
  symlinkSync('a', join(place.path, 'b'));
  expect(whyNotFirm(join(place.path, 'a/x'))).toContain('leads in circles');
});

test('below a folder that only we can enter, modes do not matter', () => {
  using place = publicPlace();
  const shut = makeFolder(join(place.path, 'shut'), 0o700);
  const open = makeFolder(join(shut, 'open'), 0o777);
  expect(whyNotFirm(join(open, 'x'))).toBeUndefined();
  chmodSync(shut, 0o710);
  expect(whyNotFirm(join(open, 'x'))).toContain(`others may write ${open} `);
});

test('in a sticky folder, what is somebody else’s is theirs to replace, and what is ours is not', () => {
  needsOtherUser();
  using place = publicPlace(0o1777);
  mkdirSync(join(place.path, 'ours'));
  expect(whyNotFirm(join(place.path, 'ours/x'))).toBeUndefined();
  const theirs = makeFolder(join(place.path, 'theirs'), 0o755);
  giveAway(theirs);
  expect(whyNotFirm(join(theirs, 'x'))).toBe(
    `${theirs} belongs to another user (uid ${OTHER_UID}), who could put something else in its place`,
  );
});
