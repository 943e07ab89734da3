/**
 * What a terminal's owner keeps for cotty with a session of cotty's, so that a later server of cotty's knows it again: a text that ends with
 * the terminal and is on no disk.
 */
import {parseSessionId, type SessionId, type ShellFamily} from '../../core/index.ts';
import {familyOf} from '../shell/index.ts';

export interface TerminalMemory {
  readonly sessionId: SessionId;
  /** Proof of the shell's marks. */
  readonly nonce: string;
  readonly eventKey: string;
  /** Shells inside of it that were given marks. */
  readonly nested: readonly NestedMemory[];
}

export interface NestedMemory {
  /** The number its marks carry. */
  readonly shell: number;
  readonly nonce: string;
  readonly pid: number | null;
  readonly family: ShellFamily;
}

/** Words between blanks; of each nested shell one, with colons. */
export function readMemory(text: string): TerminalMemory | undefined {
  const [id = '', nonce, eventKey, ...nested] = text.split(' ');
  const sessionId = parseSessionId(id);
  return sessionId && nonce && eventKey ? {sessionId, nonce, eventKey, nested: nested.flatMap(readNested)} : undefined;
}

export function memoryText({sessionId, nonce, eventKey, nested}: TerminalMemory): string {
  const words = nested.map(one => [one.shell, one.nonce, one.pid ?? '', wordFor(one.family)].join(':'));
  return [sessionId, nonce, eventKey, ...words].join(' ');
}

function readNested(word: string): readonly NestedMemory[] {
  const [shell, nonce, pid, name = ''] = word.split(':');
  const family = familyOf(name);
  return shell && nonce && family !== 'other' ? [{shell: Number(shell), nonce, pid: Number(pid) || null, family}] : [];
}

/** A shell's name of that family. */
function wordFor(family: ShellFamily): string {
  return family === 'posix' ? 'sh' : family;
}
