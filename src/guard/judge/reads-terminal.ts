import {type Command, type CommandNode, eachBelow, type ParsedScript, parseShell} from '../shell/parse-shell.ts';

/** Whether what this prints may be what somebody types: something in it reads the terminal, and prints it. */
export function printsTyped(node: CommandNode | ParsedScript): boolean {
  if (node.type === 'Command') return passesOn(node);
  let isTyped = false;
  const behindPipes = new Set<unknown>();
  eachBelow(node, below => {
    if (below.type === 'Pipeline') for (const command of below.commands.slice(1)) behindPipes.add(command);
    if (below.type === 'Command' && !behindPipes.has(below) && passesOn(below)) isTyped = true;
  });
  return isTyped;
}

/** The same of the substitutions in a word. */
export function holdsTypedOutput(source: string): boolean {
  if (!/\$\(|`|<\(/.test(source)) return false;
  const script = parseShell(source);
  let isTyped = false;
  if (script)
    eachBelow(script, below => {
      if (below.type === 'Script' && printsTyped(below)) isTyped = true;
    });
  return isTyped;
}

function passesOn({name, suffix, redirects}: Command): boolean {
  const files = redirects.flatMap(redirect => {
    const isInput = redirect.descriptor?.type !== 'FileDescriptor' || redirect.descriptor.value === 0;
    if (!isInput || (redirect.type === 'Redirect' && !redirect.operator.startsWith('<'))) return [];
    return [redirect.type === 'Redirect' ? (redirect.target?.value ?? '') : 'text'];
  });
  const last = files.at(-1);
  const readsTyped = last === undefined || TERMINAL.test(last) || /^\d$/.test(last);
  // `$(< /dev/tty)`
  if (name === undefined) return last !== undefined && readsTyped;
  const words = suffix.flatMap(word => (word.type === 'Word' ? [word.value] : []));
  if (/^(?:read|mapfile|readarray|select)$/.test(name.value)) return readsTyped;
  const programs = READERS.get(name.value.replace(/^.*\//, ''));
  if (programs === undefined) return false;
  const operands = words.filter(word => !/^-./.test(word) && !/^\d+$/.test(word));
  const given = operands.slice(programs);
  if (given.some(word => TERMINAL.test(word))) return true;
  return readsTyped && given.every(word => word === '-' || word === '');
}

/** Where somebody types. */
export const TERMINAL = /^\/(?:dev\/(?:tty|console|stdin|fd\/\d+|pts\/\d+)|proc\/(?:self|\d+)\/fd\/\d+)$/;

/** Programs that print what they read, where they are given no file, and how many of their words are none. */
const READERS: ReadonlyMap<string, number> = new Map([
  ...['cat', 'tac', 'rev', 'nl', 'sort', 'uniq', 'fold', 'fmt', 'expand', 'unexpand', 'paste', 'column', 'head']
    .concat(['tail', 'line', 'dd', 'pv', 'base64', 'xargs', 'iconv', 'less', 'more'])
    .map(name => [name, 0] as const),
  ...['sed', 'gsed', 'awk', 'gawk', 'mawk', 'nawk', 'grep', 'egrep', 'fgrep', 'rg', 'jq', 'cut', 'perl']
    .concat(['tee', 'python', 'python3', 'ruby', 'node'])
    .map(name => [name, 1] as const),
  ['tr', 2],
]);
