import type {CommandRecord} from '../projection/command-record.ts';
import type {Look} from '../session/foreground-look.ts';
import type {Session} from '../session/session.ts';

/**
 * The shell edits a line while a command is said to run: the command reads with the line editor (`read -e`), or it has taken all
 * our marks away (`PROMPT_COMMAND` and `PS1` set anew) and the shell is at its prompt. Only the shell knows, so it is asked once by a
 * private key; at a prompt it says the marks that are missing. True when it was asked, and may be about to answer.
 */
export async function askShell(session: Session, record: CommandRecord, {claim, probe}: Look): Promise<boolean> {
  const {tracker} = session;
  if (tracker.shellFamily !== 'bash' || record !== tracker.current || record.phase !== 'running') return false;
  // The line editor of bash reads a carriage return as it comes; `read -s -n 1` has it made a line feed, and would take our key.
  if (claim.type !== 'shellReads' || claim.replaced || !tracker.takesKey || probe.mode?.enterIsLineFeed !== false)
    return false;
  if (session.askedFor === record.commandId) return false;
  session.askedFor = record.commandId;
  await session.gate.restoreLine('bash');
  return true;
}
