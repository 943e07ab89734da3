/** One user-perceived character and the columns it takes. */
export interface Cluster {
  readonly text: string;
  /** 0 joins the cell before it. */
  readonly width: 0 | 1 | 2;
}

/** Splits text without control characters into what stands in cells. */
export function clusters(text: string): readonly Cluster[] {
  if (ASCII.test(text)) return Array.from(text, character => ({text: character, width: 1}));
  if (SIMPLE.test(text)) return Array.from(text, character => ({text: character, width: clusterWidth(character)}));
  const known = remembered.get(text);
  if (known) return known;
  segmenter ??= new Intl.Segmenter('en', {granularity: 'grapheme'});
  const found = Array.from(segmenter.segment(text), ({segment}) => ({text: segment, width: clusterWidth(segment)}));
  if (text.length <= SHORT) remember(text, found);
  return found;
}

/** Spinners and bars print the same few characters again and again; segmenting is the dear part. */
const remembered = new Map<string, readonly Cluster[]>();
const SHORT = 16;

function remember(text: string, found: readonly Cluster[]): void {
  if (remembered.size >= 1000) remembered.clear();
  remembered.set(text, found);
}

/** It takes as long as a tenth of the start of the server, and most output does without. */
let segmenter: Intl.Segmenter | undefined;
const ASCII = /^[\x20-\x7e]*$/;
/** Latin, Greek, Cyrillic, punctuation, boxes, braille, CJK: blocks where every character stands for itself. */
const SIMPLE =
  /^[\x20-\x7e\xa1-\xa8\xaa-\xac\xaf-\u02ff\u0370-\u0482\u048a-\u058f\u2010-\u2027\u2030-\u203b\u20a0-\u20bf\u2190-\u2193\u2200-\u22ff\u2500-\u25a9\u2800-\u28ff\u3001-\u3029\u3041-\u3096\u30a0-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7a3\uff01-\uff60]*$/;
const JOINS = /^(?:\p{Mn}|\p{Me}|\p{Cf}|\p{Emoji_Modifier})/u;
/** Emoji by default, emoji by variation selector, and the East Asian wide blocks of Unicode's EastAsianWidth.txt. */
const WIDE =
  /^(?:\p{Emoji_Presentation}|.\ufe0f|[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\ua960-\ua97f\uac00-\ud7a3\uf900-\ufaff\ufe10-\ufe19\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6\u{16fe0}-\u{18aff}\u{1b000}-\u{1b2ff}\u{20000}-\u{3fffd}])/u;

function clusterWidth(segment: string): 0 | 1 | 2 {
  if (JOINS.test(segment) && segment.length <= 2) return 0;
  return WIDE.test(segment) ? 2 : 1;
}
