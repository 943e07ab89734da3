/**
 * Run as a process under a file size limit: appends lines until the log is full, skips some, says `full`, and goes on
 * when a line comes on stdin (the limit is lifted by then). Prints what it was told and did, as JSON lines.
 */
import {once} from 'node:events';
import {isCottyError} from '../../core/index.ts';
import {SessionLogWriter} from '../index.ts';

process.on('SIGXFSZ', () => {});
const say = (value: unknown) => process.stdout.write(`${JSON.stringify(value)}\n`);

const writer = SessionLogWriter.open(process.argv[2] ?? '');
const line = new Uint8Array(Buffer.from(`${'x'.repeat(999)}\n`));
let stored = 0;
let failure: unknown;
for (; failure === undefined && stored < 1000; ) {
  try {
    writer.append({type: 'output', bytes: line});
    stored++;
  } catch (error) {
    failure = error;
  }
}
writer.skipOutput(line.length, 1);
let failsStill = false;
try {
  writer.append({type: 'output', bytes: line});
} catch {
  failsStill = true;
  writer.skipOutput(line.length, 1);
}
say({stored, code: isCottyError(failure) ? failure.code : String(failure), failsStill});
await once(process.stdin, 'data');
writer.append({type: 'output', bytes: new Uint8Array(Buffer.from('after'))});
say({end: writer.outputEnd, lines: writer.lines});
writer.close();
process.exit(0);
