import {type CommandNode, forEachChild, type SyntaxNode} from '../shell/parse-shell.ts';

type FunctionNode = Extract<CommandNode, {readonly type: 'Function'}>;

/** What stands in a function's body, however deep. */
export interface FunctionFacts {
  readonly callsItself: boolean;
  /** Something in it goes on in the background. */
  readonly forks: boolean;
}

const known = new WeakMap<SyntaxNode, FunctionFacts>();

/** One way through the outermost function tells it of all that stand in it: a way for each would be the square of them. */
export function factsOfFunction(node: FunctionNode): FunctionFacts {
  return known.get(node) ?? noteBelow(node);
}

interface Opened {
  readonly node: FunctionNode;
  /** How many commands of its name, and how many of the background, came before it. */
  readonly calls: number;
  readonly forks: number;
}

/** Without the stack: what is nested deeper than that is looked at too. */
function noteBelow(outermost: FunctionNode): FunctionFacts {
  const calls = new Map<string, number>();
  let forks = 0;
  let facts: FunctionFacts = {callsItself: false, forks: false};
  const left: (SyntaxNode | Opened)[] = [outermost];
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    if ('calls' in next) {
      const {node} = next;
      facts = {callsItself: (calls.get(node.name.value) ?? 0) > next.calls, forks: forks > next.forks};
      known.set(node, facts);
      continue;
    }
    if (next.type === 'Command' && next.name) calls.set(next.name.value, (calls.get(next.name.value) ?? 0) + 1);
    if (next.type === 'Statement' && next.background) forks++;
    if (next.type === 'Function') left.push({node: next, calls: calls.get(next.name.value) ?? 0, forks});
    // All that stands in a function is looked at before its end is taken, whatever comes first.
    forEachChild(next, child => left.push(child));
  }
  return facts;
}
