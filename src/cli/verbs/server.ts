import {type HostAlone, locateHome, lookForHost} from '../../app/index.ts';
import {field, numberField, textField} from '../../core/index.ts';
import type {Output} from '../argv/output.ts';
import {usageError} from '../argv/parse-words.ts';
import {defineVerb} from '../argv/verb.ts';
import {type Client, openClient, openRunningClient} from '../client.ts';

export const serverVerb = defineVerb({
  name: 'server',
  usage: 'status | stop',
  details: [
    'The server starts by itself when something needs it and stops by itself when unused.',
    'stop leaves the sessions alive; the next server finds them again. With --sessions they are closed too.',
  ].join('\n'),
  options: {
    sessions: {type: 'boolean', about: 'stop: close all sessions and the host as well'},
  },
  words: [0, 1],
  places: [['status', 'stop']],
  async run({words: [action = 'status'], options, output, env}) {
    using client = await openRunningClient(env);
    const home = locateHome(env);
    const host = client ? undefined : await lookForHost(home);
    switch (action) {
      case 'status':
        return await tellStatus(client, host, output);
      case 'stop':
        if (host?.sessions && options.sessions) {
          // Only a server can close them.
          using server = await openClient(env);
          return await stop(server, output, {closesSessions: true, home: home.path});
        }
        return await stop(client, output, {closesSessions: options.sessions === true, home: home.path});
      default:
        throw usageError(serverVerb, `There is no "server ${action}"`);
    }
  },
});

async function tellStatus(client: Client | undefined, host: HostAlone | undefined, output: Output): Promise<number> {
  const status = client && (await client.ask('status'));
  if (output.isJson)
    output.value(status ?? {pid: null, host_pid: host?.pid ?? null, version: null, sessions: host ? host.sessions : 0});
  else if (!status) {
    output.print('The server does not run; it starts by itself when something needs it.');
    if (host) output.print(`Its host lives on (pid ${host.pid}, sessions: ${host.sessions ?? 'unknown'}).`);
  } else {
    const rows = ['pid', 'host_pid', 'version', 'sessions', 'connections', 'uptime_ms', 'home'];
    if (textField(status, 'unadopted') !== '') rows.push('unadopted');
    output.print(rows.map(name => `${name}=${textField(status, name)}`).join('\n'));
  }
  return status ? 0 : 3;
}

async function stop(
  client: Client | undefined,
  output: Output,
  {closesSessions, home}: {closesSessions: boolean; home: string},
): Promise<number> {
  const status = client && (await client.ask('status'));
  if (client) await client.ask('stop', {sessions: closesSessions}).catch(passOverLostConnection);
  if (closesSessions) await (await import('../../backends/index.ts')).retireHost(home);
  const pid = numberField(status, 'pid') ?? null;
  if (output.isJson) output.value({stopped: pid !== null, pid});
  else output.print(pid === null ? 'The server does not run.' : `stopped server ${pid}`);
  return 0;
}

/** A server that ends may close the connection before its answer. */
function passOverLostConnection(error: unknown): void {
  if (field(error, 'code') !== 'server_unavailable') throw error;
}
