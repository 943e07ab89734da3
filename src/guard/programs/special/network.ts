import {judgePath} from '../../judge/judge-path.ts';
import {dataInput, type Invocation, say, sayFact} from '../../judge/scope.ts';
import {placeOf} from '../../paths/place-of.ts';
import {UNKNOWN_FOLDER} from '../../paths/resolve-path.ts';
import {type Argument, tail, textOf} from '../../shell/argument.ts';
import {judgeWord} from '../judge-row.ts';
import {type ReadOptions, readOptions} from '../read-options.ts';
import {readTable} from '../row.ts';
import {isOrdinarySshOption} from './ssh-options.ts';
import {judgeUnpacked} from './unpacking.ts';

const rows = readTable(`
curl | C | t* | -sSfLkvigGINn#0123460jqRalMZ -o:w -O -J -D:w -c:w -b: -H: -A: -e: -m: -r: -u: -U: -x: -X: -y: -Y: -z: -w: -T:r -F: -d: -C: -E:r -K:r^D --config:r^D --output:w --output-dir:w --data: --data-raw: --data-binary: --data-urlencode: --json: --form: --form-string: --upload-file:r --header: --request: --user: --user-agent: --url: --max-time: --connect-timeout: --retry: --retry-delay: --retry-max-time: --write-out: --cookie: --cookie-jar:w --dump-header:w --cacert:r --capath:r --cert:r --key:r --proxy: --resolve: --connect-to: --range: --referer: --limit-rate: --max-redirs: --interface: --unix-socket:^D --netrc^D --netrc-file:r^D -n^D --netrc-optional^D --trace:w --trace-ascii:w --stderr:w --libcurl:w --engine:^D --etag-save:w --etag-compare:r --oauth2-bearer: --aws-sigv4: --create-dirs
wget | C | t* | -qcNSvrknpHLdbx4 -nv -nc -nd -nH -np -O:w -o:w -a:w -P:w -t: -T: -w: -Q: -l: -A: -R: -D: -I: -X: -e: -i:r -B: -U: --execute: --output-document:w --output-file:w --append-output:w --directory-prefix:w --input-file:r --header: --post-data: --post-file:r --body-data: --body-file:r --method: --user: --password:^D --ask-password --use-askpass:x^D --config:r^D --load-cookies:r --save-cookies:w --timeout: --tries: --user-agent: --referer: --hsts-file:w --warc-file:w --rejected-log:w
scp,sftp | C | t* | -346ABCpqrTv -c: -D:^D -F:r^D -i: -J: -l: -o: -P: -S:x^D -X: -b:r -R: -B:
rsync | C | t* | -aArRvzPuntlptgoDHAXSWxcqhiIm01 -e: --rsh: --rsync-path:c^D --delete^D --delete-before^D --delete-during^D --delete-delay^D --delete-after^D --delete-excluded^D --del^D --remove-source-files^D --exclude: --include: --exclude-from:r --include-from:r --files-from:r --log-file:w --password-file:r --filter: -f: --daemon^D --config:^D --backup-dir:w --temp-dir:w -T:w --compare-dest:l --copy-dest:l --link-dest:l --partial-dir:w --write-batch:w^D --read-batch:r^D --progress --stats --dry-run --archive --verbose --compress --human-readable --partial --checksum --bwlimit: --info: --max-size: --min-size: --timeout: --port: -B: -M:^D --remote-option:^D --chmod:^D --chown:^D
tar,gtar,bsdtar | C | t* | -f: -C:l -T:r -X:r --file: --directory: --files-from:r --exclude-from:r --exclude: --strip-components: --transform: --xform: --owner: --group: --mode: --mtime: --wildcards --one-top-level?w -I:c --use-compress-program:c^D --to-command:c^D --checkpoint? --checkpoint-action:^D --info-script:c^D --new-volume-script:c^D -F:c^D --rsh-command:x^D --rmt-command:x^D --format: -H: -b: -g:w --listed-incremental:w --index-file:w --absolute-names^D -P^D --remove-files^D --overwrite --unlink-first -s:
`);

