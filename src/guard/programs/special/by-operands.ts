/** What programs of developers do by their words, beyond what a table of names can say. */
import {type Invocation, say} from '../../judge/scope.ts';
import {type Argument, textOf} from '../../shell/argument.ts';
import {SECRET_NAME} from '../../shell/read-word.ts';
import {isDestructive} from './databases.ts';

export function judgeByOperands(call: Invocation): void {
  const judge = JUDGES.get(call.name);
  if (!judge) return;
  const texts = call.args.map(word => textOf(word) ?? word.prefix);
  judge(call, texts);
}

type Judge = (call: Invocation, texts: readonly string[]) => void;

const JUDGES: ReadonlyMap<string, Judge> = new Map(
  (
    [
      ['terraform tofu terragrunt', judgePlan],
      ['kubectl oc k kubecolor', judgeCluster],
      ['helm dnf yum zypper apt apt-get', judgeAddress],
      ['gh', judgeQuery],
      ['nmcli', judgeNetworks],
      ['mysqladmin mariadb-admin', judgeServer],
      ['npx bunx pnpx', judgeRunner],
      ['poetry composer npm pnpm az flyctl fly heroku gcloud railway firebase doctl', judgeKeys],
      ['pacman yay paru pikaur trizen', judgeLetters],
      ['redis-cli valkey-cli', judgeKeyspace],
      ['stty', judgeKeysOfTerminal],
      ['wrangler turso supabase pscale neonctl', judgeStatements],
    ] as const
  ).flatMap(([names, judge]) => names.split(' ').map((name): [string, Judge] => [name, judge])),
);

/** `terraform apply plan.out` asks nobody; options that end in a value of their own word are the usual ones. */
function judgePlan(call: Invocation, texts: readonly string[]): void {
  const start = texts.indexOf('apply');
  const shown = texts[0] === 'output' ? texts.findIndex((text, at) => at > 0 && SECRET_NAME.test(text)) : -1;
  if (shown > 0) say(call, 'DANGEROUS', 'variable.secret', 'The value is a secret.', call.args[shown]);
  if (texts.some(text => /^--(?:terragrunt-)?non-interactive$/.test(text)) && start >= 0)
    say(call, 'DANGEROUS', 'option', 'It is carried out without asking.');
  if (start < 0 || texts.slice(0, start).some(text => !text.startsWith('-'))) return;
  const place = texts.findIndex(
    (text, at) =>
      at > start &&
      !text.startsWith('-') &&
      !/^--?(?:var|var-file|target|replace|state|state-out|backup|lock-timeout|parallelism|exclude)$/.test(
        texts[at - 1] ?? '',
      ),
  );
  if (place > 0)
    say(call, 'DANGEROUS', 'operand', 'A plan that was saved is carried out without asking.', call.args[place]);
}

