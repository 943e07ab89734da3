import {judgePath} from '../../judge/judge-path.ts';
import {type Invocation, say, sayFact} from '../../judge/scope.ts';
import {type Argument, fixed, textOf} from '../../shell/argument.ts';
import {judgeHidden} from '../judge-row.ts';

/** Clients of databases. */
export const DATABASES: readonly string[] =
  'psql mysql mariadb sqlite3 duckdb mongosh mongo redis-cli valkey-cli cqlsh clickhouse-client clickhouse-local influx sqlcmd snowsql bq sqlite-utils pgcli mycli litecli usql cockroach'.split(
    ' ',
  );

/** Their statements stand in words or come by input. What destroys is known by its words; what is not seen is an ordinary risk. */
export function judgeDatabase(call: Invocation): void {
  if (onlyAsks(call)) return;
  say(call, 'CAUTION', 'program', `${call.name} works on a database.`);
  if (call.input.type === 'data' || call.input.type === 'environment')
    say(call, 'DANGEROUS', 'code.piped', 'Statements come through a pipe.');
  if (call.input.type === 'text' && isDestructive(call.input.text)) sayDestroys(call);
  for (const word of call.args) {
    const text = textOf(word);
    if (/^--(?:pager|tee|init-command|plugin-dir|defaults-(?:extra-)?file)\b/.test(word.prefix))
      say(call, 'DANGEROUS', 'option', `This option of ${call.name} starts a program, or loads code.`, word);
    if (text !== null && !/^--?\w+$/.test(text) && isDestructive(text)) sayDestroys(call);
    if (text !== null) judgeFiles(text, word, call);
    if (call.name === 'sqlite-utils' && /^(?:drop-|disable-)/.test(text ?? '')) sayDestroys(call);
    if (/^(?:redis|valkey)-cli$/.test(call.name) && /^(?:del|unlink)$/i.test(text ?? '')) sayDestroys(call);
    if (text !== null && /\s/.test(text) && !/^[/~]/.test(text)) continue;
    if (text === null && /\s/.test(word.prefix))
      sayFact(call, 'DANGEROUS', 'code.unknown', 'It is not known what the statement is.', word);
    judgeHidden(word, call);
  }
}

