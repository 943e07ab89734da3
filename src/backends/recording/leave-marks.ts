import type {LineQuestion} from '../../core/index.ts';
import {leaveShell} from '../shell/index.ts';
import type {AskedTerminal} from './ask-line.ts';

/** A shell at its prompt answers at once. After this long something else has the keys: then nobody knows what it has become. */
const ANSWER_MS = 2000;

/** Has the shell at its prompt take cotty's marks, keys and functions out of itself. False when it did not say that it has. */
export async function leaveMarks(terminal: AskedTerminal, question: LineQuestion): Promise<boolean> {
  const bytes = leaveShell({...question, file: terminal.commandFile});
  if (!bytes) return false;
  const {promise, resolve} = Promise.withResolvers<boolean>();
  const stop = terminal.journal.onAnswer(answer => {
    if (answer.shell === (question.nestedShell?.shell ?? 0) && answer.facts['left'] !== undefined) resolve(true);
  });
  const timer = setTimeout(() => resolve(false), ANSWER_MS);
  try {
    await terminal.write({by: {type: 'cotty'}, kind: 'ask', bytes});
    return await promise;
  } finally {
    clearTimeout(timer);
    stop();
  }
}
