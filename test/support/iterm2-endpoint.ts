/** A running `cotty iterm2-server`, and the Python clients of iTerm2's API that `script/setup --test` installs. */
import {type ChildProcessWithoutNullStreams, spawn} from 'node:child_process';
import {once} from 'node:events';
import {existsSync} from 'node:fs';
import {mkdtemp, rm} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join, resolve} from 'node:path';
import {type Finished, finish, TestHome} from './cotty-process.ts';
import {skipUnless} from './needs.ts';

const programs = resolve(import.meta.dirname, '../python/venv/bin');

/** Skips the running test where the Python clients are not installed. */
export function needsPythonClients(): void {
  skipUnless(existsSync(join(programs, 'it2')), 'not installed: the Python clients (script/setup --test)');
}

/** What every script begins with: `say` prints a line for the test, `started` makes a window of its own at a prompt. */
const PRELUDE = `
import asyncio, json, sys
import iterm2

def say(**facts):
    print(json.dumps(facts), flush=True)

async def heard():
    """The next line that the test has sent."""
    return (await asyncio.get_running_loop().run_in_executor(None, sys.stdin.readline)).strip()

async def prompted(c, session):
    """Resolves when the shell of a new session is at its prompt."""
    async with iterm2.PromptMonitor(c, session.session_id) as monitor:
        if await iterm2.async_get_last_prompt(c, session.session_id) is None:
            await monitor.async_get()

async def started(c):
    app = await iterm2.async_get_app(c)
    window = await iterm2.Window.async_create(c)
    session = window.current_tab.current_session
    await prompted(c, session)
    return app, window, session

async def ran(c, session, line):
    """Types a line and resolves to its exit status when its prompt is there again."""
    modes = [iterm2.PromptMonitor.Mode.COMMAND_END, iterm2.PromptMonitor.Mode.PROMPT]
    status = None
    async with iterm2.PromptMonitor(c, session.session_id, modes=modes) as monitor:
        await session.async_send_text(line + "\\r")
        while True:
            mode, value = await monitor.async_get()
            if mode == iterm2.PromptMonitor.Mode.COMMAND_END:
                status = value
            elif status is not None:
                return status
`;

export type Said = Readonly<Record<string, unknown>>;

export class Iterm2Endpoint implements AsyncDisposable {
  readonly home: TestHome;
  readonly cookie: string;
  readonly socket: string;
  readonly #child: ChildProcessWithoutNullStreams;
  readonly #user: string;

  /** Where scripts look in a home directory of its own: the path of a socket may not be long. */
  static async open(env: NodeJS.ProcessEnv = {}): Promise<Iterm2Endpoint> {
    const user = await mkdtemp(join(tmpdir(), 'it-'));
    const home = await TestHome.make({HOME: user, SHELL: '/bin/bash', ...env});
    const child = home.start('iterm2-server', '--json');
    const [bytes] = await once(child.stdout, 'data');
    const {cookie, socket} = JSON.parse(String(bytes));
    return new Iterm2Endpoint(home, user, child, {cookie, socket});
  }

  private constructor(
    home: TestHome,
    user: string,
    child: ChildProcessWithoutNullStreams,
    {cookie, socket}: {readonly cookie: string; readonly socket: string},
  ) {
    this.home = home;
    this.#user = user;
    this.#child = child;
    this.cookie = cookie;
    this.socket = socket;
  }

  /** Runs the body of `async def main(c)` with the official library. Resolves to what it has said. */
  async python(body: string, env: NodeJS.ProcessEnv = {}): Promise<readonly Said[]> {
    const {stdout, stderr, exitCode} = await finish(this.startPython(body, env));
    if (exitCode !== 0 || stderr !== '') throw new Error(`The script ended with ${exitCode}:\n${stdout}\n${stderr}`);
    return stdout
      .split('\n')
      .filter(line => line !== '')
      .map((line): Said => JSON.parse(line));
  }

  /** The same, for a test that talks with it meanwhile. */
  startPython(body: string, env: NodeJS.ProcessEnv = {}): ChildProcessWithoutNullStreams {
    const lines = body.split('\n').map(line => `    ${line}`);
    const script = `${PRELUDE}\nasync def main(c):\n${lines.join('\n')}\n\niterm2.run_until_complete(main)\n`;
    return spawn(join(programs, 'python'), ['-c', script], {env: this.#env(env)});
  }

  /** Runs a script as it is. */
  async script(file: string): Promise<Finished> {
    const child = spawn(join(programs, 'python'), [file], {env: this.#env()});
    child.stdin.end();
    return finish(child);
  }

  /** Runs the `it2` of PyPI. */
  async it2(...argv: readonly string[]): Promise<Finished> {
    const child = spawn(join(programs, 'it2'), argv, {env: this.#env()});
    child.stdin.end();
    return finish(child);
  }

  #env(env: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv {
    return {...this.home.env, ITERM2_COOKIE: this.cookie, PYTHONDONTWRITEBYTECODE: '1', ...env};
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#child.kill('SIGINT');
    if (this.#child.exitCode === null) await once(this.#child, 'exit');
    await this.home[Symbol.asyncDispose]();
    await rm(this.#user, {recursive: true, force: true, maxRetries: 5});
  }
}
