/**
 * Takes questions to the terminal out of a byte stream: with several terminals looking on, exactly one may answer, and
 * that is the server. Covers DA1/DA2/DA3, DECID, DSR/CPR, DECREQTPARM, DECRQM, XTVERSION, window reports, XTQMODKEYS, XTSMGRAPHICS,
 * kitty keyboard, graphics and colour queries, OSC colour and clipboard queries, iTerm2 reports, DECRQSS and XTGETTCAP
 * (xterm ctlseqs; kitty keyboard, graphics and colour-stack protocols; iTerm2 escape codes).
 */
const CSI_QUERY =
  /^\x1b\[(?:[?>=]?[0-9;]*c|\??[0-9;]*n|\??[0-9;]*\$p|>[0-9;]*q|\?u|(?:1[1-9]|2[01])(?:;[0-9;]*)?t|[01]?x|\?[0-9;]*[mS])$/;
const OSC_QUERY =
  /^\x1b\](?:(?:4|5|1[0-9]|104|21);(?:.*[;=])?\?(?=[;\x07\x1b])|52;[^;]*;\?|1337;(?:Report|Capabilities))/s;
const DCS_QUERY = /^\x1bP(?:\$q|\+q)/;
const APC_QUERY = /^\x1b_G[^;]*a=q/;
const DECID = '\x1bZ';
/** A control sequence longer than this is not a question; it is passed on. */
const HOLD_LIMIT = 4096;

export class QueryFilter {
  #held = '';

  /** The end of a control sequence that has begun is missing. */
  get isHolding(): boolean {
    return this.#held !== '';
  }

  /** The bytes to show; an unfinished control sequence at the end is held back until it is complete. */
  push(bytes: Uint8Array): Uint8Array {
    if (this.#held === '' && !bytes.includes(0x1b)) return bytes;
    const text = this.#held + Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
    this.#held = '';
    let shown = '';
    let at = 0;
    for (let introducer = text.indexOf('\x1b'); introducer !== -1; introducer = text.indexOf('\x1b', at)) {
      shown += text.slice(at, introducer);
      const end = sequenceEnd(text, introducer);
      if (end === -1) {
        if (text.length - introducer > HOLD_LIMIT) break;
        this.#held = text.slice(introducer);
        return Buffer.from(shown, 'latin1');
      }
      const sequence = text.slice(introducer, end);
      if (!isQuery(sequence)) shown += sequence;
      at = end;
    }
    return Buffer.from(shown + text.slice(at), 'latin1');
  }
}

function isQuery(sequence: string): boolean {
  switch (sequence[1]) {
    case '[':
      // Control characters inside are acted on, and the sequence goes on.
      return CSI_QUERY.test(sequence.replace(/[\x00-\x1a\x1c-\x1f]/g, ''));
    case ']':
      return OSC_QUERY.test(sequence);
    case 'P':
      return DCS_QUERY.test(sequence);
    case '_':
      return APC_QUERY.test(sequence);
    default:
      return sequence === DECID;
  }
}

/** Kinds of control strings that hold questions: OSC, DCS, APC. */
const STRINGS: ReadonlySet<string> = new Set([']', 'P', '_']);
/** CAN, SUB and ESC break a sequence off; so do bytes that belong to no sequence. */
const ENDS_SEQUENCE: ReadonlySet<number> = new Set([0x18, 0x1a, 0x1b]);

/** Index after the control sequence that starts at `from`, or -1 when it is not complete. */
function sequenceEnd(text: string, from: number): number {
  const kind = text[from + 1];
  if (kind === undefined) return -1;
  if (kind === '[') {
    for (let at = from + 2; at < text.length; at++) {
      const code = text.charCodeAt(at);
      if (code >= 0x40 && code <= 0x7e) return at + 1;
      if (ENDS_SEQUENCE.has(code)) return at;
    }
    return -1;
  }
  if (!STRINGS.has(kind)) return from + 2;
  for (let at = from + 2; at < text.length; at++) {
    if (text[at] === '\x07') return at + 1;
    if (text[at] !== '\x1b') continue;
    if (at + 1 >= text.length) return -1;
    return text[at + 1] === '\\' ? at + 2 : at;
  }
  return -1;
}
