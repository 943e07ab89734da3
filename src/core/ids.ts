/** Branded identifiers: parsed once at the edge, trusted everywhere after. */

declare const brand: unique symbol;
type Branded<T, Name extends string> = T & {readonly [brand]: Name};

/** `pty:k3f9…`: short, URL-safe, unique for the life of `COTTY_HOME`, never reused. */
export type SessionId = Branded<string, 'SessionId'>;
/** One run of a command line. Chosen by the caller of the write boundary, recorded in the log. */
export type CommandId = Branded<string, 'CommandId'>;
/** Position of an event in one session's log, from 1, without holes except declared gaps. */
export type EventSeq = Branded<number, 'EventSeq'>;
/** Byte offset in one session's output stream: the reader's place. Valid across resize, `clear` and restarts. */
export type LogCursor = Branded<number, 'LogCursor'>;

const SESSION_ID = /^(?:[a-z0-9.-]+\/)?(?:pty|tmux|iterm):[A-Za-z0-9_.%@$-]{1,64}$/;
const COMMAND_ID = /^[A-Za-z0-9_-]{1,64}$/;

/** Returns the id, or undefined when the text cannot be one. */
export function parseSessionId(text: string): SessionId | undefined {
  return SESSION_ID.test(text) ? (text as SessionId) : undefined;
}

/** Returns the id, or undefined when the text cannot be one. */
export function parseCommandId(text: string): CommandId | undefined {
  return COMMAND_ID.test(text) ? (text as CommandId) : undefined;
}

/** For numbers that a log has already stamped. */
export const eventSeq = (value: number): EventSeq => value as EventSeq;
/** For offsets that a log has already stamped. */
export const logCursor = (value: number): LogCursor => value as LogCursor;

const ID_ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';

/**
 * An id of so many characters (five bits each) that nobody else has. Nothing secret may rest on it: it does without the system's
 * cryptography, which takes longer to load than all else that a verb of the command line needs.
 */
export function uniqueId(length: number): string {
  return Array.from({length}, () => ID_ALPHABET.charAt(Math.floor(Math.random() * 32))).join('');
}

/** Renders random bytes as Crockford base32 text, five bits a character; `bytes` supplies the randomness. */
export function encodeId(bytes: Uint8Array): string {
  return Array.from(bytes, byte => ID_ALPHABET.charAt(byte & 31)).join('');
}
