/** Words by which a program fetches code to run it, or acts on machines elsewhere, beyond what its table says. */
import {type Invocation, say, sayFact} from '../../judge/scope.ts';
import {type Argument, textOf} from '../../shell/argument.ts';
import {SECRET_NAME} from '../../shell/read-word.ts';

export function judgeElsewhere(call: Invocation): void {
  for (const [names, judge] of JUDGES)
    if (names.test(call.name))
      judge(
        call,
        call.args.map(word => textOf(word) ?? word.prefix),
      );
}

type Judge = (call: Invocation, texts: readonly string[]) => void;

const JUDGES: readonly (readonly [names: RegExp, judge: Judge])[] = [
  [/^(?:pip[\d.]*|pipx|uv|poetry|npm|pnpm|yarn|bun|gem|deno)$/, judgePackages],
  [/^go$/, judgeGo],
  [/^(?:kubectl|oc|k|kubecolor)$/, judgeCluster],
  [/^ansible$/, judgeAnsible],
  [/^(?:gh|glab|http|https|xh|xhs|curlie)$/, judgeRequest],
  [/^(?:jq|gojq|jaq|yq|xq|tomlq)$/, judgeEnvironment],
];

const ADDRESS =
  /^(?:[\w.-]+\s*@\s*)?(?:git\+|hg\+|svn\+|bzr\+)?(?:https?|git|ssh|ftp):\/\/|^git@|^(?:github|gitlab|bitbucket|gist):/;

/** A package from an address has been looked at by no registry and stands in no list of the project's. */
function judgePackages(call: Invocation, texts: readonly string[]): void {
  const [subcommand = ''] = texts;
  if (/^(?:download|view|info|show|audit|search|ping|cache|fmt|lint|check)$/.test(subcommand)) return;
  const adds = /^(?:install|i|add)$/.test(subcommand) && /^(?:npm|pnpm|yarn|bun)$/.test(call.name);
  call.args.forEach((word, place) => {
    const text = texts[place] ?? '';
    const isOfGithub = adds && /^[a-z\d][\w-]*\/[\w.-]+(?:#.*)?$/i.test(text) && !texts[place - 1]?.startsWith('-');
    if (ADDRESS.test(text) || isOfGithub) sayFetched(call, word);
  });
}

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

/** `gh api -X DELETE`, `http DELETE …`. */
function judgeRequest(call: Invocation, texts: readonly string[]): void {
  call.args.forEach((word, place) => {
    const text = texts[place] ?? '';
    const isMethod = /^(?:-X|--method)$/.test(texts[place - 1] ?? '') || (place < 2 && !/^g/.test(call.name));
    if (/^(?:-X|--method=)DELETE$/i.test(text) || (isMethod && /^DELETE$/i.test(text)))
      say(call, 'DANGEROUS', 'network.delete', 'It deletes something elsewhere.', word);
  });
}

/** In jq `$ENV` and `env` are the environment. */
function judgeEnvironment(call: Invocation, texts: readonly string[]): void {
  call.args.forEach((word, place) => {
    const text = texts[place] ?? '';
    if (/\$ENV\b|\benv\b/.test(text) && SECRET_NAME.test(text))
      say(call, 'DANGEROUS', 'variable.secret', 'The value is a secret.', word);
  });
}
