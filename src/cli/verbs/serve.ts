import {randomBytes} from 'node:crypto';
import {currentFolder, locateHome, toolsetNames} from '../../app/index.ts';
import {numberField, textField} from '../../core/index.ts';
import type {Output} from '../argv/output.ts';
import {usageError} from '../argv/parse-words.ts';
import {defineVerb} from '../argv/verb.ts';
import {openClient} from '../client.ts';
import {passOverLostServer, ServedHome} from '../lasting-door.ts';

const browserUses = ['lazy', 'eager', 'off'] as const;

export const serveVerb = defineVerb({
  name: 'serve',
  usage: '[--port N] [--toolsets A,B] [--browser WHEN] [--link]',
  details: [
    'Listens on 127.0.0.1 until this process ends. Every request needs "Authorization: Bearer TOKEN"; the token is',
    'COTTY_TOKEN, or the content of the file COTTY_HOME/token, which is made when there is none. A browser gets in by a',
    'link that works once; --link prints another one of a cotty serve that runs. The session "tui" is there from the',
    'beginning: a shell for the page, and for POST /mcp/run and its like. The browser that takes pictures for GET',
    '/mcp/screenshot starts with the first one (lazy), at once (eager), or never (off): then cotty draws them itself.',
  ].join('\n'),
  options: {
    port: {type: 'number', about: 'port to listen on; 0 takes a free one, default 4180'},
    link: {type: 'boolean', about: 'print a link for a browser to the one that runs, and end'},
    browser: {
      type: 'string',
      value: 'WHEN',
      place: browserUses,
      about: 'when the browser for pictures starts: lazy (default), eager, off',
    },
    toolsets: {
      type: 'string',
      value: 'A,B',
      place: toolsetNames,
      about: 'tools to offer; default from the configuration',
    },
  },
  words: [0, 0],
  async run({options, output, env}) {
    const {port = 4180, toolsets} = options;
    if (!Number.isInteger(port) || port < 0 || port > 65_535)
      throw usageError(serveVerb, `--port needs a whole number from 0 to 65535, not ${port}`);
    const browser = browserUses.find(use => use === (options.browser ?? 'lazy'));
    if (browser === undefined)
      throw usageError(serveVerb, `--browser is one of ${browserUses.join(', ')}, not ${options.browser}`);
    if (options.link) return printLink(options.port, output, env);
    const token = env.COTTY_TOKEN;
    // The programs of the user may look at what this process was started with.
    if (token !== undefined) (await import('../../backends/index.ts')).eraseOwnSecrets();
    const home = locateHome(env);
    // In memory alone, and handed from one server to the next: who has the token cannot make a browser's cookie of it.
    const browserKey = randomBytes(32).toString('base64url');
    const served = new ServedHome(home, 'serve');
    const stopped = new AbortController();
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => stopped.abort());
    let given = port;
    for (let isFirst = true; !stopped.signal.aborted; isFirst = false) {
      using client = await openClient(env);
      served.requireSame();
      const opened = await client.ask('http_open', {
        port: given,
        browser,
        browser_key: browserKey,
        ...(token && {token}),
        ...(toolsets !== undefined && {toolsets}),
        cwd: currentFolder() ?? null,
      });
      given = numberField(opened, 'port') ?? given;
      const url = textField(opened, 'url');
      const tokenFile = token ? null : home.tokenFile;
      const link = textField(opened, 'link') || null;
      if (isFirst && output.isJson) output.value({url, port: given, token_file: tokenFile, link});
      else if (isFirst) {
        output.print(link ? `${link}  (the page, once)` : NO_LINK);
        output.print(`${url}/mcp  (MCP; token ${tokenFile ? `in ${tokenFile}` : 'from COTTY_TOKEN'})`);
      }
      await client.ask('http_hold', {port: given}, stopped.signal).catch(passOverLostServer);
      if (!stopped.signal.aborted) await served.requireKept();
    }
    return 0;
  },
});

const NO_LINK =
  'No link for a browser is given to what an agent may have started: call cotty serve --link in a terminal of your own.';

async function printLink(port: number | undefined, output: Output, env: NodeJS.ProcessEnv): Promise<number> {
  using client = await openClient(env);
  const link = textField(await client.ask('http_link', port === undefined ? {} : {port}), 'link');
  if (output.isJson) output.value({link});
  else output.print(link);
  return 0;
}
