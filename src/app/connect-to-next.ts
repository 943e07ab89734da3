import {watch} from 'node:fs';
import {basename} from 'node:path';
import type {ServerConnection} from '../transports/index.ts';
import {type ConnectRequest, connectToRunning} from './connect-server.ts';
import type {Home} from './home.ts';

/**
 * Waits until a server runs, and connects to it; starts none, and makes none of another version leave. Throws `version_mismatch`,
 * `cancelled` by the signal, and what `watch` throws where there is no such folder any more.
 */
export async function connectToNext(request: ConnectRequest, signal: AbortSignal): Promise<ServerConnection> {
  using news = serverNews(request.home, signal);
  for (;;) {
    const connection = await connectToRunning(request);
    if (connection && !signal.aborted) return connection;
    connection?.socket.destroy();
    await news.next();
  }
}

interface News extends Disposable {
  /** Resolves when something has happened since it was asked last. */
  next(): Promise<void>;
}

/** A server that starts makes its socket, and writes its number when it listens. */
function serverNews({run, serverSocket, serverPidFile}: Home, signal: AbortSignal): News {
  let news = expected();
  const told = [serverSocket, serverPidFile].map(path => basename(path));
  const watcher = watch(run, {signal}, (_event, name) => {
    if (name === null || told.includes(name)) news.resolve();
  });
  const fail = (): void => news.reject(signal.reason ?? new Error(`${run} cannot be watched.`));
  watcher.on('error', fail).on('close', fail);
  return {
    async next() {
      await news.promise;
      news = expected();
    },
    [Symbol.dispose]: () => watcher.off('close', fail).close(),
  };
}

function expected(): PromiseWithResolvers<void> {
  const news = Promise.withResolvers<void>();
  // Whether somebody waits for it just then or not.
  news.promise.catch(() => undefined);
  return news;
}
