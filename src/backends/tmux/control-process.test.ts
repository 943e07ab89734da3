import {execFileSync} from 'node:child_process';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {startControlProcess} from './control-process.ts';

test('what is written is received whole, and its end is noticed, of a program that cannot be started too', async () => {
  const received = async (program: string, args: readonly string[]): Promise<number> => {
    let length = 0;
    const {child, closed} = startControlProcess(program, args, process.env, bytes => {
      length += bytes.length;
    });
    child.on('error', () => undefined);
    await closed;
    return length;
  };
  for (let times = 0; times < 20; times++)
    expect(await received('head', ['-c', '3000000', '/dev/zero'])).toBe(3_000_000);
  for (const program of ['/no/such/program', '/etc/passwd', '/']) expect(await received(program, [])).toBe(0);
});

test('one that cannot be started for want of descriptors fails for its caller alone, and leaves none open', () => {
  // In a process of its own: whatever else this one holds open is not of the test.
  const script = `
    import {closeSync, openSync, readdirSync} from 'node:fs';
    import {startControlProcess} from ${JSON.stringify(join(import.meta.dirname, 'control-process.ts'))};
    const start = () => startControlProcess('true', [], process.env, () => undefined);
    await start().closed;
    const count = () => readdirSync(process.platform === 'linux' ? '/proc/self/fd' : '/dev/fd').length;
    const told = [];
    for (let free = 0; free < 12; free++) {
      const before = count();
      const held = [];
      try { for (;;) held.push(openSync('/dev/null')); } catch {}
      for (const descriptor of held.splice(0, free)) closeSync(descriptor);
      try { await start().closed; told.push('started'); } catch (error) { told.push(error.code); }
      for (const descriptor of held) closeSync(descriptor);
      await new Promise(resolve => setImmediate(resolve));
      if (count() > before) told.push('left open: ' + (count() - before));
    }
    const before = count();
    for (let times = 0; times < 50; times++) await start().closed;
    console.log(JSON.stringify([...new Set(told), count() - before]));`;
  const node = [process.execPath, '--input-type=module', '--eval', script];
  const told = execFileSync('sh', ['-c', 'ulimit -n 64; exec "$@"', 'sh', ...node], {encoding: 'utf8'});
  expect(JSON.parse(told)).toEqual(['not_supported', 'started', 0]);
});
