import type {JsonValue} from '../../../command.ts';
import {plainNumber} from '../raw-number.ts';
import {isArray, isObject, type JsonNode, type SelectScope} from './json-node.ts';
import type {Operand, Operator, Segment, Test} from './path-tree.ts';

/** How a query inside of a filter is followed: filters and selectors are made of each other. */
interface Following {
  readonly scope: SelectScope;
  readonly follow: (start: JsonNode, segments: readonly Segment[], scope: SelectScope) => readonly JsonNode[];
}

/** Whether a filter keeps this node. Absent values are equal to each other and to nothing else (RFC 9535, 2.3.5.2.2). */
export function holds(test: Test, node: JsonNode, following: Following): boolean {
  switch (test.type) {
    case 'or':
      return test.tests.some(each => holds(each, node, following));
    case 'and':
      return test.tests.every(each => holds(each, node, following));
    case 'not':
      return !holds(test.test, node, following);
    case 'exists':
      return startAt(test.query, node, following).length > 0;
    case 'compare':
      return compare(
        operandValue(test.left, node, following),
        test.operator,
        operandValue(test.right, node, following),
      );
    default:
      return test satisfies never;
  }
}

function startAt(query: Extract<Operand, {type: 'query'}>['query'], node: JsonNode, {scope, follow}: Following) {
  return follow(query.isFromRoot ? {value: scope.root, path: '$'} : node, query.segments, scope);
}

function operandValue(operand: Operand, node: JsonNode, following: Following): JsonValue | undefined {
  if (operand.type === 'literal') return operand.value;
  const nodes = startAt(operand.query, node, following);
  if (operand.type === 'count') return nodes.length;
  const value = nodes.length === 1 ? nodes[0]?.value : undefined;
  return operand.type === 'length' ? lengthOf(value) : plainNumber(value);
}

function lengthOf(value: JsonValue | undefined): number | undefined {
  if (typeof value === 'string') return Array.from(value).length;
  if (value === undefined) return undefined;
  if (isArray(value)) return value.length;
  return isObject(value) ? Object.keys(value).length : undefined;
}

function compare(left: JsonValue | undefined, operator: Operator, right: JsonValue | undefined): boolean {
  switch (operator) {
    case '==':
      return isEqual(left, right);
    case '!=':
      return !isEqual(left, right);
    case '<':
      return isLess(left, right);
    case '>':
      return isLess(right, left);
    case '<=':
      return isLess(left, right) || isEqual(left, right);
    case '>=':
      return isLess(right, left) || isEqual(left, right);
    default:
      return operator satisfies never;
  }
}

function isLess(left: JsonValue | undefined, right: JsonValue | undefined): boolean {
  if (typeof left === 'number' && typeof right === 'number') return left < right;
  return typeof left === 'string' && typeof right === 'string' && left < right;
}

function isEqual(given: JsonValue | undefined, other: JsonValue | undefined): boolean {
  const [left, right] = [plainNumber(given), plainNumber(other)];
  if (left === right) return true;
  if (left === undefined || right === undefined) return false;
  if (isArray(left) && isArray(right))
    return left.length === right.length && left.every((element, i) => isEqual(element, right[i]));
  if (!isObject(left) || !isObject(right)) return false;
  const names = Object.keys(left);
  return (
    names.length === Object.keys(right).length &&
    names.every(name => Object.hasOwn(right, name) && isEqual(left[name], right[name]))
  );
}
