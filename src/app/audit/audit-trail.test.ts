import {mkdirSync, mkdtempSync, readdirSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterEach, beforeEach, expect, test, vi} from 'vitest';
import type {AuditPaths} from './audit-paths.ts';
import {AuditTrail} from './audit-trail.ts';
import {verifyAuditFiles} from './read-audit.ts';

let folder: string;
let paths: AuditPaths;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'cotty-trail-'));
  paths = {log: join(folder, 'audit.log'), key: join(folder, 'audit.key'), head: join(folder, 'audit.head')};
});
afterEach(() => rmSync(folder, {recursive: true}));

/** Full after some ten records. */
const maxBytes = 8 * 10_000;
const record = {event: 'decision', command: 'x'.repeat(900)};

function fullFilesHere(): readonly string[] {
  return readdirSync(folder).filter(name => /\.\d{12}$/.test(name));
}

test('decisions that come while the file is turned over are all kept, in one chain', async () => {
  const trail = await AuditTrail.open({paths, maxBytes});
  const seqs = await Promise.all(Array.from({length: 60}, () => trail.append(record)));
  for (let at = 0; at < 60; at++) seqs.push(await trail.append(record));
  await trail[Symbol.asyncDispose]();
  expect(new Set(seqs).size).toBe(120);
  expect(fullFilesHere().length).toBeGreaterThan(0);
  expect(verifyAuditFiles(paths)).toMatchObject({problems: []});
});

test('where no next file can be begun the old one goes on, whole, and is turned over when one can', async () => {
  const said = vi.spyOn(console, 'error').mockReturnValue();
  try {
    // Nothing can be begun there, as on a disk that is full.
    mkdirSync(join(folder, 'audit.log.next/in-the-way'), {recursive: true});
    const trail = await AuditTrail.open({paths, maxBytes});
    for (let at = 0; at < 40; at++) await trail.append(record);
    expect([fullFilesHere(), verifyAuditFiles(paths).problems]).toEqual([[], []]);
    // It is tried again now and then, and not with each record.
    expect(said.mock.calls.length).toBeLessThan(6);
    rmSync(join(folder, 'audit.log.next'), {recursive: true});
    for (let at = 0; at < 40; at++) await trail.append(record);
    await trail[Symbol.asyncDispose]();
    expect(fullFilesHere().length).toBeGreaterThan(0);
    expect(verifyAuditFiles(paths)).toMatchObject({problems: []});
  } finally {
    said.mockRestore();
  }
});
