import type {Verdict} from '../classify.ts';
import {Findings, type Span} from '../findings.ts';
import type {Level} from '../level.ts';
import {judgeCharacters} from '../line/judge-characters.ts';

/** Longer ones are not looked through. UTF-16 units. */
const TOO_LONG = 65_536;

/**
 * What is given to an interpreter or a database: nothing of it is proved, so it is never safe, and what is known to destroy something or to
 * start programs is dangerous.
 */
export function judgeStatement(text: string): Verdict {
  const findings = new Findings();
  const whole: Span = {start: 0, end: text.length};
  judgeCharacters(text.slice(0, TOO_LONG), findings);
  findings.add('CAUTION', 'statement.unknown', 'An interpreter reads it: what it does is not known.', whole);
  if (text.length > TOO_LONG) findings.add('DANGEROUS', 'line.too-long', 'It is too long to be read.', whole);
  else for (const [rule, pattern, message] of DESTRUCTIVE) note(text, rule, pattern, message, findings);
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
    steps: findings.steps,
  };
}

function note(text: string, rule: string, pattern: RegExp, message: string, findings: Findings): void {
  const found = pattern.exec(text);
  if (found) findings.add('DANGEROUS', rule, message, {start: found.index, end: found.index + found[0].length});
}

const ORDER: Readonly<Record<Level, number>> = {SAFE: 0, CAUTION: 1, DANGEROUS: 2};

/** No repetition stands within another, and what may stand between two words is bounded. */
const DESTRUCTIVE: readonly (readonly [rule: string, pattern: RegExp, message: string])[] = [
  [
    'statement.sql',
    /\b(?:drop|truncate|alter|grant|revoke|shutdown|vacuum|detach|attach|reindex|load|handler)\b\s+[a-z]/i,
    'It changes or destroys what a database holds.',
  ],
  ['statement.sql', /\b(?:delete\s+from|update\s+\S+\s+set|replace\s+into|merge\s+into)\b/i, 'It changes rows.'],
  [
    'statement.sql-program',
    /\bcopy\b[^;]{0,300}\b(?:program|to)\b|\binto\s+(?:outfile|dumpfile)\b|\blo_(?:import|export)\b|\bxp_cmdshell\b|\bload_extension\b|\bpg_(?:read_file|ls_dir|terminate_backend)\b/i,
    'It reads or writes files, or starts a program.',
  ],
  [
    'statement.escape',
    /^\s*(?:\\(?:copy|o|out|w|write|g|gx|i|ir|include|include_relative|e|edit|ef|ev|cd|s|setenv|lo_\w+)\b|!|shell\b|system\b|source\b|pi\b|python\b|pipe\b|define\b)/im,
    'It starts a program, or reads or writes a file.',
  ],
  // psql takes its commands in the middle of a line too.
  ['statement.escape', /\\!(?!=)|\\(?:g|gx|o|out|w|write)\s*\|/i, 'It starts a program.'],
  // sqlite3 takes the beginnings of its commands, and opens a pipe for a file that begins with a bar.
  [
    'statement.escape',
    /^\s*\.(?:sh(?:e(?:l(?:l)?)?)?|sy\w*|o\w*|im\w*|lo\w*|sa\w*|rest?\w*|rea\w*|reco\w*|re|ba|bac\w*|exc\w*|cd|cl|clo\w*|ar\w*|ww?w?|tr\w*|ses\w*)(?=\s|$)|\bedit\s*\(/im,
    'It starts a program, or reads or writes a file.',
  ],
  [
    'statement.store',
    /\b(?:flushall|flushdb|shutdown|config\s+(?:set|rewrite|get)|debug|slaveof|replicaof|script|module|eval(?:sha)?|dropdatabase|deletemany|deleteone|renamecollection)\b|\b(?:drop(?:index|collection|user)?|remove)\s*\(/i,
    'It destroys or governs what a store holds.',
  ],
  [
    'statement.program',
    /\b(?:os\s*\.\s*(?:system|popen|exec\w*|spawn\w*|posix_spawn\w*|fork|kill|remove|unlink|rmdir|removedirs|rename|replace|truncate|chmod|chown|putenv|environ)|subprocess|popen|pty\s*\.\s*spawn|shutil|child_process|execSync|spawnSync|execFile\w*|process\s*\.\s*(?:kill|exit|binding|dlopen|env)|worker_threads|Kernel|Open3|ProcessBuilder|Runtime|luajit|ffi|ctypes|cffi|dlopen|LoadLibrary|IPython|get_ipython|importlib|__import__|__builtins__|__subclasses__|__globals__|getattr|setattr|globals|compile|eval|exec|execfile|runpy|pickle|marshal|socket|urllib|requests|http|syscall|system)\b|\b(?:Function|require|import|fetch)\s*\(|\b(?:Deno|Bun|net)\s*\./i,
    'It may start programs, run code from elsewhere, or reach the network.',
  ],
  [
    'statement.files',
    /\b(?:fs\s*\.|fs\/promises|unlink\w*|rmdir|rmSync|rmtree|rmdirSync|writeFile\w*|appendFile\w*|truncate\w*|File\s*\.\s*(?:delete|write|unlink|rename|open)|FileUtils|Dir\s*\.\s*(?:rmdir|delete|unlink)|write_text|write_bytes|Path\s*\(|pathlib|open\s*\([^)]{0,300},\s*['"][^'"]*[wax+])/i,
    'It may change or remove files.',
  ],
  [
    'statement.program',
    /`|\$\(|%x[({[]|qx[/({[]|^\s*%(?:sx|system|run|load|bash|sh|cd|env|pip|conda)|^\s*!/im,
    'It may start a program.',
  ],
];
