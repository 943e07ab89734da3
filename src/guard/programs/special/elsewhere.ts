/** Words by which a program fetches code to run it, or acts on machines elsewhere, beyond what its table says. */
import {type Invocation, say, sayFact} from '../../judge/scope.ts';
import {type Argument, fixed, textOf} from '../../shell/argument.ts';
import {SECRET_NAME} from '../../shell/read-word.ts';
import {judgeHidden} from '../judge-row.ts';

export function judgeElsewhere(call: Invocation): void {
  JUDGES.get(call.name.replace(/^pip[\d.]+$/, 'pip'))?.(
    call,
    call.args.map(word => textOf(word) ?? word.prefix),
  );
}

type Judge = (call: Invocation, texts: readonly string[]) => void;

const JUDGES: ReadonlyMap<string, Judge> = new Map(
  (
    [
      [
        'pip pipx uv poetry npm pnpm yarn bun gem deno brew ansible-galaxy conda mamba micromamba composer',
        judgePackages,
      ],
      ['cargo', judgeCargo],
      ['apt apt-get apt-cache aptitude dnf yum zypper apk', judgeSystemPackages],
      ['nix', judgeNix],
      ['aws gcloud heroku vercel netlify', judgeCloud],
      ['gsutil', judgeBuckets],
      ['fzf sk', judgeFinder],
      ['lftp', judgeTransfers],
      ['nft ifconfig iwconfig route iw hostname domainname apachectl apache2ctl', judgeDevices],
      ['resolvectl', judgeResolver],
      ['swaymsg i3-msg hyprctl', judgeWindows],
      ['tmux', judgeTmux],
      ['go', judgeGo],
      ['kubectl oc k kubecolor', judgeCluster],
      ['ansible', judgeAnsible],
      ['gh glab http https xh xhs curlie', judgeRequest],
      ['jq gojq jaq yq xq tomlq awk gawk mawk nawk', judgeEnvironment],
    ] as const
  ).flatMap(([names, judge]) => names.split(' ').map((name): [string, Judge] => [name, judge])),
);

const ADDRESS =
  /^(?:[\w.-]+\s*@\s*)?(?:git\+|hg\+|svn\+|bzr\+)?(?:https?|git|ssh|ftp):\/\/|^git@|^(?:github|gitlab|bitbucket|gist):/;

