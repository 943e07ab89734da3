import {spawnSync} from 'node:child_process';
import {existsSync, statSync} from 'node:fs';
import {
  connectToRunning,
  currentFolder,
  findNotificationProgram,
  type Home,
  loadConfig,
  prepareHome,
} from '../app/index.ts';
import {asCottyError, CottyError, field, textField} from '../core/index.ts';
import {RpcClient} from '../transports/index.ts';

export interface Check {
  readonly name: string;
  readonly result: 'good' | 'missing' | 'broken';
  readonly found: string;
  /** What to do about it. */
  readonly advice?: string;
}

/** What cotty needs, each item tried and not guessed. Starts no server. */
export async function checkInstallation(home: Home, env: NodeJS.ProcessEnv): Promise<readonly Check[]> {
  return [
    {name: 'Node.js', result: 'good', found: `${process.version} (${process.execPath})`},
    attempt('home', () => describeHome(home)),
    await attemptLater('configuration', () => describeConfig(home, env)),
    await attemptLater('pseudo-terminals', openTerminal),
    ...['bash', 'zsh', 'fish'].map(describeShell),
    await describeTmux(env),
    await describeIterm2(env),
    await describeSandbox(),
    await describeNotifications(home, env),
    await attemptLater('server', () => describeServer(home)),
  ];
}

function attempt(name: string, look: () => string): Check {
  try {
    return {name, result: 'good', found: look()};
  } catch (thrown) {
    const error = asCottyError(thrown);
    return {name, result: 'broken', found: error.message, advice: error.hint};
  }
}

async function attemptLater(name: string, look: () => Promise<string>): Promise<Check> {
  try {
    const found = await look();
    return {name, result: 'good', found};
  } catch (thrown) {
    const error = asCottyError(thrown);
    return {name, result: 'broken', found: error.message, advice: error.hint};
  }
}

function describeHome(home: Home): string {
  prepareHome(home);
  return `${home.path} (mode ${(statSync(home.path).mode & 0o777).toString(8)})`;
}

async function describeConfig(home: Home, env: NodeJS.ProcessEnv): Promise<string> {
  await loadConfig({home, env, cwd: currentFolder()});
  return existsSync(home.configFile) ? home.configFile : 'defaults (no config.toml)';
}

/** Runs a command on a real terminal, in this process. */
async function openTerminal(): Promise<string> {
  const {open} = await import('../library/index.ts');
  await using session = await open({shell: 'sh'});
  const result = await session.run('exit_code_of() { return "$1"; }; exit_code_of 7');
  if (result.exit_code !== 7) throw new Error(`a command that returns 7 gave ${result.exit_code}`);
  return 'a command ran on one and its exit code came back';
}

function describeShell(name: string): Check {
  const result = spawnSync(name, ['--version'], {encoding: 'utf8', timeout: 5000});
  const found = result.stdout?.split('\n')[0] ?? '';
  return result.status === 0
    ? {name, result: 'good', found}
    : {name, result: 'missing', found: 'not installed', advice: 'Only needed for sessions that use this shell.'};
}

async function describeNotifications(home: Home, env: NodeJS.ProcessEnv): Promise<Check> {
  const name = 'notifications';
  const use = await loadConfig({home, env})
    .then(({security}) => security.notifications)
    .catch(() => 'off');
  const program = findNotificationProgram()?.path;
  const advice = 'Questions to you come on the desktop with [security] notifications = "tell", or "answer".';
  if (use === 'off') return {name, result: 'missing', found: 'off', advice};
  if (program !== undefined) return {name, result: 'good', found: `${use}, by ${program}`};
  return {
    name,
    result: 'missing',
    found: 'nothing here shows them',
    advice: 'On Linux install notify-send (libnotify-bin).',
  };
}

async function describeTmux(env: NodeJS.ProcessEnv): Promise<Check> {
  const {lookAtTmux} = await import('../backends/index.ts');
  const {version, isTooOld, servers, isInside} = await lookAtTmux(env);
  if (version === null)
    return {name: 'tmux', result: 'missing', found: 'not installed', advice: 'Only needed for sessions in tmux panes.'};
  const running = servers === 0 ? 'no server runs' : `${servers} ${servers === 1 ? 'server runs' : 'servers run'}`;
  const where = isInside && !isTooOld ? ', and you are in it: new sessions are windows beside yours' : '';
  const found = `${version}; ${running}${where}`;
  return isTooOld
    ? {name: 'tmux', result: 'missing', found, advice: 'Sessions in tmux panes need tmux 3.0 or newer.'}
    : {name: 'tmux', result: 'good', found};
}

async function describeIterm2(env: NodeJS.ProcessEnv): Promise<Check> {
  const {lookAtIterm2} = await import('../backends/index.ts');
  const {answers, found, advice} = await lookAtIterm2(env);
  return {name: 'iTerm2', found, ...(answers ? {result: 'good'} : {result: 'missing', advice})};
}

/** Only whoever wants a sandbox misses it. */
async function describeSandbox(): Promise<Check> {
  const {lookAtSandbox} = await import('../backends/index.ts');
  const check = await attemptLater('sandbox', lookAtSandbox);
  return check.result === 'broken' ? {...check, result: 'missing'} : check;
}

async function describeServer(home: Home): Promise<string> {
  const connection = await connectToRunning({home, role: 'rpc'});
  if (!connection) return 'does not run; it starts when something needs it';
  using rpc = new RpcClient(connection.socket);
  const status = await rpc.callMethod('status', {});
  const backends = field(status, 'backends');
  for (const backend of Array.isArray(backends) ? backends : []) {
    const failure = field(backend, 'error');
    if (failure === undefined) continue;
    const found = `runs, version ${connection.version}, without ${textField(backend, 'backend')}: ${textField(failure, 'message')}`;
    throw new CottyError('server_unavailable', found, textField(failure, 'hint'));
  }
  const unadopted = textField(status, 'unadopted');
  if (unadopted === '') return `runs, version ${connection.version}`;
  throw new CottyError(
    'server_unavailable',
    `runs, version ${connection.version}, but could not take over ${unadopted}`,
    `They are alive; it tries again every few seconds. Its log ${home.serverLog} has the reasons.`,
  );
}
