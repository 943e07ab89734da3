import {resolvePath} from '../paths/resolve-path.ts';
import {type Argument, textOf} from '../shell/argument.ts';
import type {Redirection} from '../shell/parse-shell.ts';
import {judgePath, type PathCall} from './judge-path.ts';
import {dataInput, type Input, type Scope, sayFact} from './scope.ts';

/** Says what a redirection reads or writes. `argumentOf` makes words of the tree known. Returns what the command
 * then reads, if that changes. */
export function judgeRedirection(
  redirection: Redirection,
  scope: Scope,
  argumentOf: (target: NonNullable<Extract<Redirection, {type: 'HereString'}>['target']>) => Argument,
): Input | null {
  const place = scope.place({start: redirection.pos, end: redirection.end});
  const isInput =
    redirection.descriptor === undefined ||
    (redirection.descriptor.type === 'FileDescriptor' && redirection.descriptor.value === 0);
  switch (redirection.type) {
    case 'HereString': {
      if (!redirection.target) return null;
      const argument = argumentOf(redirection.target);
      noteSecrets(argument, scope);
      const text = textOf(argument);
      return isInput ? (text === null ? dataInput : {type: 'text', text}) : null;
    }
    case 'HereDoc': {
      const {body, delimiter} = redirection;
      if (redirection.closing === undefined)
        scope.findings.add('CAUTION', 'line.unfinished', 'The text for the command goes on behind this line.', place);
      if (!isInput) return null;
      if (delimiter?.quoted) return {type: 'text', text: body.text};
      if (body.parts?.some(part => part.type !== 'Literal')) return dataInput;
      return {type: 'text', text: body.text.replace(/\\([$`\\\n])/g, (_, one: string) => (one === '\n' ? '' : one))};
    }
    case 'Redirect':
      return redirection.target
        ? judgeFile(redirection.operator, argumentOf(redirection.target), scope, isInput)
        : null;
    default:
      return redirection satisfies never;
  }
}

function judgeFile(operator: string, target: Argument, scope: Scope, isInput: boolean): Input | null {
  const call: PathCall = {scope, span: target, name: '', args: [], input: dataInput, index: -1};
  noteSecrets(target, scope);
  const text = textOf(target);
  const socket = /^\/dev\/(?:tcp|udp)(?:\/|$)/.test(text ?? target.prefix);
  if (socket) {
    sayFact(call, 'DANGEROUS', 'redirect.network', 'The shell opens a connection.', target);
    return dataInput;
  }
  if (/&$/.test(operator) && /^(?:\d+-?|-)$/.test(text ?? '')) return null;
  if (operator === '<' || operator === '<&') {
    if (target.isPipe) return dataInput;
    judgePath(target, 'read', call);
    return isInput ? {type: 'file', argument: target} : null;
  }
  if (target.isPipe) return null;
  if (
    text !== null &&
    scope.cwd !== null &&
    /^\/dev\/(?:null|stdout|stderr|tty|fd\/\d+)$/.test(resolvePath(text, scope.cwd) ?? '')
  )
    return null;
  sayFact(call, 'CAUTION', 'redirect.write', 'Output goes into a file.', target);
  if (target.values?.some(({text: each}) => /^\/dev\/(?:[shvx]+d[a-z]|nvme|disk|rdisk|mmcblk)/.test(each)))
    scope.findings.add('DANGEROUS', 'floor.wipe', 'It destroys a disk.', target, {isFloor: true});
  judgePath(target, operator.includes('>>') ? 'append' : 'make', {...call, name: 'redirect'});
  return null;
}

function noteSecrets(argument: Argument, scope: Scope): void {
  if (argument.secrets.length > 0)
    scope.findings.add('DANGEROUS', 'variable.secret', `The value of ${argument.secrets[0]} is a secret.`, argument);
}