/** A package from an address has been looked at by no registry and stands in no list of the project's. */
function judgePackages(call: Invocation, texts: readonly string[]): void {
  const [subcommand = ''] = texts;
  if (/^(?:download|view|info|show|audit|search|ping|cache|fmt|lint|check)$/.test(subcommand)) return;
  const adds = /^(?:install|in|i|add|a)$/.test(subcommand) && /^(?:npm|pnpm|yarn|bun)$/.test(call.name);
  const isOfRegistry = call.name === 'deno' && /^(?:run|install|serve|x)$/.test(subcommand) ? /^(?:npm|jsr):/ : /(?!)/;
  call.args.forEach((word, place) => {
    const text = texts[place] ?? '';
    const isOfGithub = adds && /^[a-z\d][\w-]*\/[\w.-]+(?:#.*)?$/i.test(text) && !texts[place - 1]?.startsWith('-');
    if (ADDRESS.test(text) || isOfGithub || isOfRegistry.test(text)) sayFetched(call, word);
  });
  judgeStarter(call, texts);
  if (texts.includes('get'))
    call.args.forEach((word, place) => {
      if (/^(?:c|config|get)$/.test(subcommand) && SECRET_SETTING.test(texts[place] ?? ''))
        say(call, 'DANGEROUS', 'variable.secret', 'The value is a secret.', word);
    });
}

/** A package that lies in a file, or one that nobody has signed, is code of anybody's, and is run with all rights. */
function judgeSystemPackages(call: Invocation, texts: readonly string[]): void {
  const adds = texts.some(text => /^(?:install|localinstall|reinstall|add|in|update|upgrade|downgrade)$/.test(text));
  call.args.forEach((word, place) => {
    const text = texts[place] ?? '';
    if (/^--(?:nogpgcheck|no-?gpg-?checks?|allow-unsigned-rpm|allow-untrusted|allow-unauthenticated)$/.test(text))
      say(call, 'DANGEROUS', 'option', 'Nobody vouches for what is installed.', word);
    if (adds && /^\.{0,2}\/.|^(?:https?|ftp|file):|\.(?:deb|rpm|apk)$/.test(text))
      say(call, 'DANGEROUS', 'code.file', 'What lies there is installed, whoever has made it.', word);
  });
  judgeSettings(call, texts);
}

/** A setting for one call can name programs that run before and after, and other places that packages come from. */
function judgeSettings(call: Invocation, texts: readonly string[]): void {
  const isApt = /^apt/.test(call.name);
  const option = isApt ? /^(?:-o|--option(?:=|$))/ : /^--setopt(?:=|$)/;
  const harmless = isApt ? HARMLESS_FOR_APT : HARMLESS_FOR_DNF;
  call.args.forEach((word, place) => {
    const text = texts[place] ?? '';
    const isFile = isApt ? /^(?:-c|--config-file)(?:=|$)/ : /^(?:-c|--config)(?:=|$)/;
    if (isFile.test(text) && call.name !== 'apk')
      say(call, 'DANGEROUS', 'option', `${call.name} obeys another file than that of the system.`, word);
    if (!option.test(text)) return;
    const own = text.replace(isApt ? /^(?:-o|--option)=?/ : /^--setopt=?/, '');
    if (!harmless.test(own === '' ? (texts[place + 1] ?? '') : own))
      say(call, 'DANGEROUS', 'option', `This setting of ${call.name} can run programs, or lets anything in.`, word);
  });
}

const HARMLESS_FOR_APT =
  /^(?:(?:Debug::[\w:]+|APT::(?:Get::(?!Allow)[\w-]+|Install-(?:Recommends|Suggests)|Color|Cmd::\w+|Acquire::Retries)|Acquire::(?:Retries|ForceIPv[46]|Languages|Queue-Mode|(?:http|https|ftp)::(?:Timeout|Pipeline-Depth|No-Cache|Dl-Limit))|Dpkg::(?:Use-Pty|Progress-Fancy|Lock::Timeout))=[\w"'-]*|Dpkg::Options::=["']?--force-conf(?:def|old|new|miss)["']?)$/i;
const HARMLESS_FOR_DNF =
  /^(?:\*\.)?(?:install_weak_deps|tsflags=nodocs|keepcache|fastestmirror|max_parallel_downloads|deltarpm|skip_if_unavailable|timeout|retries|best|color|ip_resolve)(?:=\w*)?$/;

/** `npm init name` fetches `create-name`, and runs it. */
function judgeStarter(call: Invocation, [subcommand = '', ...texts]: readonly string[]): void {
  if (!/^(?:npm|pnpm)$/.test(call.name) || !/^(?:init|innit|create)$/.test(subcommand)) return;
  const place = texts.findIndex(
    (text, at) => !text.startsWith('-') && !/^(?:-w|--workspace|--scope)$/.test(texts[at - 1] ?? ''),
  );
  const word = call.args[place + 1];
  if (place >= 0 && word) sayFetched(call, word);
}

/** `npm config get //registry.npmjs.org/:_authToken`. */
const SECRET_SETTING =
  /(?:^|[:_.-])_?(?:auth|authtoken|auth_?token|password|otp|oauth_token|token|key|npmAuthToken|npmAuthIdent)$/i;

function sayFetched(call: Invocation, at: Argument): void {
  say(call, 'DANGEROUS', 'code.fetched', 'It fetches code from this address, and runs it.', at);
}

/** `go run path@version` fetches that one. */
function judgeGo(call: Invocation, texts: readonly string[]): void {
  if (texts[0] !== 'run') return;
  const place = texts.findIndex((text, at) => at > 0 && !text.startsWith('-'));
  const word = call.args[place];
  if (word && /@/.test(texts[place] ?? '')) sayFetched(call, word);
}

function judgeCluster(call: Invocation, texts: readonly string[]): void {
  const subcommand = texts.find(text => /^(?:get|edit|apply|create|replace|extract)$/.test(text)) ?? '';
  const secret = texts.findIndex(text => /^(?:[\w.,]*,)?secrets?(?:[/,]|$)/.test(text));
  // Told nothing else, `get` lists names.
  const shows = /(?:^| )(?:-o[ =]?|--(?:output|template)[ =])(?! |name\b|wide\b)/.test(texts.join(' '));
  if (secret >= 0 && (/^(?:edit|extract)$/.test(subcommand) || (subcommand === 'get' && shows)))
    say(call, 'DANGEROUS', 'cluster.secret', 'It shows what opens doors.', call.args[secret]);
  if (/^(?:apply|create|replace)$/.test(subcommand))
    call.args.forEach((word, place) => {
      if (/^(?:-f|--filename=)?https?:\/\//.test(texts[place] ?? '')) sayFetched(call, word);
    });
}

/** `ansible hosts -m shell -a text`: the text runs there. Without a module it is a command. */
function judgeAnsible(call: Invocation, texts: readonly string[]): void {
  const given = (short: string, long: string): Argument | undefined =>
    call.args[texts.findIndex(text => text === short || text === long) + 1 || call.args.length];
  const module = textOf(given('-m', '--module-name')) ?? 'command';
  const code = given('-a', '--args');
  if (!code) return;
  const text = textOf(code);
  if (!/^(?:ansible\.\w+\.)?(?:command|shell|raw|script|win_shell|win_command|expect)$/.test(module)) {
    if (/\bstate=(?:absent|stopped|restarted)\b/.test(text ?? ''))
      say(call, 'DANGEROUS', 'elsewhere.removes', 'It removes or stops something elsewhere.', code);
  } else if (text === null) sayFact(call, 'DANGEROUS', 'code.unknown', 'It is not known what runs there.', code);
  else call.scope.judge.text(text, code, call.scope, {type: 'data'});
}

/** `--config` can name what compiles, links and runs in place of the usual. */
function judgeCargo(call: Invocation, texts: readonly string[]): void {
  const end = texts.indexOf('--');
  texts.slice(0, end < 0 ? undefined : end).forEach((text, place) => {
    if (/^--config(?:=|$)/.test(text))
      say(call, 'DANGEROUS', 'option', 'Settings of cargo can run programs.', call.args[place]);
  });
}

/** What is run, or opens a shell, comes from an address. Packages of the registry are a name, or `nixpkgs#name`. */
function judgeNix(call: Invocation, texts: readonly string[]): void {
  if (!/^(?:run|shell|develop|profile)$/.test(texts[0] ?? '')) return;
  call.args.forEach((word, place) => {
    if (/^(?:github|gitlab|sourcehut|git|git\+\w+|tarball(?:\+\w+)?|https?|file\+https?):/.test(texts[place] ?? ''))
      sayFetched(call, word);
  });
}

/** What hands out keys and tokens, and what runs a command elsewhere. */
function judgeCloud(call: Invocation, texts: readonly string[]): void {
  const endpoint = texts.findIndex(text => /^--endpoint-url(?:=|$)/.test(text));
  const address = texts[endpoint]?.split('=')[1] ?? texts[endpoint + 1] ?? '';
  // What is sent is signed, and may be anything.
  if (endpoint >= 0 && !/^https?:\/\/(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?(?:\/|$)/.test(address))
    say(call, 'DANGEROUS', 'option', 'It speaks to another machine than that of the cloud.', call.args[endpoint]);
  const shows = SHOWS_KEYS.get(call.name);
  texts.slice(0, 4).forEach((text, place) => {
    if (shows?.test(text)) say(call, 'DANGEROUS', 'cloud.secret', 'It shows what opens doors.', call.args[place]);
  });
  if (call.name === 'vercel' && texts[0] === 'env' && texts[1] === 'pull')
    say(call, 'DANGEROUS', 'cloud.secret', 'It fetches what opens doors.');
  if (!texts.includes(call.name === 'aws' ? 'execute-command' : 'ssh') || !/^(?:aws|gcloud)$/.test(call.name)) return;
  call.args.forEach((word, place) => {
    const own = /^--command=(.*)$/s.exec(textOf(word) ?? '')?.[1];
    const given = own ?? (texts[place - 1] === '--command' ? textOf(word) : undefined);
    if (given === null || (own === undefined && word.prefix.startsWith('--command=')))
      sayFact(call, 'DANGEROUS', 'code.unknown', 'It is not known what runs there.', word);
    else if (given !== undefined) call.scope.judge.text(given, word, call.scope, {type: 'data'});
  });
}

const SHOWS_KEYS: ReadonlyMap<string, RegExp> = new Map([
  [
    'aws',
    /^(?:get-login(?:-password)?|get-authorization-token|get-session-token|get-federation-token|assume-role(?:-with-\w+(?:-\w+)?)?|get-token|generate-db-auth-token|get-secret-value|batch-get-secret-value|get-password-data|export-credentials|create-access-key|create-login-profile|get-role-credentials|get-credentials-for-identity|get-cluster-credentials(?:-with-iam)?|decrypt|create-key-pair|get-instance-access-details|create-service-specific-credential)$/,
  ],
  ['heroku', /^(?:config(?::get)?|auth:token|pg:credentials(?::url)?)$/],
  ['netlify', /^env:(?:get|list)$/],
]);

/** `rsync -d` deletes what the source has not. */
function judgeBuckets(call: Invocation, texts: readonly string[]): void {
  if (/^(?:iam|acl|defacl)$/.test(texts[0] ?? '') && /^(?:ch|set)$/.test(texts[1] ?? ''))
    say(call, 'DANGEROUS', 'subcommand', 'It changes who may do what.');
  if (texts.includes('rsync') && texts.some(text => /^-[a-zA-Z]*d/.test(text)))
    say(call, 'DANGEROUS', 'elsewhere.removes', 'It removes something elsewhere.');
}

/** What a key does in the finder: to move and to choose is harmless; all else may run a command. */
function judgeFinder(call: Invocation, texts: readonly string[]): void {
  call.args.forEach((word, place) => {
    const given =
      /^--bind=(.*)$/s.exec(texts[place] ?? '')?.[1] ?? (texts[place - 1] === '--bind' ? texts[place] : undefined);
    if (given !== undefined && (textOf(word) === null || !HARMLESS_KEYS.test(given)))
      say(call, 'DANGEROUS', 'code.runs', 'A key of the finder runs a command.', word);
  });
}

const HARMLESS_KEYS =
  /^[\w@^.-]+:(?:abort|accept|up|down|first|last|ignore|toggle\S*|select-all|deselect-all|clear-query|page-(?:up|down)|half-page-(?:up|down)|preview-(?:up|down|page-up|page-down|half-page-up|half-page-down|top|bottom)|kill-line|unix-line-discard|beginning-of-line|end-of-line|backward-\S+|forward-\S+|cancel|jump|yank)(?:[,+][\w@^.:-]+)*$/;

/** Commands of lftp: to look, to fetch and to send is an ordinary risk. */
function judgeTransfers(call: Invocation, texts: readonly string[]): void {
  call.args.forEach((word, place) => {
    if (!/^-[ce]$/.test(texts[place - 1] ?? '')) return;
    const commands = (textOf(word) ?? '!').split(/[;\n]|&&|\|\|/).map(command => command.trim());
    const isKnown = commands.every(
      command =>
        /^(?:$|(?:open|user|cd|lcd|ls|cls|nlist|pwd|lpwd|get|pget|mget|reget|put|mput|reput|mirror|set|cache|du|find|jobs|wait|bye|quit|exit)\b)/.test(
          command,
        ) && !/[|!<>`]|--(?:delete|Remove|Move|remove)|\s-\w*E/.test(command),
    );
    if (!isKnown) say(call, 'DANGEROUS', 'code.runs', 'lftp runs programs, or removes files, by its commands.', word);
  });
}

/** Names of devices and addresses are looked at alone; with more words they are changed. */
function judgeDevices(call: Invocation, texts: readonly string[]): void {
  const changes = CHANGES.get(call.name);
  call.args.forEach((word, place) => {
    if (changes?.(texts[place] ?? '', place))
      say(call, 'DANGEROUS', 'operand', 'It changes the machine, or its network.', word);
    // Unquoted, one word may be more of them.
    else if (call.name === 'ifconfig' && word.values === null && !word.source.startsWith('"'))
      say(call, 'CAUTION', 'operand.unknown', 'It is not known what ifconfig is told.', word);
  });
}

const CHANGES: ReadonlyMap<string, (text: string, place: number) => boolean> = new Map([
  ['nft', text => /[;{}\n]/.test(text)],
  [
    'ifconfig',
    (text, place) =>
      place > 0 &&
      /^(?!-[asv]$|\w+$)|^(?:up|down|add|del|arp|promisc|mtu|hw|netmask|broadcast|alias|delete|create|destroy|ether|lladdr|media|\d.*)$/.test(
        text,
      ),
  ],
  ['iwconfig', (text, place) => place > 0 && !/^-/.test(text)],
  ['apachectl', text => RESTARTS.test(text)],
  ['apache2ctl', text => RESTARTS.test(text)],
  ['route', text => /^(?:add|del|delete|change|flush)$/.test(text)],
  [
    'iw',
    (text, place) =>
      place > 1 &&
      /^(?:set|del|add|connect|disconnect|auth|ibss|mesh|ocb|offchannel|interface|switch|roc|wowlan|cac|measurement|vendor|cqm|mgmt|nan|coalesce|hwsim)$/.test(
        text,
      ),
  ],
  ['hostname', text => !text.startsWith('-')],
  ['domainname', text => !text.startsWith('-')],
]);

/** `swaymsg exec COMMAND`, `hyprctl dispatch exec COMMAND`: a shell reads it. */
function judgeWindows(call: Invocation, texts: readonly string[]): void {
  const place = texts.findIndex(text => /(?:^|[\s;,])exec(?:_always|r)?(?: |$)/.test(text));
  const unknown = call.args.find(word => textOf(word) === null);
  if (unknown && !/^(?:-t|--type)$/.test(texts[0] ?? ''))
    sayFact(call, 'DANGEROUS', 'code.unknown', 'It may run what is not known before.', unknown);
  if (place < 0) return;
  const [, command = ''] = /(?:^|[\s;,])exec(?:_always|r)? (.+)$/s.exec(texts.join(' ')) ?? [];
  call.scope.judge.text(command.replace(/^--no-startup-id /, ''), call.span, call.scope, {type: 'data'});
}

/** `resolvectl dns eth0` tells, with a server behind it sets that one. */
function judgeResolver(call: Invocation, texts: readonly string[]): void {
  const words = texts.filter(text => !text.startsWith('-'));
  if (words.length > 2 && /^(?:dns|domain|default-route|llmnr|mdns|dnssec|dnsovertls|nta)$/.test(words[0] ?? ''))
    say(call, 'DANGEROUS', 'operand', 'It changes who is asked for names.');
}

const RESTARTS = /^(?:start|stop|restart|graceful|graceful-stop)$/;

/** Options of tmux that say what it starts. */
function judgeTmux(call: Invocation, texts: readonly string[]): void {
  if (!texts.some(text => /^set(?:-option|-window-option|w)?$/.test(text))) return;
  call.args.forEach((word, place) => {
    if (
      /^(?:default-(?:command|shell)|copy-command|editor|lock-command|command-alias|update-environment|user-keys)(?:\[|$)/.test(
        texts[place] ?? '',
      )
    )
      say(call, 'DANGEROUS', 'option', 'This option of tmux says what it starts.', word);
  });
}

/** `gh api -X DELETE`, `http DELETE …`. */
function judgeRequest(call: Invocation, texts: readonly string[]): void {
  call.args.forEach((word, place) => {
    const text = texts[place] ?? '';
    const isMethod = /^(?:-X|--method)$/.test(texts[place - 1] ?? '') || (place < 2 && !/^g/.test(call.name));
    if (/^(?:-X|--method=)DELETE$/i.test(text) || (isMethod && /^DELETE$/i.test(text)))
      say(call, 'DANGEROUS', 'network.delete', 'It deletes something elsewhere.', word);
    // `name@file` and `name=@file` send the file.
    if (/^h|^x|^curlie/.test(call.name) && textOf(word) !== null && /^[\w.-]+:?=?@./.test(text))
      judgeHidden(fixed(text.slice(text.indexOf('@') + 1), word), call);
  });
}

/** In jq `$ENV` and `env` are the environment, in awk `ENVIRON`. */
function judgeEnvironment(call: Invocation, texts: readonly string[]): void {
  call.args.forEach((word, place) => {
    const text = texts[place] ?? '';
    if (/\$ENV\b|\benv\b|\bENVIRON\b/.test(text) && SECRET_NAME.test(text))
      say(call, 'DANGEROUS', 'variable.secret', 'The value is a secret.', word);
  });
}
