import type {JsonObject, JsonValue} from '../../../command.ts';
import {isRawNumber} from '../raw-number.ts';

export interface JsonNode {
  readonly value: JsonValue;
  /** Normalized path, e.g. `$['items'][0]`. */
  readonly path: string;
}

export interface SelectOptions {
  /** `LimitExceeded` beyond. */
  readonly most: number;
  readonly signal?: AbortSignal | undefined;
}

export interface SelectScope extends SelectOptions {
  readonly root: JsonValue;
}

/** `Array.isArray` does not narrow readonly arrays. */
export function isArray(value: JsonValue): value is readonly JsonValue[] {
  return Array.isArray(value);
}

export function isObject(value: JsonValue): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !isRawNumber(value);
}
