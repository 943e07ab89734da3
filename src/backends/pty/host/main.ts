/** Entry point of the host process: `host-main --home <COTTY_HOME> [--idle-ms N] [--max-log-bytes N] [--ready-fd N]`, started by `startHost`. */
import {closeSync, writeSync} from 'node:fs';
import {parseArgs} from 'node:util';
import {asCottyError} from '../../../core/index.ts';
import {tellFailure} from '../../system/tell-failure.ts';
import {runHost} from './run-host.ts';

const {values} = parseArgs({
  options: {
    home: {type: 'string'},
    'idle-ms': {type: 'string'},
    'max-log-bytes': {type: 'string'},
    'ready-fd': {type: 'string'},
  },
});
const readyDescriptor = values['ready-fd'] === undefined ? undefined : Number(values['ready-fd']);

// A hang-up of the terminal cotty was started from is no reason to end anybody's sessions; nor is its Ctrl-C.
process.on('SIGHUP', () => {});
process.on('SIGINT', () => {});
// What fails unforeseen, for one session or one client, must not end everybody's terminals: it is told in the log.
process.on('uncaughtException', tellFailure);
process.on('unhandledRejection', tellFailure);

try {
  await runHost({
    home: values.home ?? '',
    idleMs: Number(values['idle-ms'] ?? 10_000),
    maxLogBytes: values['max-log-bytes'] === undefined ? undefined : Number(values['max-log-bytes']),
    onReady: () => tellStarter('ready\n'),
  });
} catch (error) {
  const failure = asCottyError(error);
  console.error(failure);
  tellStarter(JSON.stringify(failure));
  process.exitCode = 1;
}

function tellStarter(message: string): void {
  if (readyDescriptor === undefined) return;
  try {
    writeSync(readyDescriptor, message);
    closeSync(readyDescriptor);
  } catch {
    // The starter is gone; the next one will find the socket.
  }
}