/** `curl` and `wget`: what is sent, and where what comes is kept. */
export function judgeDownload(call: Invocation): void {
  const row = rows.get(call.name);
  if (!row) return;
  const read = readOptions(row, call.args, false);
  say(call, 'CAUTION', 'network', `${call.name} reaches beyond this machine.`);
  judgeGiven(read, call);
  for (const {name, value} of read.options) {
    const text = value ? (textOf(value) ?? value.prefix) : '';
    if (
      value &&
      /^(?:-d|--data\w*|--data-binary|--data-urlencode|--json|-F|--form|-b|--cookie|-H|--header|-w|--write-out)$/.test(
        name,
      )
    ) {
      const at = text.search(/@/);
      if (at >= 0 && (at === 0 || /=[<@]|^[\w-]*@/.test(text)))
        judgePath(tail(value, text.indexOf('@') + 1), 'read', call);
      if (/^(?:-b|--cookie)$/.test(name) && !text.includes('=')) judgePath(value, 'read', call);
      if (/=</.test(text)) judgePath(tail(value, text.indexOf('<') + 1), 'read', call);
      if (value.values === null && /^-(?:d|F)|^--(?:data|form|json)/.test(name))
        sayFact(call, 'DANGEROUS', 'network.unknown', 'It is not known what is sent.', value);
    }
    if (/^(?:-e|--execute)$/.test(name) && call.name === 'wget' && !/^robots ?= ?(?:off|on)$/.test(text))
      say(
        call,
        'DANGEROUS',
        'option',
        'This setting of wget may run a program, or write elsewhere.',
        value ?? undefined,
      );
    if (/^(?:-X|--request|--method)$/.test(name) && /^DELETE$/i.test(text))
      say(call, 'DANGEROUS', 'network.delete', 'It deletes something elsewhere.', value ?? undefined);
  }
  for (const operand of read.operands) judgeAddress(operand, call);
  if (call.name === 'wget' && !read.options.some(({name}) => /^(?:-O|--output-document)$/.test(name)))
    for (const operand of read.operands) noteDownload(operand, call);
  if (read.options.some(({name}) => name === '-O' && call.name === 'curl'))
    for (const operand of read.operands) noteDownload(operand, call);
}

