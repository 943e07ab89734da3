import {judgePath} from '../../judge/judge-path.ts';
import type {Invocation} from '../../judge/scope.ts';
import {mayBeAnyName, textOf} from '../../shell/argument.ts';
import {findRow} from '../find-row.ts';
import {judgeRow} from '../judge-row.ts';

/** Programs that change files, except where the first word asks only what is in them. */
export function judgeListing(call: Invocation): void {
  const [first, ...others] = call.args;
  const below = findRow(`${call.name} ${textOf(first) ?? ''}`);
  if (below) {
    judgeRow(below, call, others);
    return;
  }
  const tells = LISTINGS.get(call.name);
  if (tells === PACKED && printsUnpacked(call)) {
    for (const word of call.args) if (!word.prefix.startsWith('-')) judgePath(word, 'read', call);
    return;
  }
  const rest = others.filter(word => !(tells?.options.test(textOf(word) ?? '') ?? false));
  const isKnown = rest.every(({values}) => values?.every(each => !/^[-@]/.test(each.text) && !mayBeAnyName(each)));
  if (tells?.first.test(textOf(first) ?? '') && (rest.length > 0 || tells.readsInput) && isKnown) {
    for (const word of rest) judgePath(word, 'read', call);
    return;
  }
  // What comes through a pipe is packed, and goes on through the next.
  if (tells === PACKED && call.input.type !== 'terminal' && call.args.every(word => LEVEL.test(textOf(word) ?? 'x')))
    return;
  const row = findRow(call.name);
  if (row) judgeRow(row, call);
}

/** `gzip --decompress --stdout file`: what was packed is printed, whatever else is said of how. */
function printsUnpacked({args}: Invocation): boolean {
  const options = args.filter(word => word.prefix.startsWith('-')).map(word => textOf(word) ?? '');
  const isKnown = args.every(({values}) => values?.every(({text, glob}) => !(glob && /^[-*?[]/.test(text))));
  return isKnown && options.some(text => PRINTS.test(text)) && options.every(text => PRINTING.test(text));
}

const PRINTS = /^(?:--stdout|--to-stdout|-[dfkqvT0-9]*c[dfkqvT0-9]*)$/;
const PRINTING =
  /^(?:-[cdfkqvT0-9]+|--(?:stdout|to-stdout|decompress|uncompress|keep|force|quiet|verbose|best|fast|no-name|threads=\d+))$/;

/** How well, how fast and whether to pack or to unpack; no file. */
const LEVEL = /^(?:-[0-9cdqvfe]+|-T\d+|--(?:best|fast|stdout|decompress|quiet)|-)$/;

interface Listing {
  readonly first: RegExp;
  /** Options that may stand behind it. */
  readonly options: RegExp;
  /** Without a file it is what comes by the input. */
  readonly readsInput?: boolean;
}

const NONE = /(?!)/;
/** With `-c` what was packed is printed, and stays. */
const PACKED: Listing = {
  first: /^(?:-l[vq]*|-v?l|-t|--list|--test|-[dfkqvT0-9]*c[dfkqv0-9]*|--stdout|--to-stdout)$/,
  options: NONE,
  readsInput: true,
};

const LISTINGS: ReadonlyMap<string, Listing> = new Map([
  ['unzip', {first: /^-(?:l[vq]*|v|t|Z1?|p|c)$/, options: NONE}],
  ['ar', {first: /^-?t[vO]*$/, options: NONE}],
  ['7z', {first: /^[lt]$/, options: /^-(?:slt|ba)$/}],
  ['7za', {first: /^[lt]$/, options: /^-(?:slt|ba)$/}],
  ['unrar', {first: /^(?:lt?a?|lb|vt?a?|vb|t)$/, options: NONE}],
  ['jar', {first: /^(?:tv?f|-tv?f|--list)$/, options: NONE}],
  [
    'openssl',
    {first: /^(?:dgst|md5|sha\d+)$/, options: /^-(?:md5|sha\d+(?:-\d+)?|blake2\w+|sha3-\d+|r|c|hex|binary)$/},
  ],
  ...'gzip gunzip bzip2 bunzip2 xz unxz zstd unzstd lz4 lzma unlzma brotli pigz unpigz pbzip2 lzip'
    .split(' ')
    .map((name): [string, Listing] => [name, PACKED]),
]);

export const listed: readonly string[] = [...LISTINGS.keys()];