/** Files that a statement names: `.backup FILE`, `\\copy t to FILE`, `copy t to '/FILE'`. A pipe of theirs runs a program. */
function judgeFiles(statement: string, at: Argument, call: Invocation): void {
  if (/^(?:duckdb|clickhouse-local)$/.test(call.name) && /\s/.test(statement)) judgeNamed(statement, at, call);
  for (const [pattern, use] of FILES)
    for (const [, given = ''] of statement.matchAll(pattern)) {
      const file = given.replace(/^(["'])(.*)\1$/s, '$2').replace(/^~(?=\/)/, call.scope.home);
      if (file.startsWith('|')) call.scope.judge.text(file.slice(1), at, call.scope, {type: 'data'});
      else if (!/^(?:stdin|stdout|pstdin|pstdout|program)$/i.test(file)) judgePath(fixed(file, at), use, call);
    }
}

/** To these a file is a table by its name; an extension is code. */
function judgeNamed(statement: string, at: Argument, call: Invocation): void {
  if (/(?:^|;)\s*(?:force\s+)?(?:install|load)\s/i.test(statement))
    sayFact(call, 'DANGEROUS', 'code.fetched', 'It fetches or loads code.', at);
  for (const [, before = '', text = ''] of statement.matchAll(/(\bto\s+)?'([^']*[/.][^']*)'/gi))
    judgePath(fixed(text, at), before === '' ? 'read' : 'write', call);
}

const NAME = String.raw`("[^"]*"|'[^']*'|[^\s;'"]+)`;
const FILES: readonly (readonly [RegExp, 'read' | 'write' | 'run'])[] = [
  [
    new RegExp(String.raw`^[ \t]*\.(?:backup|save|clone|output|once)(?:\s+-\w+)*\s+(?:main\s+)?${NAME}`, 'gim'),
    'write',
  ],
  [new RegExp(String.raw`^[ \t]*\.import(?:\s+--?\w+)*\s+${NAME}`, 'gim'), 'read'],
  [new RegExp(String.raw`^[ \t]*\.read\s+${NAME}`, 'gim'), 'run'],
  [new RegExp(String.raw`^[ \t]*\\copy\s[^;\n]*\sto\s+${NAME}`, 'gim'), 'write'],
  [new RegExp(String.raw`^[ \t]*\\copy\s[^;\n]*\sfrom\s+${NAME}`, 'gim'), 'read'],
  [/(?:^|;)\s*copy\s[^;]*\sto\s+('\/[^']*')/gi, 'write'],
  [/(?:^|;)\s*copy\s[^;]*\sfrom\s+('\/[^']*')/gi, 'read'],
];

/** `sqlite3 -readonly app.db 'select …'`: a file that is read. */
function onlyAsks(call: Invocation): boolean {
  const texts = call.args.map(textOf);
  const isOpened = call.name === 'sqlite3' && texts.some(text => /^--?readonly$/.test(text ?? ''));
  const isPlain = texts.every(
    text =>
      !(text ?? '-').startsWith('-') ||
      /^--?(?:readonly|header|noheader|column|csv|json|line|list|box|table|markdown|batch|bail)$/.test(text ?? ''),
  );
  if (!isOpened || !isPlain || call.input.type !== 'terminal') return false;
  const [file, statement, ...more] = call.args.filter(word => !word.prefix.startsWith('-'));
  if (!file || more.length > 0 || !ASKS.test(textOf(statement) ?? '')) return false;
  judgePath(file, 'read', call);
  return true;
}

/** One statement, and no function that reaches other files. */
const ASKS =
  /^\s*(?:select\b(?![^;]*(?:file|load|edit|tokenizer|attach)\w*\s*\()[^;]*;?|\.(?:schema|tables|indexes|databases)(?:\s+[\w%]+)?)\s*$/i;

/** Statements that remove or rewrite, give rights away, or run programs. */
export function isDestructive(statement: string): boolean {
  return (
    DESTRUCTIVE.test(statement) ||
    LATER.some(([first, then]) => {
      const place = statement.search(first);
      return place >= 0 && then.test(statement.slice(place));
    }) ||
    (/\bupdate\b/i.test(statement) && !/\bwhere\b/i.test(statement) && /\bset\b/i.test(statement))
  );
}

/** What is so by a word further on. */
const LATER: readonly (readonly [RegExp, RegExp])[] = [
  [/\bcopy\b/i, /\bprogram\b/i],
  [/\b(?:create|alter)\s+(?:user|role)\b/i, /\b(?:superuser|createrole|createdb|replication|bypassrls)\b/i],
];

const DESTRUCTIVE =
  /(?:^|;)\s*system\s|\b(?:drop|truncate|delete|grant|revoke|alter(?!\s+table\s+(?:if\s+exists\s+)?(?:only\s+)?[\w."]+\s+add\b)|reassign|flushall|flushdb|shutdown|debug|slaveof|replicaof|purge|kill|load_extension|load_file|pg_authid|pg_shadow|rolpassword|authentication_string|mysql\.user|into\s+(?:out|dump)file|pg_read_file|lo_export|xp_cmdshell|dropDatabase|deleteMany|deleteOne|dropUser|vacuum\s+into|writefile|edit)\b|\bconfig\s+set\b|\beval\b|\.(?:drop|remove)\s*\(|\\!|\\o\b|^\s*\.(?:shell|system|sh|excel|open|restore|load)\b|\bsource\b|\\\./i;

function sayDestroys(call: Invocation): void {
  say(call, 'DANGEROUS', 'database.destroys', 'The statement removes or rewrites data, or runs a program.');
}
