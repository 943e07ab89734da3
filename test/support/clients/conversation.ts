import {ClientHome, cotty} from './client-home.ts';
import type {Client} from './clients.ts';
import {type Reply, startFakeModel, type Turn} from './fake-model.ts';

export interface Conversation {
  /** Where the client worked. */
  readonly work: string;
  /** What the model was shown when it was first asked. */
  readonly first: Turn;
  /** What its calls brought, as it was shown in the end. */
  readonly results: readonly string[];
  /** What the client told the person at the end. */
  readonly said: string;
  /** Hosts that the client wanted to reach beside the model; it could not. */
  readonly strays: readonly string[];
}

/** Sets a client up in an empty home, lets it talk with a model that follows the script, and gives back all that was said. */
export async function converse(client: Client, modelName: string, script: readonly Reply[]): Promise<Conversation> {
  await using model = await startFakeModel(client.dialect, [...script, {type: 'text', text: 'That is all.'}]);
  await using home = await ClientHome.make({
    ...client.environment(model.url),
    // Whatever is not meant for the model goes to it all the same, as a proxy that lets nothing through.
    HTTPS_PROXY: model.url,
    HTTP_PROXY: model.url,
    NO_PROXY: '127.0.0.1,localhost',
  });
  await client.configure(home);
  // Clients ask the model without the tools of what takes long to start, as a first server does on a busy machine.
  await home.run(cotty, 'ls');
  const words = client.ask('Go.', {url: model.url, name: modelName});
  const {stdout} = await home.run(process.execPath, client.program, ...words);
  const first = model.turns[0];
  const last = model.turns.at(-1);
  if (!first || !last) throw new Error(`the model was not asked:\n${model.requests.join('\n')}\n${stdout}`);
  return {work: home.work, first, results: last.results, said: stdout, strays: model.strays};
}
