/** Why a session takes no command line now: `session_busy`, in words, with the way on. */
import {CottyError} from '../../core/index.ts';
import type {CommandRecord} from '../projection/command-record.ts';
import {lastLine} from '../session/last-line.ts';
import type {Session} from '../session/session.ts';

/** It may run: the shell says so late where its user's hooks take their time, and fish only at the end where ^C met one. */
export function unbegun(session: Session, record: CommandRecord): CottyError {
  if (record.goesOn) return continuation(session);
  return busy(
    session,
    record,
    'the shell has not said yet what became of it',
    'Wait for it with read_output (command_id, wait_ms), stop it with send_control character=C, or use another session.',
  );
}

export function busy(session: Session, record: CommandRecord, why: string, hint: string): CottyError {
  const line = record.commandLine === null ? 'a command' : JSON.stringify(record.commandLine.slice(0, 80));
  return new CottyError(
    'session_busy',
    `Session ${session.id} is busy with ${line} (command_id ${record.commandId}): ${why}.`,
    hint,
  );
}

export function asked(session: Session, program: string): CottyError {
  const question = lastLine(session, session.log.oldest).slice(-120);
  const {claim} = session;
  const isOwn =
    claim?.type === 'awaiting' && claim.kind === 'prompt' && claim.pid === session.facts.pid && !claim.replaced;
  return new CottyError(
    'session_busy',
    `In session ${session.id} ${program} ${question === '' ? 'reads an answer in silence' : `asks ${JSON.stringify(question)}`}.`,
    `Answer with send_text submit=true or send_keys, stop it with send_control character=C, or use another session.${isOwn ? ' If it is the prompt of a shell that has lost its integration, manage_session action=integrate gives it marks again.' : ''}`,
  );
}

export function readsInput(session: Session, program: string): CottyError {
  return new CottyError(
    'session_busy',
    `In session ${session.id} ${program} reads its input, and is no shell: a command would be that input.`,
    'Give it what it reads with send_text submit=true, end its input with send_control character=D, stop it with send_control character=C, or use another session.',
  );
}

/** A REPL's prompt may stand above what it has printed since, or what it runs reads: nothing tells. */
export function printedBehind(session: Session, program: string): CottyError {
  return new CottyError(
    'session_busy',
    `In session ${session.id} ${program} reads, and no prompt stands where it does: it may take commands (something may have been printed behind its prompt), or what it runs may read its input.`,
    'Look with read_screen. If it takes commands, send_text submit=true gives it one, and without text has it show its prompt again; send_control character=C stops what it runs; or use another session.',
  );
}

export function promptless({id}: Session): CottyError {
  return new CottyError(
    'session_busy',
    `In session ${id} ksh reads, and its errors go elsewhere, and its prompt with them: nothing tells whether it waits for a command.`,
    'If it does, send_text submit=true with `exec 2>/dev/tty` brings its prompt back. Else give it what it reads with send_text submit=true, stop it with send_control character=C, or use another session.',
  );
}

export function unsure(session: Session, {commandLine, commandId, reader}: CommandRecord): CottyError {
  const shown = lastLine(session, session.log.oldest).slice(-120);
  const line = `${JSON.stringify(commandLine?.slice(0, 80))} (command_id ${commandId})`;
  const why =
    shown === reader?.prompt
      ? `as it did when ${line} was typed, and is too short to be told from output`
      : `which is not the prompt that ${line} was typed at`;
  return new CottyError(
    'session_busy',
    `On the far side of ${session.id} ${JSON.stringify(shown)} stands, ${why}: it may run on.`,
    'Look with read_screen. If it is a prompt, manage_session action=integrate makes this shell exact; to type regardless use send_text submit=true.',
  );
}

/** Of a shell without hooks nothing tells whether it asks by its own `read`, or waits at a prompt that has lost our marks. */
export function unmarked(session: Session): CottyError {
  const shown = lastLine(session, session.log.oldest).slice(-120);
  return new CottyError(
    'session_busy',
    `The shell of ${session.id} reads behind ${JSON.stringify(shown)}, which is no prompt with marks.`,
    'If it asks, answer with send_text submit=true. If it is a prompt (PS1 was set anew, or the integration was taken away), send_control character=C has it take lines again, and manage_session action=integrate gives it marks.',
  );
}

/** A full-screen program that was no command of ours, e.g. tmux started by the shell's configuration. */
export function screenTaken(session: Session, program: string | null): CottyError {
  return new CottyError(
    'session_busy',
    `${program ?? 'A full-screen program'} has the screen of ${session.id}.`,
    'Drive it with send_keys and read_screen, or quit it first.',
  );
}

/** A program that the shell's line editor has started: a search of the history, a choice of files. */
export function keyboardTaken({id}: Session, program: string | null): CottyError {
  return new CottyError(
    'session_busy',
    `At the prompt of ${id} ${program ?? 'a program'} has the keyboard, started by a key that was typed there.`,
    'Drive it with send_keys and read_screen, leave it with send_keys Escape, or use another session.',
  );
}

export function continuation(session: Session, program = ''): CottyError {
  return new CottyError(
    'session_busy',
    `What reads lines in ${session.id} waits for the rest of an unfinished one (open quote, heredoc, block or statement).`,
    program.startsWith('sqlite')
      ? 'Send the rest with send_text submit=true: ";" ends a statement, behind the quote or bracket that closes what is open, and "END;" a trigger. Ctrl+C does not drop it; repeated, it ends sqlite3.'
      : 'Send the rest with send_text submit=true, or drop the line with send_control character=C.',
  );
}

export function notReady(session: Session): CottyError {
  const shown = lastLine(session, session.log.oldest);
  return new CottyError(
    'session_busy',
    `The shell of ${session.id} did not come to a prompt in time${shown ? `; its last line is ${JSON.stringify(shown.slice(0, 120))}` : ''}.`,
    'Look with read_screen; wait and call again; or open another session.',
  );
}
