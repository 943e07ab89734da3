import {expect, test} from 'vitest';
import {Engine, servicesOf} from '../../src/engine/index.ts';
import {findTool, selectTools} from '../../src/tools/index.ts';
import {Iterm2OnTest} from '../support/iterm2-on-test.ts';

const agent = {type: 'agent', name: 'agent'} as const;

/** cotty over iTerm2, as an agent calls it. */
class Calls implements AsyncDisposable {
  readonly engine: Engine;

  private constructor(iterm2: Iterm2OnTest) {
    this.engine = new Engine({backends: [iterm2.backend()]});
  }

  static async open(iterm2: Iterm2OnTest): Promise<Calls> {
    const calls = new Calls(iterm2);
    await calls.engine.start();
    return calls;
  }

  async call(tool: string, input: Record<string, unknown>, env: NodeJS.ProcessEnv = {}) {
    const caller = this.engine.caller('test', agent);
    caller.env = env;
    const context = {services: servicesOf(this.engine), caller, signal: new AbortController().signal};
    return (await findTool(selectTools(['terminal']), tool).call(input, context)).value;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.engine[Symbol.asyncDispose]();
  }
}

test('a session that is opened there is exact', async () => {
  await using iterm2 = await Iterm2OnTest.start();
  await using calls = await Calls.open(iterm2);
  const {session_id} = await calls.call(
    'manage_session',
    {action: 'create', shell: 'bash', cwd: iterm2.folder},
    iterm2.env,
  );
  expect(String(session_id)).toMatch(/^iterm:/);
  expect(await calls.call('run_command', {session_id, command: 'echo one; false'})).toMatchObject({
    output: 'one',
    exit_code: 1,
    state: 'completed',
    via: 'mark',
  });
});
