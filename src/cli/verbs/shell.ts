import {existsSync} from 'node:fs';
import {join} from 'node:path';
import type {CompleterResult} from 'node:readline';
import {createInterface} from 'node:readline/promises';
import {locateHome, prepareHome, secretsHere} from '../../app/index.ts';
import {CottyError} from '../../core/index.ts';
import type {SecretMask} from '../../guard/index.ts';
import {readPrivateFile, writePrivateFile} from '../../private/index.ts';
import {type CallScope, openPseudoTerminalHost, type PseudoTerminalHost} from '../../pseudoterm/index.ts';
import type {Output} from '../argv/output.ts';
import {defineVerb} from '../argv/verb.ts';
import {isPerson, personName} from '../client.ts';
import {visibleText} from '../visible-text.ts';

const MOST_HISTORY = 1_000;

export const shellVerb = defineVerb({
  name: 'shell',
  usage: '--pseudo [--workspace DIR]',
  details: 'A prompt with history and completion. Ctrl-C stops the command that runs, Ctrl-D or "exit" leaves.',
  options: {
    pseudo: {type: 'boolean', about: 'the pseudo-terminal; for a real shell see: cotty new, cotty attach'},
    workspace: {type: 'string', value: 'DIR', place: 'folder', about: 'the folder it may use; default is here'},
  },
  words: [0, 0],
  async run({options, output, env}) {
    if (!options.pseudo)
      throw new CottyError(
        'invalid_argument',
        'Say which shell.',
        'cotty shell --pseudo, or for a real one: cotty new && cotty attach SESSION',
      );
    const home = locateHome(env);
    prepareHome(home);
    await using host = await openPseudoTerminalHost({home: home.path, workspace: options.workspace, idleMs: 0});
    const scope = {cwd: process.cwd(), caller: `person ${personName()}`};
    await host.warm(scope);
    const secrets = isPerson(env) ? null : await secretsHere({home, env, cwd: scope.cwd});
    return await converse(host, scope, {output, secrets, historyFile: join(home.path, 'pseudo-history')});
  },
});

interface Conversation {
  readonly output: Output;
  readonly historyFile: string;
  /** Null at a person's own terminal. */
  readonly secrets: SecretMask | null;
}

/** Resolves to the exit code of the last command. */
async function converse(
  host: PseudoTerminalHost,
  scope: CallScope,
  {output, historyFile, secrets}: Conversation,
): Promise<number> {
  const isPerson = process.stdin.isTTY === true && output.isTty;
  const history = readHistory(historyFile);
  const prompt = createInterface({
    input: process.stdin,
    output: process.stdout,
    terminal: isPerson,
    prompt: isPerson ? 'pseudo> ' : '',
    history: history.toReversed(),
    historySize: MOST_HISTORY,
    completer: async (line: string): Promise<CompleterResult> => {
      const {candidates, word} = await host.complete(line, scope);
      return [candidates.map(candidate => (candidate.endsWith('/') ? candidate : `${candidate} `)), word];
    },
  });
  let running: AbortController | undefined;
  let exitCode = 0;
  let isClosed = false;
  prompt.once('close', () => {
    isClosed = true;
  });
  prompt.on('SIGINT', () => {
    if (running) return running.abort();
    prompt.write(null, {ctrl: true, name: 'u'});
  });
  if (isPerson) output.print(output.dim('The pseudo-terminal: "help" lists the commands, Ctrl-D leaves.'));
  prompt.prompt();
  for await (const line of prompt) {
    const command = line.trim();
    if (command === 'exit' || command === 'quit') break;
    if (command !== '') {
      if (isPerson) writePrivateFile(historyFile, `${command}\n`, {as: 'append'});
      running = new AbortController();
      exitCode = await runOne(host, command, {...scope, signal: running.signal}, {output, secrets});
      running = undefined;
    }
    if (!isClosed) prompt.prompt();
  }
  prompt.close();
  // What comes next begins on a line of its own.
  if (isPerson && isClosed) output.print('');
  return exitCode;
}

/** Oldest first. Lines are added as they are run, so that shells side by side and a closed window lose none. */
function readHistory(file: string): readonly string[] {
  if (!existsSync(file)) return [];
  const lines = readPrivateFile(file).split('\n').filter(Boolean);
  const latest = lines.slice(-MOST_HISTORY);
  if (lines.length > 2 * MOST_HISTORY) writePrivateFile(file, `${latest.join('\n')}\n`);
  return latest;
}

async function runOne(
  host: PseudoTerminalHost,
  command: string,
  scope: CallScope,
  {output, secrets}: Pick<Conversation, 'output' | 'secrets'>,
): Promise<number> {
  const all = await host.exec({command}, scope);
  const result = secrets?.maskAll(all) ?? all;
  if (output.isJson) output.value(result);
  else {
    if (result.stdout !== '') output.print(output.isTty ? visibleText(result.stdout) : result.stdout);
    if (result.stderr !== '') output.complain(visibleText(result.stderr.trimEnd()));
    for (const artifact of result.artifacts)
      output.print(output.dim(`artifact: ${artifact.path} (${artifact.description})`));
  }
  return result.exit_code;
}
