/** What a tool says, for whoever reads it: characters that a person would not see are made visible, or counted. */
import {asCottyError, CottyError, revealInvisible, showControls} from '../core/index.ts';
import type {SecretMask} from '../engine/index.ts';

export interface RevealedValue<Value> {
  readonly value: Value;
  readonly hidden: number;
}

/** All strings of a value without what is secret; each keeps its length. */
export function maskValue<Value>(value: Value, secrets: SecretMask | null): Value {
  return secrets?.maskAll(value) ?? value;
}

/** Goes through all strings of a value. With `keeps` they stay as they are, and are only counted in. */
export function revealValue<Value>(value: Value, {keeps}: {readonly keeps: boolean}): RevealedValue<Value> {
  let hidden = 0;
  const reveal = (part: unknown): unknown => {
    if (typeof part === 'string') {
      const revealed = revealInvisible(part);
      hidden += revealed.hidden;
      return revealed.text;
    }
    if (Array.isArray(part)) return part.map(reveal);
    if (typeof part !== 'object' || part === null) return part;
    return Object.fromEntries(Object.entries(part).map(([key, member]) => [String(reveal(key)), reveal(member)]));
  };
  const revealed = reveal(value);
  // A value of strings, numbers, lists and records is rebuilt with the same shape.
  return {value: hidden > 0 && !keeps ? (revealed as Value) : value, hidden};
}

/** An error may quote what it was given; whatever that is, it is shown, not carried out by a terminal. */
export function revealError(thrown: unknown, secrets: SecretMask | null = null): CottyError {
  const error = asCottyError(thrown);
  const message = shown(maskValue(error.message, secrets));
  const hint = shown(maskValue(error.hint, secrets));
  const isPlain = message === error.message && hint === error.hint;
  return isPlain ? error : new CottyError(error.code, message, hint, {cause: error});
}

function shown(text: string): string {
  return revealInvisible(text.split('\n').map(showControls).join('\n')).text;
}
