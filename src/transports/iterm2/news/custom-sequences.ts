/** `OSC 1337 ; Custom=` and `SetUserVar=` in a stream of output, whoever printed them. */
export type CustomSequence =
  | {readonly type: 'custom'; readonly identity: string; readonly payload: string}
  | {readonly type: 'variable'; readonly name: string; readonly value: string};

/** Longer ones are passed over: terminals bound what they keep of a sequence. */
const LONGEST = 1024 * 1024;
const START = Buffer.from('\x1b]1337;');
const BEL = 0x07;
const ESC = 0x1b;

/** Finds them piece by piece. */
export class CustomSequences {
  /** What may be the beginning of one. */
  #rest: Buffer = Buffer.alloc(0);

  push(bytes: Uint8Array): readonly CustomSequence[] {
    const all = this.#rest.length > 0 ? Buffer.concat([this.#rest, bytes]) : Buffer.from(bytes);
    const found: CustomSequence[] = [];
    let at = 0;
    for (;;) {
      const start = all.indexOf(START, at);
      if (start < 0) break;
      const end = endOf(all, start + START.length);
      if (end < 0) {
        this.#rest = all.length - start > LONGEST ? Buffer.alloc(0) : Buffer.from(all.subarray(start));
        return found;
      }
      const sequence = read(all.toString('utf8', start + START.length, end));
      if (sequence) found.push(sequence);
      at = end;
    }
    this.#rest = Buffer.from(all.subarray(Math.max(at, all.length - START.length + 1)));
    return found;
  }

  /** Output was not told: what had begun before it has no end. */
  lose(): void {
    this.#rest = Buffer.alloc(0);
  }
}

/** Where the text ends: before BEL, or before any ESC, of which ST is one. */
function endOf(bytes: Buffer, from: number): number {
  for (let at = from; at < bytes.length; at++) if (bytes[at] === BEL || bytes[at] === ESC) return at;
  return -1;
}

function read(text: string): CustomSequence | undefined {
  const [, settings, payload = ''] = /^Custom=([^:]*):(.*)$/s.exec(text) ?? [];
  if (settings !== undefined) {
    const identity = settings.split(';').find(setting => setting.startsWith('id='));
    return identity === undefined ? undefined : {type: 'custom', identity: identity.slice(3), payload};
  }
  const [, name, value] = /^SetUserVar=([^=.]+)=([A-Za-z0-9+/=]*)$/.exec(text) ?? [];
  if (name === undefined || value === undefined) return undefined;
  return {type: 'variable', name, value: Buffer.from(value, 'base64').toString('utf8')};
}
