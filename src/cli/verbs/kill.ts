import {locateHome} from '../../app/index.ts';
import {asCottyError, isCottyError, textField} from '../../core/index.ts';
import {tellError} from '../argv/tell-error.ts';
import {defineVerb} from '../argv/verb.ts';
import {type Client, openClient} from '../client.ts';
import {findRecording} from '../find-session-log.ts';
import {errorForPeople} from '../words-for-people.ts';

export const killVerb = defineVerb({
  name: 'kill',
  usage: 'SESSION…',
  details: 'Its program gets a hang-up and, after a grace period, is killed. The recording stays.',
  options: {},
  words: [1, 1000],
  places: ['session'],
  async run({words, output, env}) {
    using client = await openClient(env);
    const values: Record<string, unknown>[] = [];
    let exitCode = 0;
    for (const session of words) {
      try {
        const value = await close(client, session, env);
        values.push(value);
        if (!output.isJson) output.print(value.already_ended ? `${session} had ended already` : `closed ${session}`);
      } catch (error) {
        exitCode = 1;
        const failure = asCottyError(error);
        values.push({error: errorForPeople(failure, killVerb).toJSON()});
        tellError(failure, {output: {...output, isJson: false}, verb: killVerb});
      }
    }
    const [first, ...others] = values;
    if (output.isJson && others.length === 0) output.value(first);
    else if (output.isJson) output.value(inOne(values));
    return exitCode;
  },
});

async function close(
  client: Client,
  session: string,
  env: NodeJS.ProcessEnv,
): Promise<Readonly<Record<string, unknown>>> {
  try {
    return (await client.call('manage_session', {action: 'close', session_id: session})).value;
  } catch (error) {
    const recorded = isCottyError(error, 'unknown_session') ? findRecording(locateHome(env), session) : undefined;
    if (!recorded || recorded.isAlive) throw error;
    return {session_id: recorded.sessionId, already_ended: true};
  }
}

/** What became of several. */
function inOne(values: readonly Readonly<Record<string, unknown>>[]): Record<string, unknown> {
  const ended = values.filter(value => value.already_ended === true).map(value => textField(value, 'session_id'));
  const errors = values.flatMap(({error}) => error ?? []);
  return {
    closed: values.flatMap(({closed}) => closed ?? []),
    ...(ended.length > 0 && {already_ended: ended}),
    ...(errors.length > 0 && {errors}),
  };
}
