import type {Verdict} from '../classify.ts';
import {Findings, type Span} from '../findings.ts';
import type {Level} from '../level.ts';
import {judgeCharacters} from '../line/judge-characters.ts';
import {startsProgram} from './prompt-commands.ts';

/** Longer ones are not looked through. UTF-16 units. */
const TOO_LONG = 65_536;

/**
 * What is given to an interpreter or a database: nothing of it is proved, so it is never safe, and what is known to destroy something or to
 * start programs is dangerous. `program`: who reads it, where that is known; in a language of programs other words are harmless than in a
 * database.
 */
export function judgeStatement(text: string, program: string | null = null): Verdict {
  const findings = new Findings();
  const whole: Span = {start: 0, end: text.length};
  judgeCharacters(text.slice(0, TOO_LONG), findings);
  findings.add('CAUTION', 'statement.unknown', 'An interpreter reads it: what it does is not known.', whole);
  if (text.length > TOO_LONG) findings.add('DANGEROUS', 'line.too-long', 'It is too long to be read.', whole);
  else
    for (const [rule, pattern, message] of rulesFor(text, program)) {
      note(text, rule, pattern, message, whole, findings);
      for (const plain of [withoutComments(text), unquoted(text)])
        if (plain !== text && !pattern.test(text)) note(plain, rule, pattern, message, whole, findings);
    }
  const reasons = findings.reasons.toSorted((a, b) => ORDER[b.level] - ORDER[a.level] || a.start - b.start);
  return {
    level: findings.level,
    reasons,
    isCut: findings.isCut,
    isUnread: findings.isUnread,
    commands: [],
    cwd: null,
    aliases: new Map(),
    functions: new Set(),
    variables: new Map(),
    carried: new Map(),
    steps: findings.steps,
  };
}

type Rule = readonly [rule: string, pattern: RegExp, message: string];

/** Where code is read, `del x` and `drop = 1` are about names in it, and `print("load data")` prints. */
function rulesFor(text: string, program: string | null): readonly Rule[] {
  const own = program === null ? undefined : startsProgram(program);
  const rules = rulesOf(text, program);
  return own ? [...rules, ['statement.program', own, 'It starts a program.']] : rules;
}

