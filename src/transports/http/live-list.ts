import type {ServerResponse} from 'node:http';
import type {Engine} from '../../engine/index.ts';

/** What changes at once is told once. */
const PAUSE_MS = 100;
/** So that whoever stands between does not take the stream for dead. */
const ALIVE_MS = 20_000;

/**
 * Server-sent events (https://html.spec.whatwg.org/multipage/server-sent-events.html): the whole value each time something has happened
 * that makes it another one. Resolves when the reader is gone. `onOpen` is given what is to be called
 * for changes that are no events.
 */
export async function serveLive(
  response: ServerResponse,
  engine: Engine,
  valueNow: () => Promise<unknown>,
  onOpen?: (soon: () => void) => void,
): Promise<void> {
  response.writeHead(200, {
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  });
  let told = '';
  const tell = async (): Promise<void> => {
    const text = JSON.stringify(await valueNow());
    // Of a reader that takes nothing the newest list is enough.
    if (text === told || response.writableLength > 0) return;
    told = text;
    response.write(`data: ${text}\n\n`);
  };
  let due: NodeJS.Timeout | undefined;
  const soon = (): void => {
    due ??= setTimeout(() => {
      due = undefined;
      void tell().catch(() => response.destroy());
    }, PAUSE_MS).unref();
  };
  using _news = engine.events.subscribe({kinds: [], sessionId: null}, soon);
  onOpen?.(soon);
  const alive = setInterval(() => {
    response.write(': alive\n\n');
    // What is over by the clock alone raises no event.
    soon();
  }, ALIVE_MS).unref();
  const gone = new Promise<void>(resolve => response.once('close', resolve));
  try {
    await tell();
    await gone;
  } finally {
    clearTimeout(due);
    clearInterval(alive);
  }
}
