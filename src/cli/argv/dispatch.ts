import {isUtf8} from 'node:buffer';
import {readFileSync} from 'node:fs';
import {asCottyError, CottyError, nearest} from '../../core/index.ts';
import {tellHelp, verbHelp} from './help-text.ts';
import {createOutput, type Output} from './output.ts';
import {parseWords} from './parse-words.ts';
import {tellError} from './tell-error.ts';
import type {AnyVerb} from './verb.ts';
import {everydayVerbs, loadVerb, verbTable} from './verb-table.ts';

/** Runs one command line. Resolves to the exit code; failures are told on stderr as `cotty: message` and a hint. */
export async function dispatch(
  argv: readonly string[],
  env: NodeJS.ProcessEnv,
  output: Output = createOutput(process.stdout, () => process.stderr, env),
): Promise<number> {
  let verb: AnyVerb | undefined;
  try {
    const [name = 'status', ...words] = withoutSpellings(argv);
    if (argv.join('').includes(REPLACEMENT)) refuseLostBytes();
    verb = await findVerb(name);
    return await runVerb(verb, words, output, env);
  } catch (error) {
    const failure = asCottyError(error);
    tellError(failure, {output: wantsJson(argv) ? output.asJson() : output, ...(verb && {verb})});
    if (failure.code === 'internal' && env.COTTY_DEBUG) output.complain(String(failure.cause ?? failure.stack));
    return verb?.failureCode ?? 1;
  }
}

/** What stands for bytes that are no UTF-8: Node.js has read the command line as text. */
const REPLACEMENT = '\uFFFD';

function refuseLostBytes(): void {
  let bytes: Buffer;
  try {
    bytes = readFileSync('/proc/self/cmdline');
  } catch {
    // Not on this system.
    return;
  }
  if (isUtf8(bytes)) return;
  throw new CottyError(
    'invalid_argument',
    'A word of this command line is no UTF-8: it would be given on with other bytes.',
    "Write the bytes as text, e.g. $'\\xff' within the command, or a pattern for the name: *.txt",
  );
}

/** `--help`, `-h`, `--version` are verbs spelled as options. */
function withoutSpellings(argv: readonly string[]): readonly string[] {
  const [first, ...others] = argv;
  if (first === '--help' || first === '-h') return ['help', ...others];
  if (first === '--version' || first === '-V') return ['version', ...others];
  return first === '--json' ? ['status', ...argv] : argv;
}

async function findVerb(name: string): Promise<AnyVerb> {
  const everyday = await loadVerb(name);
  if (everyday) return everyday;
  const {findToolVerb, toolVerbNames} = await import('./tool-verbs.ts');
  const verb = findToolVerb(name);
  if (verb) return verb;
  if (name.startsWith('-'))
    throw new CottyError('invalid_argument', `cotty has no option ${name}.`, 'Options follow a verb; see: cotty help');
  const guess = nearest(name, [...Object.keys(verbTable), ...toolVerbNames()]);
  const hint = guess ? `Did you mean "cotty ${guess}"?` : 'See all verbs with: cotty help';
  throw new CottyError('invalid_argument', `There is no verb "${name}".`, hint);
}

async function runVerb(verb: AnyVerb, argv: readonly string[], output: Output, env: NodeJS.ProcessEnv) {
  const {json, help, ...call} = parseWords(verb, argv);
  if (help) {
    tellHelp(verbHelp(verb), output);
    return 0;
  }
  return await verb.run({...call, output: json ? output.asJson() : output, env, verbs: everydayVerbs});
}

function wantsJson(argv: readonly string[]): boolean {
  const separator = argv.indexOf('--');
  return (separator < 0 ? argv : argv.slice(0, separator)).includes('--json');
}
