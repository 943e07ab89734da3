/**
 * Whether a word was drawn rather than written: keys and tokens without a known shape. Written ones, be they long, keep to
 * one kind of character for a while; drawn ones change it with every second or third.
 */
export function looksRandom(word: string): boolean {
  return word
    .split('.')
    .flatMap(part => (share(part, /[^A-Za-z0-9]/g) > MOST_JOINTS ? part.split(/[^A-Za-z0-9]+/) : [part]))
    .some(part => isDrawn(part.replace(/=+$/, '')));
}

/** Colours, times and addresses have up to 16 digits; digests and keys begin at 128 bits. */
const LONGEST_HEX_NUMBER = 32;
const SHORTEST_OF_TWO_CASES = 20;
const SHORTEST_OF_ONE_CASE = 24;
/** Share of dashes, slashes and the like. Words joined by them have more; drawn from 64 characters there are 0.03. */
const MOST_JOINTS = 0.1;
/** In bits for each character; 20 drawn from 62 have about 4. */
const LEAST_ENTROPY = 3.2;

function isDrawn(word: string): boolean {
  if (/^[0-9a-f]+$/i.test(word)) return word.length >= LONGEST_HEX_NUMBER && /\d/.test(word) && /[a-f]/i.test(word);
  const digitGroups = word.match(/\d+/g)?.length ?? 0;
  if (entropy(word) < LEAST_ENTROPY) return false;
  if (!/[A-Z]/.test(word) || !/[a-z]/.test(word))
    return word.length >= SHORTEST_OF_ONE_CASE && digitGroups >= 3 && changes(word) >= 0.15;
  const capitals = share(word, /[A-Z]/g);
  const isEven = capitals > 0.25 && capitals < 0.75;
  return word.length >= SHORTEST_OF_TWO_CASES && (digitGroups >= 2 || isEven) && changes(word) >= 0.3;
}

function share(word: string, characters: RegExp): number {
  return (word.match(characters)?.length ?? 0) / word.length;
}

/** Share of neighbours of different kinds: 0.6 where drawn from 62 characters, 0.4 from 36. */
function changes(word: string): number {
  let count = 0;
  for (let i = 1; i < word.length; i++) if (kind(word.charCodeAt(i)) !== kind(word.charCodeAt(i - 1))) count += 1;
  return count / (word.length - 1);
}

type Kind = 'digit' | 'upper' | 'lower' | 'other';

function kind(code: number): Kind {
  if (code >= 0x30 && code <= 0x39) return 'digit';
  if (code >= 0x41 && code <= 0x5a) return 'upper';
  return code >= 0x61 && code <= 0x7a ? 'lower' : 'other';
}

/** Shannon's, of the characters it is made of. */
function entropy(word: string): number {
  const counts = new Map<string, number>();
  for (const character of word) counts.set(character, (counts.get(character) ?? 0) + 1);
  let bits = 0;
  for (const count of counts.values()) bits -= (count / word.length) * Math.log2(count / word.length);
  return bits;
}
