import type {OpenOptions} from '../../core/index.ts';
import {type OpeningContext, type PreparedOpening, prepareOpening} from '../application/prepare-opening.ts';
import {sessionDirectory} from '../recording/session-directory.ts';
import {StartScript} from './start-script.ts';

/** A program that iTerm2 is to start, by a script. */
export interface ScriptedOpening extends PreparedOpening, Disposable {
  readonly script: StartScript;
}

/** Errors: those of {@link prepareOpening}. */
export async function prepareScript(options: OpenOptions, context: OpeningContext): Promise<ScriptedOpening> {
  const opening = await prepareOpening(options, context);
  const {memory, program, cwd} = opening;
  const {shell} = sessionDirectory(context.records.home, memory.sessionId);
  try {
    const script = await StartScript.make(shell, {argv: program.argv, env: program.env, cwd});
    return {...opening, script, [Symbol.dispose]: () => script[Symbol.dispose]()};
  } catch (error) {
    opening.giveUp();
    throw error;
  }
}