function rulesOf(text: string, program: string | null): readonly Rule[] {
  if (program === null || !LANGUAGES.test(program)) return DESTRUCTIVE;
  // What code hands on to a database, or a client of one that is itself run by such an interpreter.
  const asks = /\b(?:\w*(?:execute|query|prepare|sql)\w*|run|raw)\s*[(`]|\bsql\b/i.test(text) || SQL_STARTS.test(text);
  return asks ? [...IN_CODE, ...DESTRUCTIVE.filter(([rule]) => rule.startsWith('statement.sql'))] : IN_CODE;
}

const LANGUAGES =
  /^(?:i?python[\d.]*|bpython|ptpython|pypy[\d.]*|node|nodejs|deno|bun|irb|ruby[\d.]*|pry|lua[\d.]*|luajit|julia|php[\d.]*)$/;

/** No statement of those languages. */
const SQL_STARTS =
  /(?:^|;)[^\S\n\r\u2028\u2029]*(?:(?:drop|truncate|alter|rename|create|install|purge|reset)\s+[a-z]|(?:grant|revoke|copy|merge|replace|load|attach|detach|delete|update|insert)\s(?:[^;()=.[]{0,200}\s)?(?:from|into|set|to|on|as|data|program)\s)/im;

/** `whole`: what is pointed at when it was found in another form of the text. */
function note(text: string, rule: string, pattern: RegExp, message: string, whole: Span, findings: Findings): void {
  const found = pattern.exec(text);
  if (!found) return;
  const end = Math.min(found.index + found[0].length, whole.end);
  findings.add('DANGEROUS', rule, message, {start: Math.min(found.index, end), end});
}

/** To SQL a comment is a blank, and MySQL runs what stands in one that begins with `!`: MariaDB Knowledge Base, “Comment Syntax”. */
function withoutComments(text: string): string {
  let plain = '';
  for (let at = 0; ; ) {
    const start = text.indexOf('/*', at);
    const end = start < 0 ? -1 : text.indexOf('*/', start + 2);
    if (end < 0) return (plain + text.slice(at)).replace(/\/\*M?!\d*|\*\/|(?:--|#)[^\n]*/g, ' ');
    const inside = text.slice(start + 2, end);
    const run = /^M?!\d*/.exec(inside)?.[0];
    plain += `${text.slice(at, start)} ${run === undefined ? '' : inside.slice(run.length)} `;
    at = end + 2;
  }
}

/** redis-cli takes quotes, and letters by their numbers, in the name of a command: `sdssplitargs` in sds.c. */
function unquoted(text: string): string {
  return text
    .replace(/\\x([0-9a-f]{2})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    .replace(/["']/g, '');
}

const ORDER: Readonly<Record<Level, number>> = {SAFE: 0, CAUTION: 1, DANGEROUS: 2};

/** What programs of any language do. No repetition stands within another, what may stand between two words is bounded, and blanks at the beginning of a line end with it: else many lines would cost the square of their number. */
const CODE: readonly Rule[] = [
  [
    'statement.program',
    /\b(?:os\s*\.\s*(?:system|popen|exec\w*|spawn\w*|posix_spawn\w*|fork|kill|remove|unlink|rmdir|removedirs|rename|replace|truncate|chmod|chown|putenv|environ)|subprocess|popen|spawn|shutil|child_process|execSync|spawnSync|execFile\w*|process\s*\.\s*(?:kill|exit|binding|dlopen|env)|worker_threads|Kernel|Open3|ProcessBuilder|Runtime|luajit|ffi|ctypes|cffi|dlopen|LoadLibrary|IPython|get_ipython|importlib|__import__|__builtins__|__subclasses__|__globals__|getattr|setattr|globals|(?<!\bre\s?\.\s?)compile|eval|exec|execfile|runpy|pickle|marshal|socket|urllib|requests|http|shell_exec|passthru|proc_open|pcntl_exec|syscall|e?syscmd|system)\b|\b(?:require|import|fetch)\s*\(|\b(?:Deno|Bun|net)\s*\./i,
    'It may start programs, run code from elsewhere, or reach the network.',
  ],
  [
    'statement.files',
    /\b(?:fs\s*\.|fs\/promises|unlink\w*|rmdir|rmSync|rmtree|rmdirSync|writeFile\w*|appendFile\w*|truncate\w*|File\s*\.\s*(?:delete|write|unlink|rename|open)|FileUtils|Dir\s*\.\s*(?:rmdir|delete|unlink)|write_text|write_bytes|Path\s*\(|pathlib|rm\s*\(\s*['"]|open\s*\([^)]{0,300},\s*['"][^'"]*[wax+])/i,
    'It may change or remove files.',
  ],
  [
    'statement.program',
    /`|\$\(|%x[({[]|qx[/({[]|^[^\S\n\r\u2028\u2029]*%(?:sx|system|run|load|bash|sh|cd|env|pip|conda)|^[^\S\n\r\u2028\u2029]*!/im,
    'It may start a program.',
  ],
  [
    'statement.program',
    /\bFunction\s*\(|\bconstructor\s*\.\s*constructor\b|\[\s*['"]constructor['"]/,
    'It may run any code.',
  ],
];

/** Where code is read: calls to stores, and commands of the prompt itself. */
const IN_CODE: readonly Rule[] = [
  ...CODE,
  [
    'statement.store',
    /\b(?:flushall|flushdb|dropdatabase|deletemany|deleteone|renamecollection)\b|\bdrop(?:index|collection|user)?\s*\(\s*\)|\bremove\s*\(\s*\{/i,
    'It destroys or governs what a store holds.',
  ],
  ['statement.escape', /^[^\S\n\r\u2028\u2029]*\.(?:s(?:a\w*)?|lo?\w*)(?=\s+\S)/im, 'It writes a file, or runs one.'],
];

/** The rest are for what reads statements of its own. */
const DESTRUCTIVE: readonly Rule[] = [
  [
    'statement.sql',
    /\b(?:drop|truncate|alter|grant|revoke|shutdown|vacuum|detach|attach|reindex|load|handler)\b\s+["'`a-z]|\b(?:rename\s+(?:table|user)|purge\s+(?:binary|master)|reset\s+(?:master|slave|replica)|change\s+(?:master|replication)|reassign\s+owned|import\s+foreign|set\s+(?:global|persist|password)|kill\s+(?:\d|query|connection))\b/i,
    'It changes or destroys what a database holds.',
  ],
  [
    'statement.sql',
    /\bdelete\s[^;()]{0,200}\bfrom\b|\bupdate\s[^;()]{1,200}\sset\s|\breplace\s+(?:low_priority\s+|delayed\s+)?into\b|\bmerge\s+into\b|(?:^|;)[^\S\n\r\u2028\u2029]*replace\s+["`\w.]+\s*(?:\(|values\b|select\b|set\b)/im,
    'It changes rows.',
  ],
  // The rest of it may stand on the next line, or be a variable of psql.
  [
    'statement.sql',
    /(?:^|;)[^\S\n\r\u2028\u2029]*(?:(?:drop|truncate|alter|grant|revoke|delete|update|rename|purge|install)\s*$|(?:update|delete)\s+["`\w]|:["'{]?\w+["'}]?\s+(?:table|from|into|database|schema|role|user|index|view|function|\w+\s+set)\b)/im,
    'It changes or destroys what a database holds.',
  ],
  [
    'statement.sql-program',
    /\bcopy\b[^;]{0,300}\b(?:program|to)\b|\b(?:from|to)\s+program\b|^[^\S\n\r\u2028\u2029]*program\s+['$]|\b(?:outfile|dumpfile|soname|writable_schema)\b|\blo_(?:import|export|unlink|put)\b|\bxp_cmdshell\b|\bload_extension\b|\bpg_(?:read_(?:binary_)?file|ls_\w+|stat_file|file_\w+|terminate_backend|reload_conf|rotate_logfile)\b|\b(?:load_file|sys_exec|sys_eval|fts3_tokenizer|readfile|writefile|dblink\w*)\s*\(|\bcreate\s+(?:or\s+replace\s+)?(?:trusted\s+)?(?:procedural\s+)?(?:user|role|extension|language|server|subscription|event)\b|\b(?:un)?install\s+(?:plugin|component)\b|\bexecute\s+(?:immediate\b|format\s*\(|')|\blanguage\s+(?:c|\w+u)\b/im,
    'It reads or writes files, starts a program, or gives somebody rights.',
  ],
  [
    'statement.escape',
    /^[^\S\n\r\u2028\u2029]*(?:\\(?:copy|o|out|w|write|g|gx|i|ir|include|include_relative|e|edit|ef|ev|cd|s|setenv|lo_\w+)\b|!|shell\b|system\b|source\b|pi\b|python\b|pipe\b|define\b|(?:tee|pager)\s+[^=\s]|edit[\t ;]*$|:(?:!|sh\b|def\b|cmd\b|script\b))/im,
    'It starts a program, or reads or writes a file.',
  ],
  // psql and mysql take their commands in the middle of a line too.
  [
    'statement.escape',
    /\\(?:copy|ir|include(?:_relative)?|out|write|gexec|setenv|edit|lo_\w+)(?![A-Za-z_])|\\(?:gx|[iowgeTP.])\s+\S/,
    'It starts a program, or reads or writes a file.',
  ],
  ['statement.escape', /\\!(?!=)|\\(?:g|gx|o|out|w|write)\s*\|/i, 'It starts a program.'],
  // sqlite3 takes the beginnings of its commands, and opens a pipe for a file that begins with a bar.
  [
    'statement.escape',
    /^[^\S\n\r\u2028\u2029]*\.(?:sh(?:e(?:l(?:l)?)?)?|sy\w*|o\w*|im\w*|lo\w*|sa\w*|rest?\w*|rea\w*|reco\w*|re|ba|bac\w*|exc\w*|cd|cl|clo\w*|ar\w*|ww?w?|tr\w*|ses\w*)(?=\s|$)|\bedit\s*\(/im,
    'It starts a program, or reads or writes a file.',
  ],
  [
    'statement.store',
    /\b(?:flushall|flushdb|shutdown|config\s+(?:set|rewrite|get)|debug|slaveof|replicaof|script|module|eval(?:sha)?|dropdatabase|deletemany|deleteone|renamecollection)\b|\b(?:drop(?:index|collection|user)?|remove)\s*\(|^[^\S\n\r\u2028\u2029]*(?:del|unlink|getdel|migrate|restore|fcall\w*|swapdb|failover|move|rename(?:nx)?|acl\s+(?:setuser|deluser|load|save)|cluster\s+\w+|client\s+(?:kill|pause)|function\s+\w+)(?=\s+["'\w]|\s*$)/im,
    'It destroys or governs what a store holds.',
  ],
  ...CODE,
];
