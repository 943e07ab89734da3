import {locateHome} from '../../app/index.ts';
import {textField} from '../../core/index.ts';
import type {Output} from '../argv/output.ts';
import {usageError} from '../argv/parse-words.ts';
import {defineVerb} from '../argv/verb.ts';
import {type Client, openClient} from '../client.ts';
import {callOnRecorded} from '../find-session-log.ts';
import {refuseLivingName} from '../living-name.ts';

export const newVerb = defineVerb({
  name: 'new',
  usage:
    '[NAME | --name NAME] [--shell SHELL] [--cwd DIR] [--cols N] [--rows N] [--env NAME=VALUE …] [--backend BACKEND] [--sandbox[=on|network|offline|off]] | --recover SESSION',
  details: 'Prints the id of the new session, which `run`, `attach`, `read` and the others take.',
  options: {
    name: {type: 'string', value: 'NAME', about: 'the same as NAME'},
    shell: {
      type: 'string',
      value: 'SHELL',
      place: ['bash', 'zsh', 'fish', 'sh'],
      about: 'shell to start; default is the login shell',
    },
    cwd: {type: 'string', value: 'DIR', place: 'folder', about: 'where it starts; default is here'},
    cols: {type: 'number', about: 'columns, 1 to 2000; default is as many as this terminal has, else 80'},
    rows: {type: 'number', about: 'rows, 1 to 2000; default is as many as this terminal has, else 24'},
    recover: {
      type: 'string',
      value: 'SESSION',
      place: 'ended',
      about:
        'begins where that ended session was: its directory, shell, name, and its environment if the server remembers it',
    },
    backend: {
      type: 'string',
      value: 'BACKEND',
      place: ['pty', 'tmux', 'iterm2'],
      about: '`tmux`: a window there; `iterm2`: a tab there; default is by `[backends] order`',
    },
    sandbox: {
      type: 'string',
      value: 'HOW',
      bare: 'on',
      place: ['on', 'network', 'offline', 'off'],
      about:
        'confines it to its project: `network` with the network, `offline` without, `on` as configured ([sandbox])',
    },
    env: {type: 'strings', value: 'NAME=VALUE', about: 'added to its environment; may be repeated'},
  },
  words: [0, 1],
  async run({options, words, output, env}) {
    const {env: added = [], recover, ...given} = options;
    if (words[0] !== undefined && given.name !== undefined)
      throw usageError(newVerb, 'Give the name once, as a word or with --name');
    const assigned = Object.fromEntries(added.map(splitAssignment));
    using client = await openClient(env);
    if (recover !== undefined) return await recoverSession(client, recover, {output, env});
    const name = words[0] ?? given.name;
    if (name !== undefined) await refuseLivingName(client, name);
    const {value} = await client.call('manage_session', {
      action: 'create',
      ...terminalSize(),
      ...given,
      ...(name !== undefined && {name}),
      ...(added.length > 0 && {env: assigned}),
    });
    if (output.isJson) output.value(value);
    else output.print(textField(value, 'session_id'));
    return 0;
  },
});

/** Of the terminal that somebody opens it from; without one the session has the usual size. */
function terminalSize(): {readonly cols?: number; readonly rows?: number} {
  if (!process.stdin.isTTY) return {};
  // In `$(cotty new)` the id goes into a pipe.
  const {columns, rows} = process.stdout.isTTY ? process.stdout : process.stderr;
  return columns > 0 && rows > 0 ? {cols: Math.min(columns, MOST_CELLS), rows: Math.min(rows, MOST_CELLS)} : {};
}

/** A session takes no more, in a row or a column. */
const MOST_CELLS = 2000;

interface Surroundings {
  readonly output: Output;
  readonly env: NodeJS.ProcessEnv;
}

async function recoverSession(client: Client, session: string, {output, env}: Surroundings): Promise<number> {
  const {value} = await callOnRecorded(locateHome(env), session, session_id =>
    client.call('manage_session', {action: 'recover', session_id}),
  );
  if (output.isJson) output.value(value);
  else output.print(textField(value, 'session_id'));
  if (value.environment === 'caller' && !output.isJson)
    output.complain('The environment it had is not remembered any more; this one has yours.');
  return 0;
}

function splitAssignment(text: string): [string, string] {
  const at = text.indexOf('=');
  if (at < 1) throw usageError(newVerb, `--env needs NAME=VALUE, not "${text}"`);
  return [text.slice(0, at), text.slice(at + 1)];
}
