/** Screens of a session's past, kept beside its log where drawing them anew takes long. Each can be deleted: the log tells the same. */
import {crc32} from 'node:zlib';
import type {KeptTexts} from '../../core/index.ts';
import type {SizeChange} from './screen-history.ts';

/** Count this up whenever what is saved of a screen changes its form. */
const MAGIC = 'cotty-screen 1';
/** Larger ones take longer to read than they save. */
const MOST_CHARS = 4 * 1024 * 1024;

export interface KeptScreen {
  /** As `Screen.checkpoint` gives it. */
  readonly state: string;
  /** Stream offset of what it shows. */
  readonly at: number;
  readonly size: Pick<SizeChange, 'at' | 'cols' | 'rows'> | null;
}

export class KeptScreens {
  readonly #texts: KeptTexts;

  constructor(texts: KeptTexts) {
    this.#texts = texts;
  }

  /** The last one at or before a place and behind `from`; undefined when there is none that can be used. */
  nearest(at: number, from: number): KeptScreen | undefined {
    const place = this.#texts.places().findLast(candidate => candidate <= at);
    if (place === undefined || place <= from) return undefined;
    const text = this.#texts.read(place);
    const kept = text === undefined ? undefined : decode(text);
    return kept?.at === place ? kept : undefined;
  }

  /** Whether there is one between two places. */
  has(from: number, to: number): boolean {
    return this.#texts.places().some(place => place > from && place <= to);
  }

  /** `oldest` is the first byte that the log still has: screens of before are of no use. */
  keep(screen: KeptScreen, oldest: number): void {
    const body = JSON.stringify(screen);
    if (body.length > MOST_CHARS) return;
    for (const place of this.#texts.places()) {
      if (place >= oldest) break;
      this.#texts.forget(place);
    }
    this.#texts.write(screen.at, `${MAGIC} ${checksum(body)}\n${body}`);
  }
}

function decode(text: string): KeptScreen | undefined {
  const headEnd = text.indexOf('\n');
  const body = text.slice(headEnd + 1);
  if (text.slice(0, headEnd) !== `${MAGIC} ${checksum(body)}`) return undefined;
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

function checksum(body: string): string {
  return crc32(body).toString(16).padStart(8, '0');
}
