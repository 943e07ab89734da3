/** A parsed JSONPath (RFC 9535). */
export interface Segment {
  /** True for `..`. */
  readonly isDescendant: boolean;
  readonly selectors: readonly Selector[];
}

export type Selector =
  | {readonly type: 'name'; readonly name: string}
  | {readonly type: 'wildcard'}
  | {readonly type: 'index'; readonly index: number}
  | {readonly type: 'slice'; readonly start: number | null; readonly end: number | null; readonly step: number}
  | {readonly type: 'filter'; readonly test: Test};

export type Test =
  | {readonly type: 'or' | 'and'; readonly tests: readonly Test[]}
  | {readonly type: 'not'; readonly test: Test}
  | {readonly type: 'exists'; readonly query: Query}
  | {readonly type: 'compare'; readonly operator: Operator; readonly left: Operand; readonly right: Operand};

export type Operator = '==' | '!=' | '<' | '<=' | '>' | '>=';

export interface Query {
  /** `$` or `@`. */
  readonly isFromRoot: boolean;
  readonly segments: readonly Segment[];
}

export type Operand =
  | {readonly type: 'literal'; readonly value: string | number | boolean | null}
  | {readonly type: 'query'; readonly query: Query}
  | {readonly type: 'length' | 'count' | 'value'; readonly query: Query};
