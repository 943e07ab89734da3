import {runFileOperation} from '../files/run-file-operation.ts';
import {PseudoError} from '../pseudo-error.ts';
import {createPseudoTerminal, type PseudoTerminalOptions} from '../registry.ts';
import type {RunHost} from '../run-protocol.ts';
import type {FromRunner, RunnerSetup, ToRunner} from '../runner-messages.ts';
import {artifactFolder} from './artifact-folder.ts';
import {completePath} from './complete-path.ts';
import {createConfinedFiles} from './confined-files.ts';
import {dryFiles} from './dry-files.ts';
import {heldFiles} from './held-files.ts';
import {lockDown} from './lock-down.ts';

/**
 * The whole life of a runner process: answers its host until that hangs up. One run at a time is the host's promise; file
 * operations may overlap. Throws when the process has more rights than a runner may have.
 */
export function serveRunner(options: PseudoTerminalOptions): void {
  lockDown();
  const setup: RunnerSetup = JSON.parse(process.argv[2] ?? '');
  const terminal = createPseudoTerminal(options);
  const confinement = {root: setup.workspace, readable: [setup.artifacts], closed: setup.closed};
  const files = createConfinedFiles(confinement);
  const running = new Map<number, AbortController>();

  const filesOf = ({writes, answered}: Extract<ToRunner, {type: 'run'}>): Pick<RunHost, 'files' | 'settle'> => {
    switch (writes) {
      case 'real':
        return {files};
      case 'asking':
      case 'dry-asking':
        return heldFiles(confinement, {answered, isDry: writes === 'dry-asking'});
      case 'dry':
      case 'dry-checked':
        return {files: dryFiles(confinement, writes === 'dry-checked')};
      default:
        return writes satisfies never;
    }
  };

  const answer = async (message: Exclude<ToRunner, {type: 'cancel'}>, signal: AbortSignal): Promise<FromRunner> => {
    const {id} = message;
    switch (message.type) {
      case 'run': {
        const own = filesOf(message);
        const artifactsOf = (runId: string) => artifactFolder(setup.artifacts, runId);
        const host = {...own, artifactsOf, packages: setup.packages};
        const run = await terminal.run(message.request, host, {
          signal,
          runId: message.runId,
          onStart: (parsed, limits) => send({type: 'started', id, parsed, limits}),
        });
        return {type: 'ran', id, run};
      }
      case 'file':
        return {
          type: 'file',
          id,
          reply: await runFileOperation(message.operation, files, {signal, answered: message.answered}),
        };
      case 'complete':
        return {type: 'completed', id, ...(await completePath(terminal.complete(message.line), files))};
      default:
        return message satisfies never;
    }
  };

  process.on('message', (message: ToRunner) => {
    if (message.type === 'cancel')
      return running.get(message.id)?.abort(new PseudoError('Timeout', 'The caller gave up.'));
    const abort = new AbortController();
    running.set(message.id, abort);
    void answer(message, abort.signal).then(reply => {
      running.delete(message.id);
      send(reply);
    });
  });
  // Ctrl-C at a terminal reaches every process of its group; when to end is the host's to say.
  process.on('SIGINT', () => {});
  process.once('disconnect', () => process.exit());
  send({type: 'ready'});
}

function send(message: FromRunner): void {
  process.send?.(message);
}
