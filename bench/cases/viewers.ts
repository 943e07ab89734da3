/** Twenty look on by WebSocket while a session prints 20 MB in a second, for five seconds: do all end on its screen? */
import {execFileSync, spawn} from 'node:child_process';
import {once} from 'node:events';
import {readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {WebSocket} from 'ws';
import {type Screen, ScreenPool} from '../../src/screen/index.ts';
import type {Row} from '../support/row.ts';
import {BenchHome, launcher} from '../support/stand.ts';
import {round} from '../support/stats.ts';

const VIEWERS = 20;
const LINES_PER_SECOND = 250_000;
const LINES = 5 * LINES_PER_SECOND;
const LINE_BYTES = 80;
/** Prints what is due by the clock, so that a moment in which nobody read is made up for as fast as the terminal takes it. */
const PRINTER = `let n = 0; const start = performance.now(); const line = 'x'.repeat(69);
const t = setInterval(() => { const due = Math.min(${LINES}, Math.ceil((performance.now() - start) * ${LINES_PER_SECOND / 1000}));
let s = ''; while (n < due && s.length < 1e6) s += String(n++).padStart(9) + ' ' + line + '\\n'; process.stdout.write(s);
if (n === ${LINES}) { clearInterval(t); console.log((performance.now() - start).toFixed(0).padStart(9) + ' ms, the-end-' + (40 + 2)); } }, 5);`;

export async function viewers(): Promise<Row[]> {
  using home = new BenchHome();
  const serve = spawn(launcher, ['serve', '--port', '0', '--json', '--browser', 'off'], {env: home.env});
  const [told] = await once(serve.stdout, 'data');
  const {url}: {url: string} = JSON.parse(String(told));
  const authorization = `Bearer ${readFileSync(join(home.root, 'cotty/token'), 'utf8').trim()}`;
  const printer = join(home.root, 'printer.cjs');
  writeFileSync(printer, PRINTER);
  await using pool = new ScreenPool({threads: 2, maxLive: VIEWERS});
  try {
    const all = await Promise.all(
      Array.from({length: VIEWERS}, () =>
        openViewer(pool, `${url.replace('http', 'ws')}/ws?session=tui`, authorization),
      ),
    );
    const start = performance.now();
    all[0]?.socket.send(JSON.stringify({type: 'input', data: `clear; ${process.execPath} ${printer}\r`}));
    const screens = await Promise.all(all.map(viewer => viewer.ends(/the-end-42/)));
    const tookMs = performance.now() - start;
    const text = execFileSync(launcher, ['read', 'tui', '--screen'], {env: home.env, encoding: 'utf8'}).trimEnd();
    const same = screens.filter(screen => screen === text).length;
    const printedMs = Number(/^ *(\d+) ms, the-end-42/m.exec(text)?.[1]);
    const rate = (LINES * LINE_BYTES) / printedMs / 1000;
    for (const viewer of all) viewer.socket.terminate();
    return [
      {
        what: `${VIEWERS} viewers by WebSocket of ${round((LINES * LINE_BYTES) / 1e6)} MB at 20 MB/s: end on the screen of the session`,
        measured: `${same} of ${VIEWERS}, after ${round(tookMs / 1000, 1)} s, printed at ${round(rate, 1)} MB/s`,
        ...{
          floor: '–',
          ratio: '–',
          target: `${VIEWERS} of ${VIEWERS} at >= 19 MB/s`,
          reached: same === VIEWERS && rate >= 19,
        },
      },
    ];
  } finally {
    serve.kill('SIGINT');
    await once(serve, 'exit');
  }
}

interface BenchViewer {
  readonly socket: WebSocket;
  /** Its screen, once that is on it. */
  ends(pattern: RegExp): Promise<string>;
}

/** As the page does, it says what it has shown. */
async function openViewer(pool: ScreenPool, url: string, authorization: string): Promise<BenchViewer> {
  const socket = new WebSocket(url, {headers: {authorization}});
  const screen: Screen = pool.createScreen({cols: 80, rows: 24});
  let [received, shown, isShowing] = [0, 0, false];
  let onChange: () => void = () => {};
  const show = async (): Promise<void> => {
    if (isShowing) return;
    isShowing = true;
    while (shown < received) {
      const upTo = received;
      await screen.flush();
      shown = upTo;
      socket.send(JSON.stringify({type: 'ack', bytes: shown}));
      onChange();
    }
    isShowing = false;
  };
  socket.on('message', (data: Buffer, isBinary) => {
    if (!isBinary) return;
    screen.feed(data, {hasMore: true});
    received += data.length;
    void show();
  });
  await once(socket, 'open');
  return {
    socket,
    async ends(pattern) {
      for (;;) {
        const changed = new Promise<void>(resolve => {
          onChange = resolve;
        });
        if (shown === received) {
          const {text} = await screen.snapshot();
          if (pattern.test(text)) return text;
        }
        await changed;
      }
    },
  };
}
