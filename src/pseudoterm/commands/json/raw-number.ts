import type {JsonValue} from '../../command.ts';

/**
 * Parses JSON so that `JSON.stringify` gives every number back as it was written: 64-bit ids, `1.50` and `1e400` are no
 * JavaScript numbers. Such a number is an object of its own kind ({@link isRawNumber}). Throws `SyntaxError`.
 */
export function parseExactly(text: string): JsonValue {
  return makeRaw && MAY_CHANGE.test(text) ? JSON.parse(text, keepSource) : JSON.parse(text);
}

/** As JavaScript counts; other values stay as they are. */
export function plainNumber(value: JsonValue | undefined): JsonValue | undefined {
  return isRawNumber(value) ? Number(JSON.stringify(value)) : value;
}

export function isRawNumber(value: JsonValue | undefined): boolean {
  return typeof value === 'object' && value !== null && isRaw(value);
}

/** Since Node.js 21 and the browsers of 2025; TypeScript knows them from ES2026 on. */
const makeRaw: ((text: string) => JsonValue) | undefined = Reflect.get(JSON, 'rawJSON');
const isRaw: (value: object) => boolean = Reflect.get(JSON, 'isRawJSON') ?? (() => false);

/** Long digits, exponents, zeros at the end, the negative zero. */
const MAY_CHANGE = /\d{16}|\d[eE]|\.\d*0(?!\d)|-0(?![.\d])/;

function keepSource(_: string, value: JsonValue, context?: {readonly source?: string}): JsonValue {
  const source = context?.source;
  if (typeof value !== 'number' || source === undefined || String(value) === source) return value;
  return makeRaw?.(source) ?? value;
}
