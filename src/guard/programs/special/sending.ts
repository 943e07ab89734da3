import {judgePath} from '../../judge/judge-path.ts';
import {type Invocation, say, sayFact} from '../../judge/scope.ts';
import {holdsSecrets} from '../../paths/place-of.ts';
import {resolvePath} from '../../paths/resolve-path.ts';
import {type Argument, fixed, textOf} from '../../shell/argument.ts';

export const HOME_LEAVES = 'A home folder leaves this machine, with all the secrets in it.';

/** A whole home folder, copied to another machine or shown to all others. */
export function judgeSending(call: Invocation): void {
  const words = call.args.filter(word => !word.prefix.startsWith('-'));
  const last = words.at(-1);
  const goesAway = COPIERS.test(call.name) && /^[^/]+:/.test(last?.prefix ?? '');
  judgeBatch(call);
  const sent = goesAway ? words.slice(0, -1) : packs(call, last) ? words : shownBy(call, words);
  for (const word of sent)
    if (word.values?.some(({text}) => isHome(text, call))) say(call, 'DANGEROUS', 'network.home', HOME_LEAVES, word);
  const showsHere = !goesAway && isServer(call) && !words.some(word => /[/~]/.test(word.prefix));
  if (showsHere && isHome('.', call)) say(call, 'DANGEROUS', 'network.home', HOME_LEAVES);
}

const COPIERS = /^(?:scp|rsync|rclone|aws|gsutil|gcloud|az|s3cmd|s5cmd|mc|oci|ossutil)$/;

/** Copies to where others keep them. */
function packs({name, args}: Invocation, last: Argument | undefined): boolean {
  const verb = textOf(args.find(word => !word.prefix.startsWith('-'))) ?? '';
  if (/^(?:docker|podman|nerdctl)$/.test(name)) return verb === 'cp' && /^[^/]+:/.test(last?.prefix ?? '');
  if (name === 'kubectl' || name === 'oc') return verb === 'cp' && /:/.test(last?.prefix ?? '');
  return /^(?:restic|borg|kopia|duplicity|tarsnap|duplicacy|rustic)$/.test(name);
}

/** Commands of sftp that come by the input: `put -r ~`. */
function judgeBatch(call: Invocation): void {
  if (call.name !== 'sftp' || call.input.type !== 'text') return;
  for (const line of call.input.text.split('\n').slice(0, 100)) {
    const [command = '', ...words] = line
      .trim()
      .replace(/^[-@]+/, '')
      .split(/\s+/);
    if (command.startsWith('!'))
      call.scope.judge.text(line.trim().replace(/^[-@]*!/, ''), call.span, call.scope, {type: 'data'});
    if (!/^(?:m?put|reput)$/.test(command)) continue;
    for (const text of words.filter(word => !word.startsWith('-'))) {
      const file = text.replace(/^['"]|['"]$/g, '').replace(/^~(?=\/|$)/, call.scope.home);
      if (isHome(file, call)) say(call, 'DANGEROUS', 'network.home', HOME_LEAVES);
      judgePath(fixed(file, call.span), 'read', call);
    }
  }
}

function isHome(text: string, {scope}: Invocation): boolean {
  const path = resolvePath(text, scope.cwd);
  return path !== null && holdsSecrets(path, scope.home, scope.ownFolder);
}

function shownBy(call: Invocation, words: readonly Argument[]): readonly Argument[] {
  return isServer(call) ? words : [];
}

/** Programs that answer everybody with the files of a folder. */
function isServer({name, args}: Invocation): boolean {
  if (!MAY_SERVE.test(name)) return false;
  const texts = args.map(word => textOf(word) ?? '');
  if (/^(?:serve|http-server|live-server|miniserve|darkhttpd|webfsd)$/.test(name)) return true;
  if (/^(?:npx|bunx|pnpx)$/.test(name))
    return /^(?:serve|http-server|live-server)$/.test(texts.find(text => !text.startsWith('-')) ?? '');
  if (/^python[\d.]*$/.test(name))
    return texts.some((text, place) => /^(?:http\.server|SimpleHTTPServer)$/.test(text) && texts[place - 1] === '-m');
  if (name === 'php') return texts.includes('-S');
  if (name === 'ruby') return texts.includes('-run') && texts.includes('httpd');
  return (name === 'caddy' && texts.includes('file-server')) || (name === 'busybox' && texts.includes('httpd'));
}

const MAY_SERVE =
  /^(?:serve|http-server|live-server|miniserve|darkhttpd|webfsd|npx|bunx|pnpx|python[\d.]*|php|ruby|caddy|busybox)$/;

/** `cpio -o`, `tar -T -`: the files whose names come by the input, or from a list, are packed. */
export function judgeListTaken(call: Invocation): void {
  const {seen} = call.scope;
  if (seen.sought.length === 0 || !PACKERS.test(call.name)) return;
  const takes =
    /^(?:cpio|pax|parallel)$/.test(call.name) ||
    call.args.some(word => /^(?:-[a-zA-Z]*T|--files-from|-@|-i@|-[a-z]*c[a-z]*T)/.test(word.prefix));
  if (takes) sayFact(call, 'DANGEROUS', 'path.secret', 'It takes the secrets that the line has looked for.', call.span);
}

const PACKERS = /^(?:g?cpio|pax|g?tar|bsdtar|rsync|zip|7za?|parallel)$/;
