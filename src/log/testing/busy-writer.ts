/** Run as a process: appends numbered lines without end, until killed. Says `ready` after the first. */
import {SessionLogWriter} from '../index.ts';
import {numberedLines} from './numbered-lines.ts';

const writer = SessionLogWriter.open(process.argv[2] ?? '', {segmentBytes: 256 * 1024});
for (let i = 0; ; i++) {
  writer.append({type: 'output', bytes: numberedLines(i)});
  if (i % 10 === 0) writer.append({type: 'title', title: `${i}`});
  if (i === 0) process.stdout.write('ready\n');
}
