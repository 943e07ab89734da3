import {
  findServer,
  type Home,
  locateHome,
  lookForHost,
  type StoppedServer,
  sessionsAlone,
  stopServer,
} from '../../app/index.ts';
import {field, textField} from '../../core/index.ts';
import type {Output} from '../argv/output.ts';
import {usageError} from '../argv/parse-words.ts';
import {defineVerb} from '../argv/verb.ts';
import {openClient, openRunningClient} from '../client.ts';

export const serverVerb = defineVerb({
  name: 'server',
  usage: 'status | stop [--sessions]',
  details: [
    'The server starts by itself when something needs it and stops by itself when unused.',
    'stop leaves the sessions alive; the next server finds them again. With --sessions they are closed too.',
    'It returns when the process is gone; one that does not end when it is asked to is killed, which is said.',
  ].join('\n'),
  options: {
    sessions: {type: 'boolean', about: 'stop: close all sessions and the host as well'},
  },
  words: [0, 1],
  places: [['status', 'stop']],
  async run({words: [action = 'status'], options, output, env}) {
    switch (action) {
      case 'status':
        return await tellStatus(env, output);
      case 'stop':
        return await stop(env, output, options.sessions === true);
      default:
        throw usageError(serverVerb, `There is no "server ${action}"`);
    }
  },
});

async function tellStatus(env: NodeJS.ProcessEnv, output: Output): Promise<number> {
  using client = await openRunningClient(env);
  const status = client && (await client.ask('status'));
  if (!status) return await tellWithoutServer(locateHome(env), output);
  if (output.isJson) output.value(status);
  else {
    const rows = ['pid', 'host_pid', 'version', 'sessions', 'connections', 'uptime_ms', 'home'];
    if (textField(status, 'unadopted') !== '') rows.push('unadopted');
    output.print([...rows.map(name => `${name}=${textField(status, name)}`), ...backendRows(status)].join('\n'));
  }
  return 0;
}

/** `backend=pty ready`, or the reason. */
function backendRows(status: unknown): readonly string[] {
  const backends = field(status, 'backends');
  return (Array.isArray(backends) ? backends : []).map(backend => {
    const reason = textField(field(backend, 'error'), 'message');
    return `backend=${textField(backend, 'backend')} ${textField(backend, 'state')}${reason ? `: ${reason}` : ''}`;
  });
}

async function tellWithoutServer(home: Home, output: Output): Promise<number> {
  const [pid, host] = await Promise.all([findServer(home), lookForHost(home)]);
  if (output.isJson) {
    const sessions = await sessionsAlone(home, host);
    output.value({pid: pid ?? null, host_pid: host?.pid ?? null, version: null, sessions});
  } else {
    output.print(
      pid === undefined
        ? 'The server does not run; it starts by itself when something needs it.'
        : `The server (pid ${pid}) does not answer; \`cotty server stop\` ends it.`,
    );
    const recorded = await sessionsAlone(home, undefined);
    if (recorded) output.print(`Sessions in other applications that live on: ${recorded}.`);
    if (host) output.print(`Its host lives on (pid ${host.pid}, sessions: ${host.sessions ?? 'unknown'}).`);
  }
  return 3;
}

async function stop(env: NodeJS.ProcessEnv, output: Output, closesSessions: boolean): Promise<number> {
  const home = locateHome(env);
  const alone = (await sessionsAlone(home, await lookForHost(home))) ?? 0;
  let stopped = await stopServer(home, {sessions: closesSessions});
  const sessions = stopped?.sessions ?? alone;
  if (closesSessions && (!stopped || stopped.wasKilled) && (await sessionsAlone(home, await lookForHost(home)))) {
    // Only a server can close them.
    using _server = await openClient(env);
    const another = await stopServer(home, {sessions: true});
    stopped ??= another;
  }
  if (closesSessions) await (await import('../../backends/index.ts')).retireHost(home.path);
  const killed = stopped?.wasKilled ? {killed: true} : {};
  if (output.isJson) output.value({stopped: stopped !== undefined, pid: stopped?.pid ?? null, ...killed});
  else output.print(inWords(stopped, {sessions, closesSessions}));
  return 0;
}

/** What becomes of the sessions is what somebody who stops the server wonders about. */
function inWords(
  stopped: StoppedServer | undefined,
  {sessions, closesSessions}: {readonly sessions: number; readonly closesSessions: boolean},
): string {
  const many = sessions === 1 ? 'one session' : `${sessions} sessions`;
  const lives = `${many} ${sessions === 1 ? 'lives' : 'live'} on; \`cotty ls\` shows what, \`cotty server stop --sessions\` ends it`;
  const fate = sessions === 0 ? '' : closesSessions ? `, and ${many} with it` : `; ${lives}`;
  if (!stopped)
    return closesSessions || sessions === 0 ? 'The server does not run.' : `The server does not run; ${lives}.`;
  if (!stopped.wasKilled) return `stopped server ${stopped.pid}${fate}`;
  return `killed server ${stopped.pid}: it did not end when it was asked to${fate}`;
}
