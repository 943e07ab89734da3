import type {Findings} from '../findings.ts';
import type {ShellName} from '../shell/shell-name.ts';

/** How far a line for fish was put into the words of bash: its quotes, and the whole of it. */
export interface Reading {
  readonly isQuoted: boolean;
  readonly isTranslated: boolean;
}

/**
 * Says what another shell than bash would make of the line. The parser reads bash; what a line means to zsh or fish beyond that is not
 * understood, and names what is dangerous wherever it stands.
 */
export function judgeDialect(line: string, shell: ShellName, findings: Findings, reading: Reading): void {
  const bare = withoutQuotes(line);
  if (shell === 'zsh') judgeZsh(line, bare, findings);
  else if (shell === 'fish') judgeFish(line, bare, findings, reading);
  else if (shell === 'other') foreign(line, findings, 'This shell is none whose lines are understood.');
}

function judgeZsh(line: string, bare: string, findings: Findings): void {
  const whole = {start: 0, end: bare.length};
  const add = (pattern: RegExp, level: 'CAUTION' | 'DANGEROUS', rule: string, message: string): void => {
    const found = pattern.exec(bare);
    if (found) findings.add(level, rule, message, {start: found.index, end: found.index + found[0].length});
  };
  add(
    /(?:^|[\s;&|(])=[\w.-](?<!^\s*(?:ls|file|stat|cat|head|wc|strings|ldd|readlink|realpath)\s[^;&|()<>`$]*)/,
    'DANGEROUS',
    'zsh.equals',
    'zsh puts the place of a program here.',
  );
  add(
    /[^\s;&|<>=$({!+@?*]\([^)]*[e+][^)]*\)|[*?\]]\([^)]*[e+][^)]*\)/,
    'DANGEROUS',
    'zsh.qualifier',
    'zsh may run code to choose files.',
  );
  const unknown = UNKNOWN_QUALIFIER.exec(line.replace(QUOTED, quoted => '_'.repeat(quoted.length)));
  if (unknown)
    findings.add('DANGEROUS', 'zsh.qualifier', 'What chooses files is not known, and may run code.', {
      start: unknown.index,
      end: unknown.index + unknown[0].length,
    });
  add(/[*?\]\w.]\((?!\))[^)]*\)/, 'CAUTION', 'zsh.qualifier', 'zsh chooses files by more than their names.');
  add(
    /\$\{\((?![@fFjkvuULCoOinqwWtacsS:,./_-]{1,20}\))|\$\{[^}]*\(e|\$\w*\[(?!(?:-?\d+(?:,-?\d+)?|[@*])\])|\$\{(?:\([^)]*\))?[^}:(]*:(?![-+=?#^|]|\d+(?::\d+)?\}|[hHtTreaAlupPqQ]\d{0,3}(?::[hHtTreaAlupPqQ]\d{0,3}){0,3}\})/,
    'DANGEROUS',
    'zsh.expansion',
    'zsh does more here than bash.',
  );
  add(
    /\b(?:repeat|foreach|always|print\s+-[a-zA-Z]*[zsS]|alias\s+-[a-zA-Z]*[gsG])\b/,
    'DANGEROUS',
    'zsh.builtin',
    'This word of zsh can run or change much.',
  );
  add(/\$\{?[\^=]*~/, 'DANGEROUS', 'zsh.expansion', 'What the variable holds chooses files, and may run code.');
  add(
    /(?:^|[\s;&|({!])(?:(?:dis_)?(?:aliases|galiases|saliases|functions|builtins)|commands|options|modules|nameddirs|userdirs|mapfile)\[[^\n]{0,200}\]\+?=/,
    'DANGEROUS',
    'zsh.parameter',
    'zsh obeys this parameter.',
  );
  const held = QUALIFIED_VALUE.exec(line);
  if (held)
    findings.add('DANGEROUS', 'zsh.qualifier', 'A variable holds a pattern that runs code.', {
      start: held.index,
      end: held.index + held[0].length,
    });
  add(/[<>]\s*\S+\s*[<>]\s*\S+.*[<>]/, 'CAUTION', 'zsh.multios', 'zsh joins several files here.');
  add(/(?:^|[;&|(])\s*-\s/, 'DANGEROUS', 'zsh.dash', 'zsh runs what stands behind the dash.');
  if (/~\[|~\w*\(/.test(bare)) findings.add('DANGEROUS', 'zsh.directory', 'zsh may run a function here.', whole);
}

/** `*(.om[$x])`: behind a pattern, outside of quotes. */
const UNKNOWN_QUALIFIER = /[*?\]]\([^)]*[$`][^)]*\)/;
const QUOTED = /\\[\s\S]|'[^']*'|"(?:\\[\s\S]|[^"\\])*"/g;

/** `x='*(e:code:)'`, `x='*(+name)'`. */
const QUALIFIED_VALUE = /\w\+?=\(?\s{0,9}\$?['"][^'"]{0,200}[*?\]\w./)~]\([^)]{0,200}(?:e[^\w\s)]|\+\w)/;

function judgeFish(line: string, whole: string, findings: Findings, {isQuoted, isTranslated}: Reading): void {
  // A file that is named is read as in bash; without one its input is.
  const bare = whole.replace(
    /(?<=(?:^|[;&\n])\s{0,9})source(?=\s{1,9}[\w.~/][\w./-]{0,300}\s{0,9}(?:$|[;&\n]))/g,
    'true  ',
  );
  const isPlain =
    isTranslated ||
    (isQuoted &&
      !/[()`<]|\$[^A-Za-z_\s"']|\$'|\$"/.test(bare) &&
      !/"[^"]*\$\([^"]*"/.test(line) &&
      !/(?:^|[;&|\n]|(?:^|\s)(?:command|time)\s)\s*(?:begin|end|function|if|for|while|switch|case|else|and|or|not|builtin|set|source|eval|exec|abbr|alias|bind|complete|functions|funced|funcsave|emit|trap|argparse|psub|commandline|history|fish_\w+|status|block|read|test)(?:$|[\s;&|])/.test(
        bare,
      ));
  // What was understood of them stands in the line itself.
  const escapes = isQuoted
    ? []
    : [...line.matchAll(/'(?:[^'\\]|\\[\s\S])*'|"(?:[^"\\]|\\[\s\S])*"|\\([\s\S])/g)].flatMap(([, one]) => one ?? []);
  if (escapes.some(one => /[xXuU0-7c]/.test(one)))
    findings.add('DANGEROUS', 'fish.escape', 'fish makes another character of this.', {start: 0, end: line.length});
  if (!isPlain) foreign(line, findings, 'fish reads this in a way that is not understood.');
  const code = UNKNOWN_CODE_OF_FISH.exec(bare);
  if (code)
    findings.add('DANGEROUS', 'code.unknown', 'fish runs what is not known before.', {
      start: code.index,
      end: code.index + code[0].length,
    });
}

/** Builtins and functions that take text to run, and get it from a variable or a program; the prompt of `read` is such a text: read(1) of fish. */
const UNKNOWN_CODE_OF_FISH =
  /(?:^|[;&|\n(]|\b(?:and|or|not|begin|builtin|command|else|if|while)\s)\s{0,9}(?:(?:alias|trap|bind|abbr|complete)\s[^;&|\n]*?[($]|argparse\s(?:(?!\s--\s)[^;&|\n])*?[($]|read(?=\s)[^;&|\n]*?\s-(?:[A-Za-oq-z]*p|-prompt[\s=])[^;&|\n]*?[($])/;

function foreign(line: string, findings: Findings, message: string): void {
  findings.add('CAUTION', 'shell.foreign', message, {start: 0, end: line.length});
  const found = WORDS_OF_DANGER.exec(line);
  if (found)
    findings.add('DANGEROUS', 'shell.foreign', `${found[0]} stands in a line that is not understood.`, {
      start: found.index,
      end: found.index + found[0].length,
    });
}

/** Names that make a line dangerous that cannot be read. */
export const WORDS_OF_DANGER =
  /(?<![\w-])(?:rm|rmdir|unlink|shred|sudo|su|doas|chmod|chown|chgrp|kill|pkill|killall|dd|mkfs[\w.]*|fdisk|parted|wipefs|shutdown|reboot|halt|poweroff|eval|exec|curl|wget|nc|ncat|netcat|socat|ssh|base64|bash|zsh|fish|sh|dash|zmodload|autoload|zle|zcompile|sched|vared|compdef|compctl|add-zsh-hook|python[\d.]*|perl|ruby|node|php|osascript|crontab|launchctl|systemctl|mount|umount|iptables|passwd|useradd|userdel|source|Remove-Item|Invoke-Expression|iex|del|format|Stop-Process|Set-ExecutionPolicy|\.ssh|\.aws|id_rsa|shadow|\/dev\/tcp)(?![\w-])/;

/** What stands between quotes, and what a backslash quotes, becomes `_`. */
export function withoutQuotes(line: string): string {
  return line.replace(/\\[\s\S]|'[^']*'|"(?:\\[\s\S]|[^"\\$`])*"/g, quoted => '_'.repeat(quoted.length));
}
