import {judgePath} from '../../judge/judge-path.ts';
import {type Invocation, say, sayFact} from '../../judge/scope.ts';
import {type Argument, fixed, textOf} from '../../shell/argument.ts';

/** Programs of projects that run another command behind some word of theirs: `lerna exec -- COMMAND`. */
export function judgeCarried(call: Invocation): void {
  CARRIERS.get(call.name)?.(
    call,
    call.args.map(word => textOf(word) ?? word.prefix),
  );
}

type Judge = (call: Invocation, texts: readonly string[]) => void;

const CARRIERS: ReadonlyMap<string, Judge> = new Map(
  (
    [
      ['lerna nx rush-pnpm yarn', judgeExec],
      ['nvm fnm volta', judgeVersioned],
      ['onchange', judgeBehindDashes],
      ['nix', judgeNix],
      ['nodemon', judgeRestarted],
      ['mvn mvnd', judgeMaven],
      ['cargo', judgeWatched],
      ['docker podman nerdctl buildah', judgeImage],
    ] as const
  ).flatMap(([names, judge]) => names.split(' ').map((name): [string, Judge] => [name, judge])),
);

/** `place`: 0 where there is none. */
function runFrom(call: Invocation, place: number): void {
  const words = place > 0 ? call.args.slice(place) : [];
  if (words.length > 0) call.scope.judge.words(words, call.scope, call.input);
}

/** The first word behind `place` that is neither an option nor what one takes. */
function firstWord(texts: readonly string[], place: number, values: RegExp): number {
  for (let at = place; at < texts.length; at++) {
    const text = texts[at] ?? '';
    if (text === '--') return at + 1;
    if (values.test(text)) at++;
    else if (!text.startsWith('-')) return at;
  }
  return 0;
}

/** `nx exec -- COMMAND`, `yarn workspaces foreach -A exec COMMAND`; `nx run-commands --command=TEXT` is read by a shell. */
function judgeExec(call: Invocation, texts: readonly string[]): void {
  const place = texts.indexOf('exec');
  const end = texts.indexOf('--');
  const isNamed = place === 0 || (call.name === 'yarn' && /^workspaces?$/.test(texts[0] ?? ''));
  if (place >= 0 && isNamed && (end < 0 || place < end))
    runFrom(call, end > place ? end + 1 : firstWord(texts, place + 1, OPTIONS_OF_EXEC));
  if (call.name !== 'nx') return;
  call.args.forEach((word, at) => {
    const text =
      /^--commands?=(.*)$/s.exec(texts[at] ?? '')?.[1] ??
      (/^--commands?$/.test(texts[at - 1] ?? '') ? texts[at] : undefined);
    if (text === undefined) return;
    if (textOf(word) === null) sayFact(call, 'DANGEROUS', 'code.unknown', 'It is not known what it runs.', word);
    else call.scope.judge.text(text, word, call.scope, {type: 'data'});
  });
}

const OPTIONS_OF_EXEC =
  /^--?(?:scope|ignore|concurrency|since|projects?|p|from|exclude|include|jobs|j|loglevel|max-buffer)$/;

function judgeBehindDashes(call: Invocation, texts: readonly string[]): void {
  runFrom(call, texts.indexOf('--') + 1);
}

/** `nvm exec VERSION COMMAND`, `fnm exec --using VERSION COMMAND`, `volta run --node VERSION COMMAND`. */
function judgeVersioned(call: Invocation, texts: readonly string[]): void {
  const [verb] = texts;
  if (verb !== (call.name === 'volta' ? 'run' : 'exec')) return;
  const place = firstWord(texts, 1, /^--(?:using|node|npm|yarn|pnpm|env|fnm-dir|arch)$/);
  const isVersion =
    call.name === 'nvm' &&
    /^(?:v?\d[\w.-]*|node|stable|unstable|default|iojs[\w.-]*|lts\/.+)$/.test(texts[place] ?? '');
  runFrom(call, place > 0 && isVersion ? place + 1 : place);
}

