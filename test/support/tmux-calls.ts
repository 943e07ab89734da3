import type {TmuxOnTest} from '../../src/backends/tmux/testing/tmux-on-test.ts';
import type {TmuxBackendOptions} from '../../src/backends/tmux/tmux-backend.ts';
import {Engine, servicesOf} from '../../src/engine/index.ts';
import {findTool, selectTools} from '../../src/tools/index.ts';
import {needs} from './needs.ts';

const agent = {type: 'agent', name: 'agent'} as const;

/** cotty over tmux, as an agent calls it. */
export class Calls implements AsyncDisposable {
  readonly tmux: TmuxOnTest;
  readonly engine: Engine;

  constructor(tmux: TmuxOnTest, options?: Partial<TmuxBackendOptions>) {
    this.tmux = tmux;
    this.engine = new Engine({backends: [tmux.backend(options)]});
  }

  static async open(tmux: TmuxOnTest, options?: Partial<TmuxBackendOptions>): Promise<Calls> {
    needs('tmux');
    const calls = new Calls(tmux, options);
    await calls.engine.start();
    return calls;
  }

  async call(tool: string, input: Record<string, unknown>, env: NodeJS.ProcessEnv = this.tmux.env) {
    const caller = this.engine.caller('test', agent);
    caller.env = env;
    const services = servicesOf(this.engine);
    const context = {services, caller, signal: new AbortController().signal};
    return (await findTool(selectTools(['terminal']), tool).call(input, context)).value;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.engine[Symbol.asyncDispose]();
  }
}

/** The environment of a program in that pane. */
export const inside = (tmux: TmuxOnTest, pane: string) => ({...tmux.env, TMUX: `${tmux.socket},1,0`, TMUX_PANE: pane});