/** A shell on a node has the whole node; a secret that is changed is lost; what is applied may come from elsewhere. */
function judgeCluster(call: Invocation, texts: readonly string[]): void {
  const node = texts.findIndex(text => /^nodes?\//.test(text));
  if (texts.includes('debug') && node >= 0)
    say(call, 'DANGEROUS', 'option', 'It opens the whole machine below the cluster.', call.args[node]);
  const secret = texts.findIndex(text => /^secrets?(?:\/|$)/.test(text));
  if (texts.includes('patch') && secret >= 0)
    say(call, 'DANGEROUS', 'cluster.secret', 'It changes what opens doors.', call.args[secret]);
  if (!texts.includes('apply')) return;
  const from = texts.findIndex(
    (text, at) => /^(?:-k|--kustomize)$/.test(texts[at - 1] ?? '') && /^https?:|^git@|^github\.com\//.test(text),
  );
  if (from >= 0) sayFetched(call, call.args[from]);
}

/** A chart or a package by an address, not by its name in a list. */
function judgeAddress(call: Invocation, texts: readonly string[]): void {
  const start = texts.findIndex(text => /^(?:install|in|upgrade|localinstall|reinstall)$/.test(text));
  const place = texts.findIndex((text, at) => at > start && /^(?:https?|ftp):\/\//.test(text));
  if (start >= 0 && place >= 0 && !/^--?(?:repo|keyring)$/.test(texts[place - 1] ?? ''))
    sayFetched(call, call.args[place]);
}

/** `npm config set NAME VALUE`, `NAME=VALUE …`: of the settings some only say how much is told. */
function judgeSettings(call: Invocation, texts: readonly string[]): void {
  if (!/^c(?:onfig)?$/.test(texts[0] ?? '') || texts[1] !== 'set') return;
  const words = texts
    .slice(2)
    .filter((text, at) => !text.startsWith('-') && !/^(?:-L|--location)$/.test(texts[at + 1] ?? ''));
  const names = words[0]?.includes('=') ? words : [words[0] ?? '', ...words.slice(2)];
  if (!names.every(name => TELLING_SETTING.test(name)))
    say(call, 'DANGEROUS', 'option', 'This setting decides what runs, where it comes from, or what is trusted.');
}

const TELLING_SETTING =
  /^(?:audit(?:-level)?|color|engine-strict|fetch-retries|fund|heading|init-(?:author-name|author-email|author-url|license|version)|init[.-](?:author|license|version)[\w.]*|legacy-peer-deps|loglevel|maxsockets|message|package-lock|prefer-offline|prefer-dedupe|progress|save|save-exact|save-prefix|strict-peer-dep(?:endencie)?s|tag-version-prefix|timing|unicode|update-notifier|usage|auto-install-peers)(?:=.*)?$/;

/** Told to, it shows the passwords of networks. */
function judgeNetworks(call: Invocation, texts: readonly string[]): void {
  const place = texts.findIndex(text =>
    /^(?:-s|--show-secrets)$|\.(?:psk|wep-key|password|secrets)|^show-password$/.test(text),
  );
  if (place >= 0) say(call, 'DANGEROUS', 'network.secret', 'It shows keys of the network.', call.args[place]);
}

const ASKS_SERVER = /^(?:ping|status|extended-status|version|variables|processlist)$/;

/** What it is told to, of which some only asks. */
function judgeServer(call: Invocation, texts: readonly string[]): void {
  const words = texts.filter(
    (text, at) => !text.startsWith('-') && !/^-[uhPS]$|^--(?:user|host|port|socket)$/.test(texts[at - 1] ?? ''),
  );
  const asks = words.length > 0 && words.every(word => ASKS_SERVER.test(word));
  say(call, asks ? 'CAUTION' : 'DANGEROUS', 'program', 'It asks a server, or tells it what to do.');
}

/** Where other keys end a line or an input, or none drops it, nobody sees what a program takes for a command. */
function judgeKeysOfTerminal(call: Invocation, texts: readonly string[]): void {
  const place = texts.findIndex(text => /^(?:eof|eol2?|intr|kill|lnext|noflsh|-isig|-iexten)$/.test(text));
  if (place >= 0)
    say(call, 'DANGEROUS', 'option', 'It changes which keys give a line away, or drop it.', call.args[place]);
}

/** `npx github:owner/name`. */
function judgeRunner(call: Invocation, texts: readonly string[]): void {
  const place = texts.findIndex(text => !text.startsWith('-'));
  if (/^(?:github|gitlab|bitbucket|gist):|^git@|^(?:git\+)?(?:https?|ssh):\/\//.test(texts[place] ?? ''))
    sayFetched(call, call.args[place]);
}

function sayFetched(call: Invocation, at: Argument | undefined): void {
  say(call, 'DANGEROUS', 'code.fetched', 'It fetches code from this address, and runs it.', at);
}

/** `gh api graphql -f query='mutation { deleteIssue … }'`. */
function judgeQuery(call: Invocation, texts: readonly string[]): void {
  const place = texts.findIndex(
    text => /\bmutation\b/.test(text) && /\b(?:delete|remove|archive|revoke)[A-Z]/.test(text),
  );
  if (texts.includes('graphql') && place >= 0)
    say(call, 'DANGEROUS', 'network.delete', 'It deletes something elsewhere.', call.args[place]);
}

/** Words, with one space between, by which a program shows, makes or takes what opens doors, or runs a command elsewhere. */
function judgeKeys(call: Invocation, texts: readonly string[]): void {
  if (/^p?npm$/.test(call.name)) judgeSettings(call, texts);
  if (KEYS.get(call.name)?.test(texts.slice(0, 10).join(' ')))
    say(call, 'DANGEROUS', 'cloud.secret', 'It shows, or takes, what opens doors.');
}

const OF_FLY = /^(?:auth token|tokens? (?:create|attenuate)|ssh issue)(?: |$)/;
const KEYS: ReadonlyMap<string, RegExp> = new Map([
  ['poetry', /^config (?:--\w+ )*(?:pypi-token|http-basic|certificates)\./],
  [
    'composer',
    /^config (?:.* )?(?:http-basic|github-oauth|gitlab-(?:oauth|token)|bearer|bitbucket-oauth|forgejo-token)\./,
  ],
  ['npm', /^(?:c|config|get) .*(?:_authToken|_auth|_password)\b/],
  ['pnpm', /^(?:c|config|get) .*(?:_authToken|_auth|_password)\b/],
  [
    'az',
    /(?:^| )(?:keys? (?:list|show|renew|regenerate)|list-keys?|credentials? (?:list|show|renew|reset)|connection-string|show-connection-string|list-connection-strings|generate-sas|grant-access|list-publishing-(?:profiles|credentials)|regenerate-keys?|admin-key show|shared-key show|appsettings list|run-command|command invoke|--expose-token)(?= |$)/,
  ],
  ['fly', OF_FLY],
  ['flyctl', OF_FLY],
  ['heroku', /^authorizations(?::create)?(?: |$)/],
  [
    'gcloud',
    /(?:^| )(?:config-helper|print-access-token|print-identity-token|--delete-unmatched-destination-objects)(?= |$)/,
  ],
  ['railway', /^variables?(?: |$)/],
  ['firebase', /^(?:login:ci|functions:config:get|functions:secrets:access)(?: |$)/],
  ['doctl', /^(?:kubernetes|k8s|k) cluster (?:kubeconfig|kc|k) show(?: |$)/],
]);

/** `-Rcsn`, in any order; `-U` takes a file that stands in no list. */
function judgeLetters(call: Invocation, texts: readonly string[]): void {
  const place = texts.findIndex(text => /^-[a-z]*[RU](?![a-z]*[hp])/.test(text));
  if (place >= 0)
    say(call, 'DANGEROUS', 'option', 'It removes packages, or takes one that stands in no list.', call.args[place]);
}

/** `wrangler d1 execute db --command 'drop table x'`. */
function judgeStatements(call: Invocation, texts: readonly string[]): void {
  const place = texts.findIndex(text => /\s/.test(text) && isDestructive(text));
  if (place >= 0)
    say(call, 'DANGEROUS', 'database.destroys', 'The statement removes or rewrites data.', call.args[place]);
}

/** Commands of Redis that take away a part of what a key holds, or change who may do what. */
function judgeKeyspace(call: Invocation, texts: readonly string[]): void {
  const words = texts.join(' ');
  if (
    /(?:^| )(?:hdel|hgetdel|getdel|srem|spop|lrem|ltrim|lpop|rpop|zrem\w*|zpop(?:min|max)|xdel|xtrim|json\.(?:del|forget|clear)|config (?:set|rewrite)|(?:script|function) (?:flush|kill|delete)|acl (?:setuser|deluser|load)|cluster (?:reset|forget|flushslots|failover)|swapdb|migrate|failover)(?= |$)/i.test(
      words,
    )
  )
    say(call, 'DANGEROUS', 'database.destroys', 'It removes data, or changes who may do what.');
}