function judgeAddress(operand: Argument, call: Invocation): void {
  if (operand.values === null && operand.secrets.length === 0 && /^$|[?&=/]$/.test(operand.prefix))
    sayFact(
      call,
      operand.prefix === '' ? 'CAUTION' : 'DANGEROUS',
      'network.unknown',
      'It is not known what the address carries.',
      operand,
    );
  const text = textOf(operand) ?? operand.prefix;
  const file = /^file:\/\/[^/]*(\/.*)$/.exec(text)?.[1];
  if (file) judgePath({...operand, values: [{text: file, glob: false}], prefix: file}, 'read', call);
  if (/^(?:https?:\/\/)?(?:169\.254\.169\.254|metadata\.google\.internal|\[?fd00:ec2::254)/i.test(text))
    sayFact(call, 'DANGEROUS', 'network.metadata', 'This address gives out credentials of the machine.', operand);
  if (/^[a-z+]+:\/\/[^/@\s]+:[^/@\s]+@/i.test(text))
    sayFact(call, 'DANGEROUS', 'network.credentials', 'The address holds a password.', operand);
}

/** A download keeps the last name of its address. */
function noteDownload(operand: Argument, {scope}: Invocation): void {
  const name = /([^/?#]+)(?:[?#].*)?$/.exec(textOf(operand) ?? '')?.[1];
  if (name) scope.written.add(`${scope.cwd ?? UNKNOWN_FOLDER}/${name}`);
}

function judgeGiven(read: ReadOptions, call: Invocation): void {
  for (const {name, facts, value, at} of read.options) {
    say(call, facts.level, 'option', `${name} of ${call.name} does more than usual.`, at);
    if (value) judgeWord(value, facts.kind, call);
  }
}

/** `scp`, `sftp` and `rsync`: files here, and places elsewhere. */
export function judgeTransfer(call: Invocation): void {
  const row = rows.get(call.name);
  if (!row) return;
  const read = readOptions(row, call.args, false);
  const isElsewhere = (operand: Argument): boolean => /^[^/]*:/.test(textOf(operand) ?? operand.prefix);
  const isTrial = call.name === 'rsync' && read.options.some(({name}) => name === '-n' || name === '--dry-run');
  const isSure = read.unknown.length + read.uncertain.length === 0;
  const onlyTells =
    isTrial && isSure && read.operands.every(({values}) => values !== null) && !read.operands.some(isElsewhere);
  if (!onlyTells) say(call, 'CAUTION', 'program', `${call.name} copies files.`);
  judgeGiven(isTrial && isSure ? {...read, options: read.options.filter(({name}) => !REMOVES.test(name))} : read, call);
  for (const {name, value, at} of read.options) {
    if (value && /^(?:-e|--rsh)$/.test(name)) judgeRemoteShell(value, call);
    if (name === '-o' && !isOrdinarySshOption((value && textOf(value)) ?? ''))
      say(call, 'DANGEROUS', 'option', 'This option of ssh may run a program.', at);
  }
  read.operands.forEach((operand, place) => {
    const text = textOf(operand) ?? operand.prefix;
    if (onlyTells) {
      judgePath(operand, 'look', call);
      return;
    }
    if (isElsewhere(operand)) {
      if (place === read.operands.length - 1) judgeRemote(text, operand, call);
      return;
    }
    judgePath(operand, place === read.operands.length - 1 && place > 0 ? 'write' : 'read', call);
  });
}

const REMOVES = /^--(?:del|delete(?:-\w+)?|remove-source-files)$/;

/** rsync starts this with the name of the other machine behind it, and speaks with what runs there. */
function judgeRemoteShell(value: Argument, call: Invocation): void {
  const text = textOf(value);
  if (text === null) judgeWord(value, 'code', call);
  else call.scope.judge.text(`${text} elsewhere true`, value, call.scope, dataInput);
}

/** Elsewhere too some places decide what runs, or belong to the system. */
function judgeRemote(text: string, at: Argument, call: Invocation): void {
  const path = text.slice(text.lastIndexOf(':') + 1);
  const {isStartup} = placeOf(
    /^[/~]/.test(path) ? path.replace(/^~(?=\/)/, '/home/somebody') : `/home/somebody/${path}`,
    '/home/somebody',
    null,
  );
  if (isStartup || /^\/(?:etc|usr|s?bin|lib\w*|boot|root|dev|proc|sys)(?:\/|$)/.test(path))
    sayFact(call, 'DANGEROUS', 'path.remote', `${path} decides there what runs, or belongs to the system.`, at);
}

/** `tar`: the first word may be options without a dash. */
export function judgeTar(call: Invocation): void {
  const row = rows.get('tar');
  const [first] = call.args;
  if (!row) return;
  const mode = textOf(first) ?? '';
  const args = first && /^[A-Za-z]+$/.test(mode) ? dashed(first, mode, call.args.slice(1)) : call.args;
  const read = readOptions({options: withModes(row.options), hasLongDashes: false}, args, false);
  const {options, operands} = read;
  const has = (...names: readonly string[]): boolean => options.some(({name}) => names.includes(name));
  const lists =
    (has('-t', '--list') || has('-O', '--to-stdout')) &&
    !has('-c', '-r', '-u', '-A') &&
    (has('-O', '--to-stdout') || !has('-x'));
  const archive = options.find(({name}) => name === '-f' || name === '--file')?.value;
  const isElsewhere = /^[^/]*:/.test((archive && (textOf(archive) ?? archive.prefix)) ?? '');
  if (isElsewhere && !read.unknown.some(word => textOf(word) === '--force-local'))
    say(call, 'CAUTION', 'network', 'The archive lies on another machine.', archive ?? call.span);
  else if (archive)
    judgePath(archive, has('-c', '-r', '-u', '-A', '--create', '--append', '--update') ? 'write' : 'read', call);
  const acts = options.filter(({facts}) => facts.level !== 'SAFE' || facts.kind === 'code');
  const prints =
    archive !== undefined &&
    archive !== null &&
    textOf(archive) === '-' &&
    has('-c', '--create') &&
    !has('-x', '--extract', '--get');
  if (!(lists || prints) || acts.length > 0) say(call, 'CAUTION', 'program', 'tar writes files.');
  else
    for (const word of [...read.unknown, ...read.uncertain])
      if (!HARMLESS_FOR_TAR.test(textOf(word) ?? ''))
        say(call, 'CAUTION', 'option.uncertain', 'It is not known what this tells tar to do.', word);
  judgeGiven({options, operands, unknown: [], uncertain: [], rest: []}, call);
  const folders = options.flatMap(({name, value}) => (name === '-C' || name === '--directory' ? (value ?? []) : []));
  if (has('-x', '--extract', '--get')) {
    for (const folder of folders) judgePath(folder, 'write', call);
    if (!lists) judgeUnpacked(folders.at(-1), call);
  }
  if (has('-c', '-r', '-u', '-A', '--create', '--append', '--update'))
    for (const operand of operands)
      for (const word of [operand, ...folders.flatMap(folder => below(folder, operand) ?? [])])
        judgePath(word, 'read', call);
  if (call.args.some(word => word.values?.some(({glob}) => glob) && /^[*?]/.test(word.prefix)))
    sayFact(call, 'CAUTION', 'option.uncertain', 'A name of a file may become an option of tar.', call.span);
}

const HARMLESS_FOR_TAR =
  /^--(?:wildcards|no-wildcards|no-anchored|anchored|ignore-case|exclude-vcs|exclude-backups|exclude-caches|full-time|utc|quoting-style=\w+|show-[\w-]+|block-number|sort=\w+|no-recursion|recursion|numeric-owner|posix|dereference|hard-dereference|no-xattrs|xattrs|acls|selinux|force-local|one-file-system|occurrence|ignore-zeros|ignore-failed-read|warning=[\w-]+|no-auto-compress|auto-compress|lzma|lzip|lzop|zstd|null|verbatim-files-from|sparse|version|help)$/;

/** A word as a name in a folder, where both are known. */
function below(folder: Argument, operand: Argument): Argument | null {
  if (!folder.values || !operand.values) return null;
  const values = folder.values.flatMap(({text: start}) =>
    (operand.values ?? []).map(({text, glob}) => ({text: text.startsWith('/') ? text : `${start}/${text}`, glob})),
  );
  return {...operand, values, prefix: ''};
}

function dashed(first: Argument, letters: string, rest: readonly Argument[]): readonly Argument[] {
  // Old-style letters take their values in order from the words behind them.
  const values = [...letters].filter(letter => /[fCTXbgHIFs]/.test(letter));
  const flags = [...letters].filter(letter => !/[fCTXbgHIFs]/.test(letter)).join('');
  const paired = values.flatMap((letter, place) => {
    const value = rest[place];
    return value ? [{...first, values: [{text: `-${letter}`, glob: false}], prefix: `-${letter}`}, value] : [];
  });
  const start = flags === '' ? [] : [{...first, values: [{text: `-${flags}`, glob: false}], prefix: `-${flags}`}];
  return [...start, ...paired, ...rest.slice(values.length)];
}

function withModes(
  options: ReadonlyMap<
    string,
    NonNullable<ReturnType<typeof rows.get>>['options'] extends ReadonlyMap<string, infer Facts> ? Facts : never
  >,
): typeof options {
  const plain = {value: 'none', kind: 'text', level: 'SAFE', replacesFirst: false} as const;
  const names =
    '-c -x -t -r -u -A -d -z -j -J -Z -a -v -k -m -p -O -h -l -n -o -w -W -S -q --create --extract --get --list --append --update --gzip --bzip2 --xz --zstd --verbose --to-stdout --keep-old-files --no-same-owner --numeric-owner --totals'.split(
      ' ',
    );
  return new Map([...names.map(name => [name, plain] as const), ...options]);
}
