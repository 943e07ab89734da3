import type {Known} from '../shell/argument.ts';
import type {Command, ParsedScript, Statement} from '../shell/parse-shell.ts';
import {listsCommits, TELLING} from './output-of.ts';

/** What a substitution can give, where that is known without running it; null where it is not. */
export function knownOutput(script: ParsedScript, cwd: string | null, home: string): readonly Known[] | null {
  if (endsInNumber(script)) return [{text: '0', glob: false}];
  const command = onlyCommand(script);
  if (!command) return partOfPath(script, cwd, home);
  const words = [
    command.name?.value ?? '',
    ...command.suffix.map(word => ('value' in word && typeof word.value === 'string' ? word.value : '?')),
  ];
  const text = words.join(' ');
  if (text === 'tty') return [{text: '/dev/tty', glob: false}];
  if (text === 'pwd') return cwd === null ? null : [{text: cwd, glob: false}];
  if (text === 'git rev-parse --show-toplevel') return cwd === null ? null : [{text: cwd, glob: false}];
  const said = /^(?:echo|printf %s) (~\/)?([\w./@:-]+)$/.exec(text);
  if (said?.[2] !== undefined && !said[2].startsWith('-'))
    return [{text: `${said[1] === undefined ? '' : `${home}/`}${said[2]}`, glob: false}];
  const named = /^(?:which|command -v|type -P) ([\w.+-]+)$/.exec(text)?.[1];
  if (named !== undefined) return [{text: `/usr/bin/${named}`, glob: false}];
  if (words[0] === 'mktemp' && words.slice(1).every(word => TEMPORARY.test(word)))
    return [{text: '/tmp/tmp.new', glob: false}];
  if (words[0] === 'git' && listsCommits(words.slice(1))) return [{text: '0', glob: false}];
  if (PLAIN.test(text)) return [{text: '0', glob: false}];
  if (NAMES.test(text) && !/\s(?:\/|~|\.\.|\S*\/\.\.)/.test(text)) return [{text: '*', glob: true}];
  return partOfPath(script, cwd, home);
}

/** `ls | wc -l`, `wc -c < file`, `… | grep -c word`: whatever came before, they print one number. */
function endsInNumber({commands, errors}: ParsedScript): boolean {
  const [statement] = commands;
  if (!statement || commands.length > 1 || (errors && errors.length > 0)) return false;
  const {command}: Statement = statement;
  const last = command.type === 'Pipeline' ? command.commands.at(-1) : command;
  if (last?.type !== 'Command' || last.prefix.length > 0) return false;
  const given = last.suffix.flatMap(word => (word.type === 'Word' ? [word] : []));
  if (given.length < last.suffix.length && command.type === 'Pipeline') return false;
  const words = [last.name?.value ?? '', ...given.map(({text}) => text)].join(' ');
  if (command.type !== 'Pipeline' && last.redirects.every(({operator}) => operator !== '<'))
    return COUNTS_FILE.test(words);
  return COUNTS.test(words);
}

const COUNTS = /^(?:wc -[lwcm]|grep -[iEFvw]{0,4}c[iEFvw]{0,4} [\w.^:=-]+)$/;
/** Of two it would name each. */
const COUNTS_FILE = /^grep -[iEFvw]{0,4}c[iEFvw]{0,4} [\w.^:=-]+ [\w./~-]+$/;

/** `$(dirname "$(which node)")`: the folder, or the name, of a path that is known. */
function partOfPath(script: ParsedScript, cwd: string | null, home: string): readonly Known[] | null {
  const command = firstCommand(script);
  const [operand, ...more] = command?.suffix ?? [];
  const name = command?.name?.value ?? '';
  if (!/^(?:dirname|basename|realpath)$/.test(name) || operand?.type !== 'Word' || more.length > 0) return null;
  const [part, ...others] = operand.parts ?? [];
  const [inner] = part?.type === 'DoubleQuoted' && part.parts.length === 1 ? part.parts : [part];
  if (others.length > 0 || inner?.type !== 'CommandExpansion' || !inner.script) return null;
  const paths = knownOutput(inner.script, cwd, home);
  if (!paths?.every(({text, glob}) => !glob && /^\/.+[^/]$/.test(text))) return null;
  if (name === 'realpath') return paths;
  return paths.map(({text, glob}) => {
    const cut = text.lastIndexOf('/');
    return {text: name === 'basename' ? text.slice(cut + 1) : text.slice(0, cut) || '/', glob};
  });
}

/** Words of `mktemp` with which it makes something new in a place for such; each is looked at alone, so that none costs more than its length. */
const TEMPORARY = /^(?:-[dqut]|--directory|--suffix=[\w.-]{1,60}|(?:\/tmp\/)?[\w.][\w.-]{0,99})$/;

/** The one command, or the first where the others only leave out lines of its output. */
function firstCommand({commands, errors}: ParsedScript): Command | undefined {
  const [statement] = commands;
  if (!statement || commands.length > 1 || (errors && errors.length > 0)) return undefined;
  const {command}: Statement = statement;
  const [first, ...filters] = command.type === 'Pipeline' ? command.commands : [command];
  if (first?.type !== 'Command' || first.prefix.length > 0) return undefined;
  return filters.every(filter => filter.type === 'Command' && leavesOut(filter)) ? first : undefined;
}

function leavesOut({name, prefix, suffix}: Command): boolean {
  const words = [name?.value ?? '', ...suffix.map(word => (word.type === 'Word' ? word.text : '?'))].join(' ');
  if (prefix.length === 0 && /^[ef]?grep$/.test(name?.value ?? '')) return choosesLines(suffix);
  return prefix.length === 0 && /^(?:(?:head|tail)(?: -\d+| -n ?\d+)?|sort(?: -[nru]+)?|uniq)$/.test(words);
}

/** `grep -v word`: some lines as they are. Those that look like names of secrets are another matter. */
function choosesLines(suffix: Command['suffix']): boolean {
  const words = suffix.map(word => (word.type === 'Word' ? word.text : '-?'));
  const [pattern = '', ...files] = words.filter(word => !/^-[EFivwxP]+$/.test(word));
  return pattern !== '' && !pattern.startsWith('-') && files.length === 0 && !TELLING.test(pattern);
}

function onlyCommand(script: ParsedScript): Command | undefined {
  const command = firstCommand(script);
  return command?.suffix.every(
    word =>
      word.type === 'Word' &&
      word.parts?.some(part => part.type !== 'Literal' && !/Quoted$|^Glob$/.test(part.type)) !== true,
  )
    ? command
    : undefined;
}

/** Numbers, dates, names of machines and people: no folders, no options. */
const PLAIN =
  /^(?:date(?: -u)?(?: ['"]?\+[%\w:.-]*['"]?)?|nproc|whoami|hostname|uname(?: -[srmn])?|id -[ugn]+|arch|seq [\d ]+|git rev-parse (?:--short )?HEAD|git rev-parse --abbrev-ref HEAD|git branch --show-current|sysctl -n hw\.\w+|getconf \w+|tput (?:cols|lines|colors)|date(?: -u)? (?:-[dr] ?|--date=)[^+]* \+%s|stat (?:-L )?-[cf] ?%[bBdDfghisuXYZWzam]{1,2} [\w./~-]+|git rev-list --count [\w./-]+|pgrep -f?c [\w-]+)$/;

/** Names of files below the working directory. */
const NAMES =
  /^(?:git ls-files|git diff --name-only|ls|find|fd|rg -l|rg --files|grep -r?l)(?: |$)(?!.*-(?:exec|ok|delete|fprint|printf|z\b|-pre))(?:(?<=^find )|(?!.*-o\b))/;
