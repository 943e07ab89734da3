/** One user-perceived character and the columns it takes. */
export interface Cluster {
  readonly text: string;
  /** 0 joins the cell before it. */
  readonly width: 0 | 1 | 2;
}

/** Splits text without control characters into what stands in cells. */
export function clusters(text: string): Cluster[] {
  if (ASCII.test(text)) return Array.from(text, character => ({text: character, width: 1}));
  if ((text.codePointAt(0) ?? 0) > 0xffff ? text.length === 2 : text.length === 1)
    return [{text, width: clusterWidth(text)}];
  return Array.from(segmenter.segment(text), ({segment}) => ({text: segment, width: clusterWidth(segment)}));
}

const segmenter = new Intl.Segmenter('en', {granularity: 'grapheme'});
const ASCII = /^[\x20-\x7e]*$/;
const JOINS = /^(?:\p{Mn}|\p{Me}|\p{Cf}|\p{Emoji_Modifier})/u;
/** Emoji by default, emoji by variation selector, and the East Asian wide blocks of Unicode's EastAsianWidth.txt. */
const WIDE =
  /^(?:\p{Emoji_Presentation}|.\ufe0f|[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\ua960-\ua97f\uac00-\ud7a3\uf900-\ufaff\ufe10-\ufe19\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6\u{16fe0}-\u{18aff}\u{1b000}-\u{1b2ff}\u{20000}-\u{3fffd}])/u;

function clusterWidth(segment: string): 0 | 1 | 2 {
  if (JOINS.test(segment) && segment.length <= 2) return 0;
  return WIDE.test(segment) ? 2 : 1;
}
