/** Searches at their full size. `npm run soak`; minutes long, so not part of the tests. */
import {readFileSync} from 'node:fs';
import {writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {TestHome} from '../support/cotty-process.ts';
import {needsLinux} from '../support/needs.ts';

const LOG_BYTES = 500_000_000;
const SEARCHES = 50;
const MOST_GROWTH_MB = 60;

test('the memory of the server is what it was once fifty searches of half a gigabyte are over', async () => {
  needsLinux();
  await using home = await TestHome.make();
  await writeFile(join(home.path, 'config.toml'), '[session]\nlog_max_mb = 2000\n');
  const command = `yes '2026-11-22 10:00:00 INFO worker did something useful' | head -c ${LOG_BYTES} | nl`;
  const {command_id, output_bytes} = await home.json('run', '--timeout', '1200', '--', command);
  expect(output_bytes).toBeGreaterThan(LOG_BYTES);
  const pid = await home.serverPid();
  const before = residentMb(pid);
  for (let search = 0; search < SEARCHES; search++) {
    const found = await home.json(
      'read',
      'pty:',
      '--command',
      String(command_id),
      '--grep',
      ` ${search + 1}234567\\b|ERROR`,
    );
    expect(String(found.text).split('\n').length).toBeLessThan(20);
    expect(found).not.toHaveProperty('search_incomplete');
  }
  // The thread that searches ends when it has had nothing to do for a while.
  await expect.poll(() => residentMb(pid), {timeout: 60_000, interval: 1000}).toBeLessThan(before + MOST_GROWTH_MB);
  const [after, peak] = [residentMb(pid), residentMb(pid, 'VmHWM')];
  process.stdout.write(`memory of the server: ${before} MB before, ${after} MB after, ${peak} MB at most\n`);
});

function residentMb(pid: number, field: 'VmRSS' | 'VmHWM' = 'VmRSS'): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Math.round(Number(new RegExp(`^${field}:\\s+(\\d+)`, 'm').exec(status)?.[1]) / 1024);
}
