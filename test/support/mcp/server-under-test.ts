import {type ChildProcess, spawn} from 'node:child_process';
import {once} from 'node:events';
import {createInterface} from 'node:readline';
import {fileURLToPath} from 'node:url';

export interface ServerUnderTest extends AsyncDisposable {
  /** Resolves when it takes connections. */
  listen(): Promise<void>;
  /** The next thing that happens, oldest first. */
  next(): Promise<{
    readonly event: string;
    readonly tool?: string;
    readonly requestId?: string;
    readonly caller?: string;
  }>;
  /** Lets held calls end. */
  release(): void;
  /** kill -9. */
  kill(): Promise<void>;
}

/** Starts a server process on a socket and waits until it takes connections. */
export async function startServerProcess(socketPath: string): Promise<ServerUnderTest> {
  const server = await serverAtHand(socketPath);
  await server.listen();
  return server;
}

/** A server process that has loaded all it needs and takes connections as soon as it is told: whoever waits for it waits for no start. */
export async function serverAtHand(socketPath: string): Promise<ServerUnderTest> {
  const script = fileURLToPath(new URL('server-process.ts', import.meta.url));
  const child: ChildProcess = spawn(process.execPath, [script, socketPath], {stdio: ['pipe', 'pipe', 'inherit']});
  if (!child.stdout) throw new Error('no stdout');
  const lines = createInterface({input: child.stdout})[Symbol.asyncIterator]();
  const next = async () => JSON.parse(String((await lines.next()).value));
  const kill = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const exited = once(child, 'exit');
    child.kill('SIGKILL');
    await exited;
  };
  const listen = async () => {
    child.stdin?.write('listen\n');
    await next();
  };
  await next();
  return {listen, next, release: () => void child.stdin?.write('release\n'), kill, [Symbol.asyncDispose]: kill};
}
