import {CottyError, type CottyErrorCode} from '../../core/index.ts';
import type {Caller, CallScope, FileOperation, FileReply, Services} from '../../engine/index.ts';

export interface FileCall {
  readonly services: Pick<Services, 'pseudoTerminal'>;
  readonly caller: Caller;
  readonly signal?: AbortSignal;
}

/** Whose workspace, whose name in the record. */
export function scopeOf({caller, signal}: FileCall): CallScope {
  return {cwd: caller.cwd, caller: nameOf(caller), asks: true, signal};
}

function nameOf({actor}: Caller): string {
  return 'name' in actor ? `${actor.type} ${actor.name}` : actor.type;
}

type Refused = Extract<FileReply, {type: 'refused'}>;

/** Does a file operation; a refusal is thrown, with the protocol's word for it at its head. */
export async function fileOperation(call: FileCall, operation: FileOperation): Promise<Exclude<FileReply, Refused>> {
  const host = await call.services.pseudoTerminal.pseudoTerminal();
  const reply = await host.file(operation, scopeOf(call));
  if (reply.type !== 'refused') return reply;
  throw new CottyError(
    ERRORS[reply.code] ?? 'invalid_argument',
    `${reply.code}: ${reply.message}`,
    HINTS[reply.code] ?? '',
  );
}

const ERRORS: Readonly<Partial<Record<Refused['code'], CottyErrorCode>>> = {
  PathDenied: 'denied',
  LimitExceeded: 'too_large',
  NotSupported: 'not_supported',
  Timeout: 'cancelled',
};

const HINTS: Readonly<Partial<Record<Refused['code'], string>>> = {
  PathDenied: 'Paths are relative to the workspace; list_files shows what is in it.',
  LimitExceeded: 'Ask for less: a part of the file, or a smaller one.',
  NotSupported: 'For documents and archives see terminal_exec "help".',
};

/** A reply of another kind than was asked for is our own fault. */
export function unexpected(reply: FileReply): CottyError {
  return new CottyError(
    'internal',
    `The runner answered with ${reply.type}.`,
    'This is a fault in cotty; please report it.',
  );
}
