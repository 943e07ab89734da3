import type {JsonValue} from '../../../command.ts';
import {PseudoError} from '../../../pseudo-error.ts';
import {holds} from './holds.ts';
import {isArray, isObject, type JsonNode, type SelectOptions, type SelectScope} from './json-node.ts';
import type {Query, Segment, Selector} from './path-tree.ts';

/** The values that `query` picks, in document order. */
export function selectNodes(root: JsonValue, query: Query, options: SelectOptions): readonly JsonNode[] {
  return follow({value: root, path: '$'}, query.segments, {root, ...options});
}

export function follow(start: JsonNode, segments: readonly Segment[], scope: SelectScope): readonly JsonNode[] {
  let nodes: readonly JsonNode[] = [start];
  for (const segment of segments) {
    const next: JsonNode[] = [];
    for (const node of nodes) {
      scope.signal?.throwIfAborted();
      for (const origin of segment.isDescendant ? descendants(node) : [node]) {
        for (const selector of segment.selectors) for (const found of pick(origin, selector, scope)) next.push(found);
        if (next.length > scope.most)
          throw new PseudoError('LimitExceeded', `The path picks more than ${scope.most} values.`);
      }
    }
    nodes = next;
  }
  return nodes;
}

function* pick(node: JsonNode, selector: Selector, scope: SelectScope): Iterable<JsonNode> {
  switch (selector.type) {
    case 'name': {
      const member =
        isObject(node.value) && Object.hasOwn(node.value, selector.name) ? node.value[selector.name] : undefined;
      if (member !== undefined) yield {value: member, path: `${node.path}[${quote(selector.name)}]`};
      return;
    }
    case 'wildcard':
      yield* children(node);
      return;
    case 'index': {
      if (!isArray(node.value)) return;
      const index = selector.index < 0 ? node.value.length + selector.index : selector.index;
      const element = node.value[index];
      if (element !== undefined) yield {value: element, path: `${node.path}[${index}]`};
      return;
    }
    case 'slice':
      yield* slice(node, selector);
      return;
    case 'filter':
      for (const child of children(node)) if (holds(selector.test, child, {scope, follow})) yield child;
      return;
    default:
      selector satisfies never;
  }
}

/** RFC 9535, section 2.3.4.2. */
function* slice(node: JsonNode, {start, end, step}: Extract<Selector, {type: 'slice'}>): Iterable<JsonNode> {
  if (!isArray(node.value) || step === 0) return;
  const {length} = node.value;
  const [least, most] = step > 0 ? [0, length] : [-1, length - 1];
  const bound = (index: number) => Math.min(Math.max(index < 0 ? length + index : index, least), most);
  const from = bound(start ?? (step > 0 ? 0 : length - 1));
  const to = end === null ? (step > 0 ? length : -1) : bound(end);
  for (let i = from; step > 0 ? i < to : i > to; i += step) {
    const element = node.value[i];
    if (element !== undefined) yield {value: element, path: `${node.path}[${i}]`};
  }
}

function* descendants(node: JsonNode): Iterable<JsonNode> {
  yield node;
  for (const child of children(node)) yield* descendants(child);
}

function* children({value, path}: JsonNode): Iterable<JsonNode> {
  if (isArray(value)) for (const [i, element] of value.entries()) yield {value: element, path: `${path}[${i}]`};
  else if (isObject(value))
    for (const [name, member] of Object.entries(value)) yield {value: member, path: `${path}[${quote(name)}]`};
}

function quote(name: string): string {
  return `'${JSON.stringify(name).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;
}
