import {CottyError, type LineReader} from '../../core/index.ts';
import {dropsTypedAhead} from '../foreground/program-names.ts';
import type {Session} from '../session/session.ts';
import {expandsHistory} from './history-expansion.ts';

/**
 * Throws `not_supported` for a line that would be another one by the time what reads it has it: typed without a paste's marks, what the
 * history stands for is put in, and what is a key to a line editor is one; and for lines of which it would throw some away.
 */
export function requirePlainLine(session: Session, commandLine: string, reader: LineReader): void {
  const {program} = reader;
  if (expandsHistory(commandLine, reader))
    throw new CottyError(
      'not_supported',
      `${program} in ${session.id} would put something from its history in the place of "!" or "^" in this line; it was not run.`,
      'Give this shell marks with manage_session action=integrate, which also makes it take lines as they are; or write \\! where the quoting allows it.',
    );
  if (dropsTypedAhead(reader) && isBlock(commandLine))
    throw new CottyError(
      'not_supported',
      `What reads in ${session.id} (${program}) throws away what was typed before its prompt: of these lines it would take the first alone. None of them was run.`,
      'Run one line at a time; or leave it, and give them all to its standard input (redis-cli < FILE).',
    );
  if (!reader.canonical && !reader.bracketedPaste && KEYS.test(commandLine))
    throw new CottyError(
      'not_supported',
      `${program} in ${session.id} takes this line as keys, and a tab or another control character in it would be one; it was not run.`,
      "Write the character in another way, as $'\\t' in a shell; or give a shell marks with manage_session action=integrate, which makes it take lines as they are.",
    );
}

/** An empty line is none to it. */
function isBlock(commandLine: string): boolean {
  return commandLine.split(/[\r\n]+/).filter(line => line.trim() !== '').length > 1;
}

/** Every control character but the ends of lines. */
const KEYS = /[^\P{Cc}\n\r]/u;
