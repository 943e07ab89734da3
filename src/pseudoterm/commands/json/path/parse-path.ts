import {parseTest} from './parse-test.ts';
import {PathReader} from './path-reader.ts';
import type {Query, Segment, Selector} from './path-tree.ts';

/** Throws `InvalidArguments` with the place of the mistake. */
export function parsePath(source: string): Query {
  const reader = new PathReader(source);
  reader.blanks();
  const query = parseQuery(reader);
  reader.blanks();
  if (!reader.isAtEnd) throw reader.mistake('the end');
  if (!query.isFromRoot) throw reader.mistake('a path that begins with $');
  return query;
}

/** `$…` or `@…`. */
export function parseQuery(reader: PathReader): Query {
  const isFromRoot = reader.take('$');
  if (!isFromRoot && !reader.take('@')) throw reader.mistake('$ or @');
  const segments: Segment[] = [];
  for (;;) {
    const mark = reader.at;
    reader.blanks();
    const segment = parseSegment(reader);
    if (!segment) {
      reader.at = mark;
      return {isFromRoot, segments};
    }
    segments.push(segment);
  }
}

function parseSegment(reader: PathReader): Segment | undefined {
  const isDescendant = reader.take('..');
  if (!isDescendant && reader.peek('.')) {
    reader.take('.');
    return {isDescendant, selectors: [parseShort(reader)]};
  }
  if (reader.take('[')) return {isDescendant, selectors: parseSelectors(reader)};
  return isDescendant ? {isDescendant, selectors: [parseShort(reader)]} : undefined;
}

function parseShort(reader: PathReader): Selector {
  if (reader.take('*')) return {type: 'wildcard'};
  return {type: 'name', name: reader.match(/[A-Za-z_\u0080-\uffff][\w\u0080-\uffff]*/y) ?? reader.fail('a name or *')};
}

function parseSelectors(reader: PathReader): readonly Selector[] {
  const selectors: Selector[] = [];
  do {
    reader.blanks();
    selectors.push(parseSelector(reader));
    reader.blanks();
  } while (reader.take(','));
  if (!reader.take(']')) throw reader.mistake(', or ]');
  return selectors;
}

function parseSelector(reader: PathReader): Selector {
  if (reader.take('*')) return {type: 'wildcard'};
  if (reader.take('?')) return {type: 'filter', test: parseTest(reader, parseQuery)};
  const name = reader.string();
  if (name !== undefined) return {type: 'name', name};
  const start = reader.integer();
  reader.blanks();
  if (!reader.take(':')) return start === undefined ? reader.fail('a selector') : {type: 'index', index: start};
  reader.blanks();
  const end = reader.integer();
  reader.blanks();
  const step = reader.take(':') ? stepOf(reader) : 1;
  return {type: 'slice', start: start ?? null, end: end ?? null, step};
}

function stepOf(reader: PathReader): number {
  reader.blanks();
  return reader.integer() ?? 1;
}
