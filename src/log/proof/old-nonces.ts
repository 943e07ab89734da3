/**
 * Nonces in logs of before they were overwritten when written. There they stand in every mark, as `cotty=NONCE.CYCLE`; whatever
 * looks like that is blanked when it is read, and its text wherever else it stands.
 */
import type {SessionEvent} from '../../core/index.ts';

/** Bytes on either side of a piece that are needed to find what its edges cut. */
export const CONTEXT_BYTES = 128;

const PARAMETER = Buffer.from('cotty=');
/** Shorter ones were the tokens by which nested shells were asked. */
const PROOF = /^[\w-]{20,64}(?=\.\d)/;
const BLANK = 0x2a;
const MOST_LEARNED = 256;

export class OldNonces {
  readonly #learned = new Map<string, Buffer>();

  /** Blanks in place. */
  blank(bytes: Buffer): void {
    this.learn(bytes);
    for (const nonce of this.#learned.values())
      for (let at = bytes.indexOf(nonce); at >= 0; at = bytes.indexOf(nonce, at + nonce.length))
        bytes.fill(BLANK, at, at + nonce.length);
  }

  /** Takes note of the nonces that marks in these bytes carry. */
  learn(bytes: Buffer): void {
    for (let at = bytes.indexOf(PARAMETER); at >= 0; at = bytes.indexOf(PARAMETER, at + 1)) {
      const from = at + PARAMETER.length;
      const [nonce] = PROOF.exec(bytes.toString('latin1', from, from + 67)) ?? [];
      if (nonce !== undefined && this.#learned.size < MOST_LEARNED) this.#learned.set(nonce, Buffer.from(nonce));
    }
  }

  /** The same for what an event says beside output. */
  blankEvent(event: SessionEvent): SessionEvent {
    switch (event.type) {
      case 'mark':
        return {...event, commandLine: this.#blankText(event.commandLine), cwd: this.#blankText(event.cwd)};
      case 'command':
        return {...event, commandLine: this.#blankText(event.commandLine)};
      case 'title':
        return {...event, title: this.#blankText(event.title)};
      case 'custom':
        return {...event, event: this.#blankText(event.event), data: this.#blankText(event.data)};
      case 'input': {
        const bytes = event.bytes && Buffer.from(event.bytes);
        if (bytes) this.blank(bytes);
        return {...event, bytes: bytes && new Uint8Array(bytes)};
      }
      default:
        return event;
    }
  }

  #blankText<Text extends string | null>(text: Text): Text | string {
    let blank: Text | string = text;
    for (const nonce of this.#learned.keys()) blank = blank?.replaceAll(nonce, '*'.repeat(nonce.length)) ?? blank;
    return blank;
  }
}
