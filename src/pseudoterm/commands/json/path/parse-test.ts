import type {PathReader} from './path-reader.ts';
import type {Operand, Operator, Query, Test} from './path-tree.ts';

type ParseQuery = (reader: PathReader) => Query;

const OPERATORS: readonly Operator[] = ['==', '!=', '<=', '>=', '<', '>'];
const MOST_DEPTH = 64;

/** The expression after `?`; `||` binds weakest. The query parser is passed in, since the two need each other. */
export function parseTest(reader: PathReader, parseQuery: ParseQuery, depth = 0): Test {
  if (depth > MOST_DEPTH) throw reader.mistake(`at most ${MOST_DEPTH} levels of parentheses`);
  const tests = separated(reader, '||', () => parseAll(reader, parseQuery, depth));
  return single(tests) ?? {type: 'or', tests};
}

function parseAll(reader: PathReader, parseQuery: ParseQuery, depth: number): Test {
  const tests = separated(reader, '&&', () => parseOne(reader, parseQuery, depth));
  return single(tests) ?? {type: 'and', tests};
}

function parseOne(reader: PathReader, parseQuery: ParseQuery, depth: number): Test {
  if (reader.peek('!') && !reader.peek('!=')) {
    reader.take('!');
    reader.blanks();
    if (depth >= MOST_DEPTH) throw reader.mistake(`at most ${MOST_DEPTH} negations`);
    return {type: 'not', test: parseOne(reader, parseQuery, depth + 1)};
  }
  if (reader.take('(')) {
    const test = parseTest(reader, parseQuery, depth + 1);
    reader.blanks();
    if (!reader.take(')')) throw reader.mistake(')');
    return test;
  }
  const left = parseOperand(reader, parseQuery);
  reader.blanks();
  const operator = OPERATORS.find(text => reader.take(text));
  if (!operator) return left.type === 'query' ? {type: 'exists', query: left.query} : reader.fail('a comparison');
  reader.blanks();
  return {type: 'compare', operator, left, right: parseOperand(reader, parseQuery)};
}

function parseOperand(reader: PathReader, parseQuery: ParseQuery): Operand {
  if (reader.peek('$') || reader.peek('@')) return {type: 'query', query: parseQuery(reader)};
  const text = reader.string();
  if (text !== undefined) return {type: 'literal', value: text};
  const number = reader.match(/-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y);
  if (number !== undefined) return {type: 'literal', value: Number(number)};
  const word = reader.match(/[a-z_]+/y);
  switch (word) {
    case 'true':
    case 'false':
      return {type: 'literal', value: word === 'true'};
    case 'null':
      return {type: 'literal', value: null};
    case 'length':
    case 'count':
    case 'value':
      return {type: word, query: parseArgument(reader, parseQuery)};
    default:
      return reader.fail('a value, a path, length(), count() or value()');
  }
}

function parseArgument(reader: PathReader, parseQuery: ParseQuery): Query {
  if (!reader.take('(')) throw reader.mistake('(');
  reader.blanks();
  const query = parseQuery(reader);
  reader.blanks();
  if (!reader.take(')')) throw reader.mistake(')');
  return query;
}

function separated(reader: PathReader, separator: string, read: () => Test): readonly Test[] {
  const tests: Test[] = [];
  do {
    reader.blanks();
    tests.push(read());
    reader.blanks();
  } while (reader.take(separator));
  return tests;
}

function single(tests: readonly Test[]): Test | undefined {
  return tests.length === 1 ? tests[0] : undefined;
}
