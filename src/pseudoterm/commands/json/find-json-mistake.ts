export interface JsonMistake {
  readonly offset: number;
  /** What should stand there instead. */
  readonly expected: string;
}

const TOKEN =
  /[ \t\r\n]*(?:([{}[\],:])|("(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*")|(-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)(?![\w.])|(true|false|null)(?!\w))/y;

type Token = '{' | '}' | '[' | ']' | ',' | ':' | 'string' | 'scalar' | 'end' | 'other';
type State = 'value' | 'value or ]' | 'name or }' | 'name' | ':' | ', or ]' | ', or }' | 'the end';

/** Where a text stops being JSON (RFC 8259); undefined when it is JSON. */
export function findJsonMistake(text: string): JsonMistake | undefined {
  const closers: (']' | '}')[] = [];
  let state: State = 'value';
  let at = 0;
  for (;;) {
    const blanks = /[ \t\r\n]*/y;
    blanks.lastIndex = at;
    const offset = at + (blanks.exec(text)?.[0].length ?? 0);
    const {token, end} = readToken(text, at);
    if (token === 'end' && state === 'the end') return undefined;
    const next = advance(state, token, closers);
    if (!next) return {offset, expected: state};
    state = next;
    at = end;
  }
}

function readToken(text: string, at: number): {readonly token: Token; readonly end: number} {
  TOKEN.lastIndex = at;
  const match = TOKEN.exec(text);
  if (!match) return {token: text.slice(at).trim() === '' ? 'end' : 'other', end: text.length};
  const [whole, sign, string] = match;
  const token = isSign(sign) ? sign : string === undefined ? 'scalar' : 'string';
  return {token, end: at + whole.length};
}

function isSign(text: string | undefined): text is '{' | '}' | '[' | ']' | ',' | ':' {
  return text !== undefined;
}

/** The state after a token; undefined when the token may not stand there. */
function advance(state: State, token: Token, closers: (']' | '}')[]): State | undefined {
  const isValue = state === 'value' || state === 'value or ]';
  if (isValue && (token === 'string' || token === 'scalar')) return afterValue(closers);
  if (isValue && (token === '{' || token === '[')) {
    closers.push(token === '{' ? '}' : ']');
    return token === '{' ? 'name or }' : 'value or ]';
  }
  if ((state === 'name' || state === 'name or }') && token === 'string') return ':';
  if (state === ':' && token === ':') return 'value';
  if (state === ', or ]' && token === ',') return 'value';
  if (state === ', or }' && token === ',') return 'name';
  const isClosing = (token === ']' || token === '}') && state.endsWith(token) && closers.at(-1) === token;
  if (!isClosing) return undefined;
  closers.pop();
  return afterValue(closers);
}

function afterValue(closers: readonly (']' | '}')[]): State {
  const closer = closers.at(-1);
  return closer === undefined ? 'the end' : closer === ']' ? ', or ]' : ', or }';
}
