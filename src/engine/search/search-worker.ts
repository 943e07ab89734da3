/** Entry of the thread that searches. Jobs take turns, so that a costly one keeps no other waiting. */
import {parentPort} from 'node:worker_threads';
import {asCottyError} from '../../core/index.ts';
import {LinePicker} from './pick-lines.ts';
import type {FromSearchThread, JobResults, SearchJob, ToSearchThread} from './search-messages.ts';
import type {Stepwise} from './stepwise.ts';
import {TextTester} from './test-texts.ts';

/** A turn: some ten milliseconds. */
const TURN_STEPS = 2_000_000;
/** Each holds the text it searches; what comes on top waits. */
const MOST_RUNNING = 8;

interface Running {
  readonly work: Stepwise<JobResults[keyof JobResults]>;
  stepsLeft: number;
  steps: number;
}

const running = new Map<number, Running>();
const waiting = new Map<number, {readonly job: SearchJob; readonly steps: number}>();
let isTurning = false;

parentPort?.on('message', (message: ToSearchThread) => {
  switch (message.type) {
    case 'job':
      waiting.set(message.id, message);
      return beginWaiting();
    case 'cancel':
      running.delete(message.id);
      waiting.delete(message.id);
      return beginWaiting();
    default:
      return message satisfies never;
  }
});

function beginWaiting(): void {
  for (const [id, {job, steps}] of waiting) {
    if (running.size >= MOST_RUNNING) return;
    waiting.delete(id);
    begin(id, job, steps);
  }
}

function begin(id: number, job: SearchJob, steps: number): void {
  attempt(id, () => {
    running.set(id, {work: workOf(job), stepsLeft: steps, steps: 0});
    if (!isTurning) setImmediate(takeTurns);
    isTurning = true;
  });
}

function workOf(job: SearchJob): Stepwise<JobResults[keyof JobResults]> {
  switch (job.type) {
    case 'pick':
      return new LinePicker(job.stretch, job.wanted);
    case 'test':
      return new TextTester(job.patterns, job.texts);
    default:
      return job satisfies never;
  }
}

/** Messages come between the rounds. */
function takeTurns(): void {
  for (const [id, job] of running) attempt(id, () => takeTurn(id, job));
  beginWaiting();
  isTurning = running.size > 0;
  if (isTurning) setImmediate(takeTurns);
}

function takeTurn(id: number, job: Running): void {
  const {isDone, steps} = job.work.go(Math.min(TURN_STEPS, job.stepsLeft));
  job.steps += steps;
  job.stepsLeft -= steps;
  if (!isDone && job.stepsLeft > 0) return;
  running.delete(id);
  send({type: 'result', id, result: job.work.result, isDone, steps: job.steps});
}

function attempt(id: number, task: () => void): void {
  try {
    task();
  } catch (error) {
    running.delete(id);
    send({type: 'failure', id, error: asCottyError(error).toJSON()});
  }
}

function send(message: FromSearchThread): void {
  parentPort?.postMessage(message);
}
