import {isUtf8} from 'node:buffer';
import {locateHome, prepareHome, secretsHere} from '../../app/index.ts';
import {CottyError} from '../../core/index.ts';
import {
  createPseudoTerminal,
  type ExecResult,
  openPseudoTerminalHost,
  quoteWord,
  type Replay,
  type RunRequest,
} from '../../pseudoterm/index.ts';
import type {Output} from '../argv/output.ts';
import {defineVerb, type VerbCall} from '../argv/verb.ts';
import {isPerson, personName} from '../client.ts';
import {listenForInterruption} from '../interruption.ts';
import {visibleText} from '../visible-text.ts';

export const execVerb = defineVerb({
  name: 'exec',
  usage: '[--workspace DIR] [--timeout SECONDS] [--stdin] "LINE" | -- WORD… | --replay RUN_ID',
  details: [
    'cotty exec "help" lists the commands. Exits with the exit code of the command.',
    'After -- each word is taken as it is, whatever characters it has. Input that is piped in becomes stdin.',
    '--replay runs a recorded line again: exit code 0 when the result is the same, 1 when it is not.',
  ].join('\n'),
  options: {
    replay: {type: 'string', value: 'RUN_ID', about: 'run a recorded line again and compare'},
    workspace: {type: 'string', value: 'DIR', place: 'folder', about: 'the folder it may use; default is here'},
    timeout: {type: 'number', value: 'SECONDS', about: 'give up after this long'},
    stdin: {type: 'boolean', about: 'read stdin even when it is a terminal'},
  },
  words: [0, 1],
  failureCode: 125,
  async run({options, words, rest, output, env}) {
    const home = locateHome(env);
    prepareHome(home);
    const request = options.replay === undefined ? await readRequest({options, words, rest}) : undefined;
    // Before anything is made that a run needs: an interruption that comes now is told and recorded like a later one.
    using interruption = listenForInterruption();
    await using host = await openPseudoTerminalHost({home: home.path, workspace: options.workspace});
    const scope = {cwd: process.cwd(), caller: `person ${personName()}`, signal: interruption.signal};
    const secrets = isPerson(env) ? null : await secretsHere({home, env, cwd: scope.cwd});
    const shown = <Value>(value: Value): Value => secrets?.maskAll(value) ?? value;
    if (!request) return tellReplay(shown(await host.replay(options.replay ?? '', scope)), output);
    const result = shown(await host.exec(request, scope));
    tell(result, output);
    return interruption.exitCode ?? result.exit_code;
  },
});

interface Words {
  readonly options: {readonly stdin?: boolean; readonly timeout?: number};
  readonly words: readonly string[];
  readonly rest: VerbCall<unknown>['rest'];
}

async function readRequest({options, words, rest}: Words): Promise<RunRequest> {
  const command = lineOf(words[0], rest);
  const stdin = await pipedInput(command, options.stdin ?? false);
  return {
    command,
    ...(stdin !== undefined && {stdin}),
    ...(options.timeout !== undefined && {timeout_ms: Math.ceil(options.timeout * 1000)}),
  };
}

function lineOf(line: string | undefined, rest: VerbCall<unknown>['rest']): string {
  if (line !== undefined && rest === undefined) return line;
  if (line === undefined && rest !== undefined && rest.length > 0) return rest.map(quoteWord).join(' ');
  throw new CottyError('invalid_argument', 'Give one line, or words after --.', 'Try: cotty exec "help"');
}

/** What is piped in, if this command would read it: an inherited pipe that nobody closes must not hold up the others. */
async function pipedInput(command: string, isWanted: boolean): Promise<string | undefined> {
  if (!isWanted && (process.stdin.isTTY || !createPseudoTerminal().readsStdin(command))) return undefined;
  const parts: Buffer[] = [];
  for await (const part of process.stdin) parts.push(part);
  const bytes = Buffer.concat(parts);
  if (isUtf8(bytes)) return bytes.toString('utf8');
  throw new CottyError('invalid_argument', 'What is piped in is not UTF-8 text.', 'Name the file in the line instead.');
}

function tell(result: ExecResult, output: Output): void {
  if (output.isJson) {
    output.value(result);
    return;
  }
  if (result.stdout !== '') output.raw(output.isTty ? visibleText(result.stdout) : result.stdout);
  if (result.stderr !== '') output.complain(visibleText(result.stderr.trimEnd()));
  for (const artifact of result.artifacts) output.complain(`artifact: ${artifact.path} (${artifact.description})`);
}

function tellReplay({before, result, isSame}: Replay, output: Output): number {
  if (output.isJson) output.value({same: isSame, before, result});
  else {
    output.print(`${isSame ? 'the same result' : 'ANOTHER RESULT'}: ${before.command}`);
    output.print(
      `  ${before.run_id}  ${before.timestamp}  exit ${before.exit_code}  ${before.error_code ?? ''}`.trimEnd(),
    );
    output.print(`  ${result.run_id}  now  exit ${result.exit_code}  ${result.error_code ?? ''}`.trimEnd());
  }
  return isSame ? 0 : 1;
}
