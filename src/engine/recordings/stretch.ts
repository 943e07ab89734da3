import {CottyError} from '../../core/index.ts';
import type {LogFootage} from '../timeline/log-footage.ts';

/** A part of a session's life: stream offsets, and milliseconds since it began. */
export interface Stretch {
  readonly from: number;
  readonly to: number;
  readonly fromMs: number;
  readonly toMs: number;
}

/** As somebody has said it: cursors, or ids of commands. Undefined is the beginning or the end of what is kept. */
export interface StretchWords {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/** Throws `invalid_argument` for a place that is none, and for an end before the beginning. */
export async function stretchOf(footage: LogFootage, words: StretchWords): Promise<Stretch> {
  const {facts} = footage;
  const first = facts.chapters.find(({command_id}) => command_id === words.from);
  const from = words.from === undefined ? facts.oldest : placeOf(footage, words.from, 'from');
  const to = words.to === undefined ? facts.end : placeOf(footage, words.to, 'to');
  if (to < from)
    throw new CottyError(
      'invalid_argument',
      `The stretch would end at ${to}, before it begins at ${from}.`,
      'Give the earlier place as the first one.',
    );
  const fromMs = words.from === undefined ? facts.oldest_ms : (first?.start_ms ?? (await footage.timeOf(from)));
  const toMs = words.to === undefined ? facts.length_ms : await footage.timeOf(to);
  return {from, to, fromMs, toMs};
}

function placeOf({facts}: LogFootage, word: string, side: 'from' | 'to'): number {
  if (/^\d+$/.test(word)) {
    const cursor = Number(word);
    if (cursor >= facts.oldest && cursor <= facts.end) return cursor;
    throw new CottyError(
      'invalid_argument',
      `There is no moment ${word}: the output is kept from ${facts.oldest} to ${facts.end}.`,
      'Give a cursor between these two, or the id of a command.',
    );
  }
  const chapter = facts.chapters.find(({command_id}) => command_id === word);
  if (chapter) return Math.max(facts.oldest, side === 'from' ? chapter.from : (chapter.to ?? facts.end));
  const last = facts.chapters.slice(-3).map(({command_id, command_line}) => `${command_id} (${command_line})`);
  throw new CottyError(
    'invalid_argument',
    `${JSON.stringify(word)} is neither a cursor nor the id of a command of this session.`,
    last.length > 0 ? `Its last commands: ${last.join(', ')}.` : 'It has run no command; give cursors.',
  );
}
