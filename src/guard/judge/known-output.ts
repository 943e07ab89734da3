import type {Known} from '../shell/argument.ts';
import type {Command, ParsedScript, Statement} from '../shell/parse-shell.ts';

/** What a substitution can give, where that is known without running it; null where it is not. */
export function knownOutput(script: ParsedScript, cwd: string | null, home: string): readonly Known[] | null {
  const command = onlyCommand(script);
  if (!command) return null;
  const words = [
    command.name?.value ?? '',
    ...command.suffix.map(word => ('value' in word && typeof word.value === 'string' ? word.value : '?')),
  ];
  const text = words.join(' ');
  if (text === 'pwd') return cwd === null ? null : [{text: cwd, glob: false}];
  if (text === 'git rev-parse --show-toplevel') return cwd === null ? null : [{text: cwd, glob: false}];
  const said = /^(?:echo|printf %s) (~\/)?([\w./@:-]+)$/.exec(text);
  if (said?.[2] !== undefined && !said[2].startsWith('-'))
    return [{text: `${said[1] === undefined ? '' : `${home}/`}${said[2]}`, glob: false}];
  const named = /^(?:which|command -v|type -P) ([\w.+-]+)$/.exec(text)?.[1];
  if (named !== undefined) return [{text: `/usr/bin/${named}`, glob: false}];
  if (PLAIN.test(text)) return [{text: '0', glob: false}];
  if (NAMES.test(text) && !/\s(?:\/|~|\.\.|\S*\/\.\.)/.test(text)) return [{text: '*', glob: true}];
  return null;
}

function onlyCommand({commands, errors}: ParsedScript): Command | undefined {
  const [statement] = commands;
  if (!statement || commands.length > 1 || (errors && errors.length > 0)) return undefined;
  const {command}: Statement = statement;
  if (command.type !== 'Command' || command.prefix.length > 0) return undefined;
  return command.suffix.every(
    word =>
      word.type === 'Word' && word.parts?.some(part => part.type !== 'Literal' && !/Quoted$/.test(part.type)) !== true,
  )
    ? command
    : undefined;
}

/** Numbers, dates, names of machines and people: no folders, no options. */
const PLAIN =
  /^(?:date(?: -u)?(?: ['"]?\+[%\w:.-]*['"]?)?|nproc|whoami|hostname|uname(?: -[srmn])?|id -[ugn]+|arch|tty|seq [\d ]+|git rev-parse (?:--short )?HEAD|git rev-parse --abbrev-ref HEAD|git branch --show-current|git describe(?: --tags)?(?: --abbrev=0)?|sysctl -n hw\.\w+|getconf \w+)$/;

/** Names of files below the working directory. */
const NAMES =
  /^(?:git ls-files|git diff --name-only|ls|find|fd|rg -l|rg --files|grep -r?l)(?: |$)(?!.*-(?:exec|ok|delete|fprint|printf|o\b|z\b|-pre))/;
