/** Entry of the screen worker thread. */
import {parentPort, workerData} from 'node:worker_threads';
import {asCottyError} from '../core/index.ts';
import {EmulatedScreen, FailedAt} from './emulated-screen.ts';
import {LiveSet} from './live-set.ts';
import {Beat} from './watch/beat.ts';
import {Steps} from './watch/steps.ts';
import type {Answers, FromWorker, PoolStats, Question, ToWorker, WorkerStart} from './worker-protocol.ts';
import {loadXterm} from './xterm.ts';

const {limits, beat: memory}: WorkerStart = workerData;
const beat = new Beat(memory);
const live = new LiveSet(limits.maxLive);
const thread = {xterm: loadXterm(), live, freezeAfterMs: limits.freezeAfterMs};
const screens = new Map<number, EmulatedScreen>();

parentPort?.on('message', (message: ToWorker) => {
  switch (message.type) {
    case 'create':
      screens.set(message.screen, new EmulatedScreen(thread, new Steps(beat, message.screen), message.options));
      return;
    case 'feed':
      return screens.get(message.screen)?.feed(message);
    case 'skip':
      return screens.get(message.screen)?.skip(message.bytes);
    case 'resize':
      return screens.get(message.screen)?.resize(message.cols, message.rows);
    case 'restore':
      return screens.get(message.screen)?.restore(message.state);
    case 'dispose':
      screens.get(message.screen)?.dispose();
      screens.delete(message.screen);
      return;
    case 'ask':
      return answer(message.request, ask(message.screen, message.question));
    case 'stats':
      return answer(message.request, stats(message.freeze));
    default:
      return message satisfies never;
  }
});

async function ask(screen: number, question: Question): Promise<Answers[keyof Answers]> {
  const emulated = screens.get(screen);
  if (!emulated) throw new Error('The screen is gone.');
  return emulated.read(emulator => {
    switch (question.type) {
      case 'capture':
        return emulator.capture(question.options);
      case 'modes':
        return emulator.modes();
      case 'cursor':
        return emulator.cursor();
      case 'serialize':
        return JSON.stringify(emulator.state());
      case 'checkpoint':
        return emulator.restorable ? JSON.stringify(emulator.state()) : null;
      case 'redraw':
        return emulator.redraw(question.scrollback);
      case 'paint':
        return emulator.paint(question);
      case 'grid':
        return emulator.grid();
      case 'lines':
        return emulator.lines(question.wanted);
      case 'flush':
        return null;
      default:
        return question satisfies never;
    }
  });
}

async function stats(freeze: boolean): Promise<PoolStats> {
  if (freeze) await live.freezeAll();
  return {screens: screens.size, live: live.size};
}

function answer(request: number, value: Promise<Answers[keyof Answers]>): void {
  const send = (message: FromWorker): void => parentPort?.postMessage(message);
  value.then(
    result => send({type: 'answer', request, value: result}),
    (error: unknown) => {
      const place = error instanceof FailedAt ? {place: error.place} : {};
      send({type: 'failure', request, error: asCottyError(error).toJSON(), ...place});
    },
  );
}
