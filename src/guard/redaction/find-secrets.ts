/** Where secrets stand in a text, by their look and by their values. In linear time: every repetition is bounded, or begins at a word. */
import type {Span} from '../findings.ts';
import {knownShape} from './known-shapes.ts';
import {looksRandom} from './looks-random.ts';

/** In order, none over another. `values` are known to be secret. */
export function findSecrets(text: string, values: readonly string[]): readonly Span[] {
  const found: Span[] = [];
  for (const value of values)
    for (let at = text.indexOf(value); at !== -1; at = text.indexOf(value, at + value.length))
      found.push({start: at, end: at + value.length});
  for (const {needs, pattern, isOne} of forms) {
    if (needs && !needs.test(text)) continue;
    // `matchAll` makes the pattern anew for each text, which takes longer than looking for it.
    pattern.lastIndex = 0;
    for (let match = pattern.exec(text); match; match = pattern.exec(text)) {
      const [all, kept = '', secret = ''] = match;
      const start = match.index + kept.length;
      if (secret !== '' && (!isOne || isOne(secret))) found.push({start, end: match.index + all.length});
    }
  }
  return joined([...found, ...endsOfKeys(text)]);
}

/** Lines of a private key above its end, where its beginning is not in the text: it has gone out of a screen. */
function endsOfKeys(text: string): readonly Span[] {
  if (!text.includes('PRIVATE KEY')) return [];
  const found: Span[] = [];
  for (const {index} of text.matchAll(/-----END [A-Z0-9 ]{0,40}PRIVATE KEY/g)) {
    for (let end = index - 1, lines = 0; end > 0 && text[end] === '\n' && lines < MOST_KEY_LINES; lines++) {
      const start = text.lastIndexOf('\n', end - 1) + 1;
      const length = end - start > LONGEST_KEY_LINE ? 0 : text.slice(start, end).trimEnd().length;
      if (!/^[\w+/=]{4,}$/.test(text.slice(start, start + length))) break;
      found.push({start, end: start + length});
      end = start - 1;
    }
  }
  return found;
}

/** Of 16384 bits. */
const MOST_KEY_LINES = 200;
/** With blanks behind it, as a screen has them. */
const LONGEST_KEY_LINE = 500;

interface Form {
  /** A text in which this is nowhere has none: that is quicker to see. */
  readonly needs?: RegExp;
  /** What is kept stands in the first group, what is not in the second and last. It matches everywhere, and nothing that is empty. */
  readonly pattern: RegExp;
  readonly isOne?: (secret: string) => boolean;
}

/** What a name of an assignment, a header or an option ends with when its value is a secret. */
export const NAMES = String.raw`(?:PASSWORD|PASSWD|PASSPHRASE|SECRET|TOKEN|API_?KEY|ACCESS_?KEY|PRIVATE_?KEY|SECRET_?KEY|CREDENTIALS?)`;

const forms: readonly Form[] = [
  // Written words that begin like one (`sk-learn-style-names`) have no digits.
  {pattern: new RegExp(`(?<![A-Za-z0-9])()(${knownShape().source})`, 'g'), isOne: secret => /\d/.test(secret)},
  // RFC 7468, also with line ends that are escaped; to the end of the text when the end is not in it.
  {needs: /PRIVATE KEY/, pattern: /(-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----)((?:[^-]|-(?!----END))+)/g},
  {
    needs: /authorization|bearer/i,
    pattern:
      /((?:authorization["']?\s{0,3}[:=]\s{0,3}["']?(?:basic|bearer|token)|bearer)[ \t]{1,3})([\w~+/.=-]{16,4000})/gi,
  },
  // The user's password in an address.
  {needs: /:\/\//, pattern: /(:\/\/[^\s:@/"'<>]{1,64}:)([^\s@/"'<>]{3,128})(?=@)/g},
  // As a file of variables has it, and what lists an environment.
  {
    needs: new RegExp(NAMES),
    pattern: new RegExp(String.raw`(${NAMES}[A-Z0-9_]{0,20}=["']?)([^\s"'$${'`'}(){}<>*[\];,&|]{6,4000})`, 'g'),
  },
  // In whatever language: only what looks drawn, since most of it is code.
  {
    needs: new RegExp(NAMES.replaceAll('_?', '[-_]?'), 'i'),
    pattern: new RegExp(
      String.raw`(${NAMES.replaceAll('_?', '[-_]?')}["']?\s{0,3}(?:[:=]|=>|:=)\s{0,3}["']?)([\w+/.=~-]{16,4000})`,
      'gi',
    ),
    isOne: looksRandom,
  },
];

function joined(found: readonly Span[]): readonly Span[] {
  if (found.length < 2) return found;
  const ordered = found.toSorted((one, other) => one.start - other.start);
  const result: Span[] = [];
  for (const span of ordered) {
    const last = result.at(-1);
    if (last && span.start < last.end)
      result[result.length - 1] = {start: last.start, end: Math.max(last.end, span.end)};
    else result.push(span);
  }
  return result;
}
