import {toAsciicast} from '../../log/index.ts';
import type {LogFootage} from '../timeline/log-footage.ts';
import type {Stretch} from './stretch.ts';

/** A stretch as asciicast v3, line by line. */
export async function* toCast(footage: LogFootage, stretch: Stretch, signal?: AbortSignal): AsyncGenerator<string> {
  const isWhole = stretch.from === footage.facts.oldest && stretch.to === footage.facts.end;
  const part = isWhole ? undefined : {...stretch, ...(await footage.look(stretch.from))};
  yield* toAsciicast(footage.log, {title: footage.facts.name, stretch: part, signal});
}
