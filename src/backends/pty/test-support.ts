/** For the tests of this folder: hears everything a terminal says and waits for what it says next. */
import {mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import type {EventOf, InputRequest, MarkEvent, SessionEvent, TerminalLink, TerminalNotice} from '../../core/index.ts';
import {eventSeq, logCursor} from '../../core/index.ts';

export class Listening implements Disposable {
  readonly notices: TerminalNotice[] = [];
  /** Where the notices begin; what came before is in the log. */
  readonly from: number;
  readonly #link: TerminalLink;
  readonly #subscription: Disposable;
  #wake = Promise.withResolvers<void>();

  constructor(link: TerminalLink) {
    this.#link = link;
    this.from = link.log.end;
    this.#subscription = link.onNotice(notice => {
      this.notices.push(notice);
      this.#wake.resolve();
      this.#wake = Promise.withResolvers();
    });
  }

  /** First notice, past or future, for which `find` gives something. */
  async first<T>(find: (notice: TerminalNotice) => T | undefined): Promise<T> {
    for (let next = 0; ; ) {
      for (; next < this.notices.length; next++) {
        const notice = this.notices[next];
        const found = notice && find(notice);
        if (found !== undefined) return found;
      }
      await this.#wake.promise;
    }
  }

  /** The mark of that kind and count since the session began, whether it came before we listened or comes later. */
  async mark(kind: MarkEvent['kind'], count = 1): Promise<MarkEvent> {
    for (;;) {
      const wake = this.#wake.promise;
      const marks = (await loggedEvents(this.#link)).filter(event => event.type === 'mark');
      const found = marks.filter(mark => mark.kind === kind)[count - 1];
      if (found) return found;
      await wake;
    }
  }

  async closed(): Promise<EventOf<'exit'> | null> {
    const notice = await this.first(candidate => (candidate.type === 'closed' ? candidate : undefined));
    return notice.exit;
  }

  /** Resolves when the session's output, from its beginning, contains `text`. */
  async text(text: string): Promise<void> {
    for (let wake = this.#wake.promise; !(await outputText(this.#link)).includes(text); wake = this.#wake.promise)
      await wake;
  }

  [Symbol.dispose](): void {
    this.#subscription[Symbol.dispose]();
  }
}

export async function outputBytes(link: Pick<TerminalLink, 'log'>): Promise<Buffer> {
  const {log} = link;
  const slice = await log.readOutput(logCursor(0), log.end);
  return Buffer.from(slice.bytes);
}

export async function outputText(link: Pick<TerminalLink, 'log'>): Promise<string> {
  return (await outputBytes(link)).toString('utf8');
}

export async function loggedEvents(link: Pick<TerminalLink, 'log'>): Promise<readonly SessionEvent[]> {
  const events: SessionEvent[] = [];
  for await (const event of link.log.events(eventSeq(0))) events.push(event);
  return events;
}

export function makeHome(): {readonly path: string; readonly remove: () => void} {
  const path = mkdtempSync(join(tmpdir(), 'cotty-test-'));
  return {path, remove: () => rmSync(path, {recursive: true, force: true})};
}

export function typed(text: string | Uint8Array, kind: InputRequest['kind'] = 'text'): InputRequest {
  const bytes = typeof text === 'string' ? Buffer.from(text) : text;
  return {by: {type: 'agent', name: 'tester'}, kind, bytes};
}
