/** Edits JSON text in place, so that a big message is never parsed into a tree and written again for one added member. */

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;
const COMMA = 0x2c;
const COLON = 0x3a;

/**
 * Adds members to the object at `path` (keys from the root) of a valid JSON text.
 * `members` is JSON without braces, e.g. `"a":1`. Returns undefined when there is no object at that path.
 */
export function spliceMembers(json: Buffer, path: readonly string[], members: string): Buffer | undefined {
  const start = findObject(json, path);
  if (start === undefined) return undefined;
  const isEmpty = json[skipSpace(json, start)] === CLOSE_BRACE;
  return Buffer.concat([json.subarray(0, start), Buffer.from(isEmpty ? members : `${members},`), json.subarray(start)]);
}

/** Offset just behind the `{` of the object at `path`. */
function findObject(json: Buffer, path: readonly string[]): number | undefined {
  let at = skipSpace(json, 0);
  for (const key of path) {
    if (json[at] !== OPEN_BRACE) return undefined;
    const value = findMember(json, at + 1, key);
    if (value === undefined) return undefined;
    at = value;
  }
  return json[at] === OPEN_BRACE ? at + 1 : undefined;
}

/** Offset of the value of `key` in the object whose first member begins at `at`. */
function findMember(json: Buffer, at: number, key: string): number | undefined {
  for (let i = skipSpace(json, at); json[i] === QUOTE; ) {
    const keyEnd = skipString(json, i);
    const name: unknown = JSON.parse(json.toString('utf8', i, keyEnd));
    const value = skipSpace(json, skipSpace(json, keyEnd) + 1);
    if (json[skipSpace(json, keyEnd)] !== COLON) return undefined;
    if (name === key) return value;
    const next = skipSpace(json, skipValue(json, value));
    if (json[next] !== COMMA) return undefined;
    i = skipSpace(json, next + 1);
  }
  return undefined;
}

function skipValue(json: Buffer, at: number): number {
  if (json[at] === QUOTE) return skipString(json, at);
  let depth = 0;
  for (let i = at; i < json.length; ) {
    switch (json[i]) {
      case QUOTE:
        i = skipString(json, i);
        continue;
      case OPEN_BRACE:
      case OPEN_BRACKET:
        depth += 1;
        break;
      case CLOSE_BRACE:
      case CLOSE_BRACKET:
        if (depth === 0) return i;
        depth -= 1;
        if (depth === 0) return i + 1;
        break;
      case COMMA:
        if (depth === 0) return i;
        break;
    }
    i += 1;
  }
  return json.length;
}

/** Offset behind the closing quote of the string that opens at `at`. */
function skipString(json: Buffer, at: number): number {
  for (let end = json.indexOf(QUOTE, at + 1); end !== -1; end = json.indexOf(QUOTE, end + 1)) {
    let slashes = 0;
    while (json[end - 1 - slashes] === BACKSLASH) slashes += 1;
    if (slashes % 2 === 0) return end + 1;
  }
  return json.length;
}

function skipSpace(json: Buffer, at: number): number {
  let i = at;
  while (json[i] === 0x20 || json[i] === 0x09 || json[i] === 0x0a || json[i] === 0x0d) i += 1;
  return i;
}
