import {NAMES} from './find-secrets.ts';
import {beginningOfShape} from './known-shapes.ts';

/**
 * Where the end of a text may be the beginning of a secret that more text would make one; the text's length where it cannot. What is ordinary and only
 * stands at the end is not held for one.
 */
export function beginningAt(text: string, values: readonly string[]): number {
  const end = text.slice(-LONGEST);
  const before = text.length - end.length;
  const found = BEGINNINGS.flatMap(pattern => {
    const match = pattern.exec(end);
    return match ? [before + match.index + (match[1]?.length ?? 0)] : [];
  });
  return Math.min(text.length, ...found, ...values.map(value => beginningOfValue(text, value)));
}

/** No beginning is longer. */
const LONGEST = 400;
/** Fewer characters of a value give nothing away, and are the end of much else. */
const LEAST_OF_VALUE = 4;

function beginningOfValue(text: string, value: string): number {
  for (let length = Math.min(value.length - 1, text.length); length >= LEAST_OF_VALUE; length--)
    if (text.endsWith(value.slice(0, length))) return text.length - length;
  return text.length;
}

const anyName = NAMES.replaceAll('_?', '[-_]?');

/** As the forms of `findSecrets`, with less of the secret. What stays stands in the first group. */
const BEGINNINGS: readonly RegExp[] = [
  new RegExp(`()${beginningOfShape.source}`),
  // A line of a key, as far as its mask does not say yet how long it is.
  /(-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----[\w+/=\s\\]{0,300}(?<=[\s\\n-]))[\w+/=]{0,9}$/,
  /((?:authorization["']?\s{0,3}[:=]\s{0,3}["']?(?:basic|bearer|token)|bearer)[ \t]{1,3})[\w~+/.=-]{0,15}$/i,
  // A port is none.
  /(:\/\/[^\s:@/"'<>]{1,64}:)(?!\d{0,5}$)[^\s@/"'<>]{1,128}$/,
  new RegExp(String.raw`(${NAMES}[A-Z0-9_]{0,20}=["']?)[^\s"'$${'`'}(){}<>*[\];,&|]{1,9}$`),
  new RegExp(String.raw`(${anyName}["']?\s{0,3}(?:[:=]|=>|:=)\s{0,3}["']?)[\w+/.=~-]{1,64}$`, 'i'),
];