/** `nix develop -c COMMAND`, `nix shell PACKAGE --command COMMAND`. */
function judgeNix(call: Invocation, texts: readonly string[]): void {
  if (/^(?:develop|shell)$/.test(texts[0] ?? ''))
    runFrom(call, texts.findIndex(text => /^(?:-c|--command)$/.test(text)) + 1);
}

/** `nodemon --exec TEXT FILE`: a shell reads both, one behind the other. */
function judgeRestarted(call: Invocation, texts: readonly string[]): void {
  const place = texts.findIndex(text => /^(?:-x|--exec(?:=.*)?)$/s.test(text));
  const word = call.args[texts[place]?.includes('=') ? place : place + 1];
  if (place < 0 || !word) return;
  const rest = call.args.slice(call.args.indexOf(word) + 1).map(textOf);
  const text = textOf(word)?.replace(/^--exec=/, '');
  if (text === undefined || rest.includes(null))
    sayFact(call, 'DANGEROUS', 'code.unknown', 'It is not known what it runs.', word);
  else {
    call.scope.judge.text(text, word, call.scope, call.input);
    if (rest.length > 0) call.scope.judge.text([text, ...rest].join(' '), word, call.scope, call.input);
  }
}

/** `mvn exec:exec -Dexec.executable=PROGRAM -Dexec.args=WORDS`. */
function judgeMaven(call: Invocation, texts: readonly string[]): void {
  const given = (name: string): Argument | undefined =>
    call.args[texts.findIndex(text => text.startsWith(`-Dexec.${name}=`))];
  const program = given('executable');
  if (!program) return;
  const words = [program, given('args')].flatMap(word => (word ? [textOf(word)] : []));
  if (words.includes(null)) sayFact(call, 'DANGEROUS', 'code.unknown', 'It is not known what Maven runs.', program);
  else {
    const line = words.map(word => word?.slice(word.indexOf('=') + 1)).join(' ');
    call.scope.judge.words(
      line.split(/\s+/).map(word => fixed(word, program)),
      call.scope,
      call.input,
    );
  }
}

/** `cargo watch -x 'run --release'` is `cargo run --release`. */
function judgeWatched(call: Invocation, texts: readonly string[]): void {
  if (texts[0] !== 'watch') return;
  call.args.forEach((word, at) => {
    const own = /^(?:--exec=|-x=?)(.+)$/s.exec(texts[at] ?? '')?.[1];
    const text = own ?? (/^(?:-x|--exec)$/.test(texts[at - 1] ?? '') ? texts[at] : undefined);
    if (text !== undefined && textOf(word) !== null)
      call.scope.judge.text(`cargo ${text}`, word, call.scope, {type: 'data'});
  });
}

/** Where what is built is put, beside the list of images: `docker build -o FOLDER`, `--output type=local,dest=FOLDER`. */
function judgeImage(call: Invocation, texts: readonly string[]): void {
  const at = texts.findIndex(text => /^(?:build|bake|bud)$/.test(text));
  if (at < 0 || at > 3) return;
  call.args.forEach((word, place) => {
    const text = texts[place] ?? '';
    // What is built may keep what it is given to read.
    const isSecret = /^--secret=/.test(text) || texts[place - 1] === '--secret';
    const source = isSecret ? /[,=]?(?:src|source)=([^,]*)/.exec(text)?.[1] : undefined;
    if (source !== undefined) judgePath(fixed(source, word), 'read', call);
    const own = /^(?:--(?:output|iidfile|metadata-file|sbom-output)=|-o(?=.))(.*)$/s.exec(text)?.[1];
    const given =
      own ??
      (/^(?:-o|--(?:output|iidfile|metadata-file|sbom-output))$/.test(texts[place - 1] ?? '') ? text : undefined);
    const set = /\.output=(.*)$/s.exec(texts[place - 1] === '--set' ? text : '')?.[1];
    const target = given ?? set;
    if (place <= at || target === undefined) return;
    if (textOf(word) === null) {
      say(call, 'CAUTION', 'path.unknown', 'It is not known where that is put.', word);
      return;
    }
    const path = /(?:^|,)dest=([^,]*)/.exec(target)?.[1] ?? (/^type=/.test(target) ? '-' : target);
    judgePath(fixed(path, word), 'write', call);
  });
}
