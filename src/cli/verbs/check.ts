import {homedir} from 'node:os';
import {createInterface} from 'node:readline';
import {currentFolder, locateHome, policyHere} from '../../app/index.ts';
import {CottyError, quoteWords} from '../../core/index.ts';
import type {Check} from '../../guard/index.ts';
import {defineVerb} from '../argv/verb.ts';
import {visibleText} from '../visible-text.ts';

export const checkVerb = defineVerb({
  name: 'check',
  usage: '[--agent NAME] [--session NAME] -- COMMAND… | --stdin --json',
  details:
    'Says what a command line could do, and runs nothing: SAFE, CAUTION or DANGEROUS, with the reasons. The policy is that of your configuration and of the project you stand in. One word after -- is taken as a whole line. With --stdin --json, one JSON string a line in, one JSON verdict a line out. Exits with 0 for SAFE, 1 for CAUTION, 2 for DANGEROUS; with --stdin always with 0.',
  options: {
    stdin: {type: 'boolean', about: 'read many lines, each a JSON string (with --json)'},
    agent: {type: 'string', value: 'NAME', about: 'what the permissions say to this agent'},
    session: {type: 'string', short: 's', value: 'NAME', about: 'what they say there'},
  },
  words: [0, 0],
  rest: 'command',
  failureCode: 125,
  async run({options, rest, output, env}) {
    const home = locateHome(env);
    const cwd = currentFolder();
    const {session} = options;
    const {policy, look} = await policyHere({home, env, cwd: cwd ?? null});
    const where = session === undefined ? null : [session];
    const act = {agent: options.agent ?? '', session: where, tool: 'run_command', reads: false};
    const checkLine = (line: string): Check => policy.checkAs(act, line, place);
    const place = {cwd, home: homedir(), ownFolder: home.path, look};
    if (options.stdin) {
      if (!output.isJson)
        throw new CottyError('invalid_argument', '--stdin needs --json.', 'Call cotty check --stdin --json.');
      for await (const line of createInterface({input: process.stdin, crlfDelay: Number.POSITIVE_INFINITY}))
        if (line.trim() !== '') output.value({...toValue(checkLine(readLine(line)))});
      return 0;
    }
    if (!rest || rest.length === 0)
      throw new CottyError(
        'invalid_argument',
        'Nothing to check.',
        "Put the command behind --: cotty check -- 'ls | wc -l'",
      );
    const command = rest.length === 1 ? (rest[0] ?? '') : quoteWords(rest);
    const check = checkLine(command);
    if (output.isJson) output.value({...toValue(check)});
    else {
      output.print(check.level);
      for (const {level, message, start, end} of check.reasons)
        output.print(
          `  ${level.padEnd(9)}  ${visibleText(message)}  ${visibleText(command.slice(start, end).slice(0, 60))}`,
        );
    }
    return {SAFE: 0, CAUTION: 1, DANGEROUS: 2}[check.level];
  },
});

function toValue({level, decision, asks, reasons, commands}: Check): Readonly<Record<string, unknown>> {
  return {
    level,
    decision,
    asks,
    reasons: reasons.map(({rule, message, start, end}) => ({rule, message, start, end})),
    commands: commands.map(({argv}) => argv),
  };
}

function readLine(text: string): string {
  try {
    const line: unknown = JSON.parse(text);
    if (typeof line === 'string') return line;
  } catch {
    // Said below.
  }
  throw new CottyError(
    'invalid_argument',
    'A line of the input is no JSON string.',
    'Write each command as a JSON string on a line of its own.',
  );
}
