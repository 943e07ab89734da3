import {isAbsolute, resolve} from 'node:path';
import {currentFolder, locateHome} from '../../app/index.ts';
import {CottyError, quoteWords, textField} from '../../core/index.ts';
import {defineVerb} from '../argv/verb.ts';
import {openClient} from '../client.ts';
import {passOverLostServer, ServedHome} from '../lasting-door.ts';

export const iterm2ServerVerb = defineVerb({
  name: 'iterm2-server',
  usage: '[--socket PATH] [--cookie]',
  details: [
    'Listens until this process ends, by default where scripts look for iTerm2: the socket that its Python library opens',
    'in ~/Library/Application Support, also where there is no Mac. Only this user gets in, and only with the cookie that',
    'is printed: put it into ITERM2_COOKIE. What a script types is judged by the policy as the lines of agents are.',
    '--cookie prints another cookie and key for a single connection to a cotty iterm2-server that runs, and ends.',
  ].join('\n'),
  options: {
    socket: {type: 'string', value: 'PATH', about: 'where to listen; default is where scripts look'},
    cookie: {type: 'boolean', about: 'print a cookie and a key for one connection to the one that runs, and end'},
  },
  words: [0, 0],
  async run({options, output, env}) {
    const socket = await socketPath(options.socket, env);
    if (options.cookie) {
      using client = await openClient(env);
      const issued = await client.ask('iterm2_cookie', {socket});
      const [cookie, key] = [textField(issued, 'cookie'), textField(issued, 'key')];
      if (output.isJson) output.value({cookie, key});
      else output.print(`${cookie} ${key}`);
      return 0;
    }
    const home = locateHome(env);
    const served = new ServedHome(home, 'iterm2-server');
    const stopped = new AbortController();
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => stopped.abort());
    for (let isFirst = true; !stopped.signal.aborted; isFirst = false) {
      using client = await openClient(env);
      served.requireSame();
      const opened = await client.ask('iterm2_open', {socket, cwd: currentFolder() ?? null});
      const cookie = textField(opened, 'cookie') ?? '';
      if (isFirst && output.isJson) output.value({socket, cookie, cookie_file: home.iterm2CookieFile});
      else if (isFirst) {
        output.print(`export ITERM2_COOKIE=${quoteWords([cookie])}`);
        output.print(`# listening on ${socket}`);
      }
      await client.ask('iterm2_hold', {socket}, stopped.signal).catch(passOverLostServer);
      if (!stopped.signal.aborted) await served.requireKept();
    }
    return 0;
  },
});

async function socketPath(given: string | undefined, env: NodeJS.ProcessEnv): Promise<string> {
  const {defaultSocketPath} = await import('../../iterm2-api/index.ts');
  if (given === undefined) return defaultSocketPath(env);
  if (given === '')
    throw new CottyError('invalid_argument', '--socket needs a path.', 'Leave it out to listen where scripts look.');
  return isAbsolute(given) ? given : resolve(currentFolder() ?? '/', given);
}
