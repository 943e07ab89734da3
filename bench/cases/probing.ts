/** A session with very many processes is looked at all the time: how long a byte of another session takes meanwhile, there and back. */
import {mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {createPtyBackend, startHost} from '../../src/backends/index.ts';
import type {TerminalLink} from '../../src/core/index.ts';
import {writerOf} from '../../test/support/writer-of.ts';
import type {Row} from '../support/row.ts';
import {figures, round, timed} from '../support/stats.ts';

const PROCESSES = 1500;
const BYTES = 400;
const CROWD = `i=0; while [ $i -lt ${PROCESSES} ]; do sleep 600 & i=$((i+1)); done; printf ready; wait`;

export async function probing(): Promise<Row[]> {
  const home = mkdtempSync(join(tmpdir(), 'cotty-bench-'));
  const host = await startHost({home, env: process.env, idleMs: 500});
  await using backend = createPtyBackend({home, host});
  const crowded = await backend.open({argv: ['sh', '-c', CROWD]});
  const other = await backend.open({argv: ['sh', '-c', 'stty raw -echo; printf ready; exec cat']});
  await Promise.all([printed(crowded, 5), printed(other, 5)]);
  const quiet = await timed(BYTES, () => thereAndBack(other));
  let isOver = false;
  let looks = 0;
  const looking = (async () => {
    for (; !isOver; looks++) await crowded.probe();
  })();
  const watched = await timed(BYTES, () => thereAndBack(other));
  isOver = true;
  await looking;
  await writerOf(crowded).signal('SIGKILL', 'session');
  await Promise.all([writerOf(crowded).close(), writerOf(other).close()]);
  rmSync(home, {recursive: true, force: true, maxRetries: 5});
  const [before, during] = [figures(quiet), figures(watched)];
  return [
    {
      what: `a byte to \`cat\` and back while a session of ${PROCESSES} processes is looked at without a pause (${looks} looks), p95`,
      measured: `${round(during.p95)} ms (p50 ${round(during.p50)})`,
      floor: `${round(before.p95)} ms (p50 ${round(before.p50)}, nobody looks)`,
      ratio: `${round(during.p95 / before.p95)}x`,
      target: '',
      reached: null,
    },
  ];
}

async function thereAndBack(link: TerminalLink): Promise<void> {
  const back = printed(link, 1);
  await writerOf(link).write({by: {type: 'person', name: 'bench'}, kind: 'typed', bytes: Buffer.from('x')});
  await back;
}

/** Resolves when so many more bytes of output were heard of. */
function printed(link: TerminalLink, bytes: number): Promise<void> {
  const {promise, resolve} = Promise.withResolvers<void>();
  let left = bytes;
  const heard = link.onNotice(notice => {
    if (notice.type !== 'output') return;
    left -= notice.length;
    if (left > 0) return;
    heard[Symbol.dispose]();
    resolve();
  });
  return promise;
}
