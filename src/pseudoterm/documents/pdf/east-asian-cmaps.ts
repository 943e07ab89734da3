/**
 * The predefined CMaps of PDF (ISO 32000-2, 9.7.5.2), which older East Asian files use instead of a map of their own. What is
 * wanted here is text, never glyphs, so the collections of Adobe are not needed: each CMap is made on the spot to give the Unicode
 * value itself as its CID, and the way from CID to Unicode (`Adobe-GB1-UCS2` and its kin) is the identity. Widths then are
 * those of other characters, which only gaps between words feel.
 */
export function makeCmap(name: string): string | undefined {
  const mode = name.endsWith('V') ? '/WMode 1 def\n' : '';
  if (/^Adobe-\w+-UCS2$/.test(name)) return `${head}${wide}1 beginbfrange\n<0000> <ffff> <0000>\nendbfrange\n${tail}`;
  if (/-(UCS2|UTF16)-/.test(name)) return `${head}${mode}${wide}1 begincidrange\n<0000> <ffff> 0\nendcidrange\n${tail}`;
  const set = characterSets.find(({names}) => names.test(name));
  if (!set) return undefined;
  const entries = cidEntries(set);
  const groups = Array.from({length: Math.ceil(entries.length / groupSize)}, (_, at) =>
    entries.slice(at * groupSize, (at + 1) * groupSize),
  );
  const lists = groups.map(group => `${group.length} begincidchar\n${group.join('\n')}\nendcidchar\n`);
  return `${head}${mode}${set.spaces}${lists.join('')}${tail}`;
}

const head = '/CIDInit /ProcSet findresource begin\n12 dict begin\nbegincmap\n';
const tail = 'endcmap\nend\nend\n';
const wide = '1 begincodespacerange\n<0000> <ffff>\nendcodespacerange\n';

/** As many as one list may have. */
const groupSize = 100;

interface CharacterSet {
  readonly names: RegExp;
  readonly encoding: string;
  readonly spaces: string;
}

const gbSpaces = '2 begincodespacerange\n<00> <80>\n<8140> <fefe>\nendcodespacerange\n';

/** By the names that the standard lists; CNS-EUC and Johab have no decoder here. */
const characterSets: readonly CharacterSet[] = [
  {names: /^GB(K|Kp|K2K|pc)?(-EUC)?-[HV]$/, encoding: 'gb18030', spaces: gbSpaces},
  {names: /^(B5pc|HK\w+-B5|ETen(ms)?-B5)-[HV]$/, encoding: 'big5', spaces: gbSpaces},
  {names: /^KSC(ms-UHC|pc-EUC|-EUC)(-HW)?-[HV]$/, encoding: 'euc-kr', spaces: gbSpaces},
  {
    names: /^(\w+-)?RKSJ-[HV]$/,
    encoding: 'shift_jis',
    spaces: '4 begincodespacerange\n<00> <80>\n<8140> <9ffc>\n<a0> <df>\n<e040> <fcfc>\nendcodespacerange\n',
  },
  {
    names: /^EUC-[HV]$/,
    encoding: 'euc-jp',
    spaces: '2 begincodespacerange\n<00> <80>\n<a1a1> <fefe>\nendcodespacerange\n',
  },
];

/** Every character of one and two bytes that the encoding has. */
function cidEntries({encoding, spaces}: CharacterSet): string[] {
  const decoder = new TextDecoder(encoding);
  const entries: string[] = [];
  const add = (...bytes: number[]): void => {
    const text = decoder.decode(Uint8Array.from(bytes));
    if (text.length === 1 && text !== '\ufffd')
      entries.push(`<${Buffer.from(bytes).toString('hex')}> ${text.charCodeAt(0)}`);
  };
  for (let byte = 0x20; byte < 0x7f; byte++) add(byte);
  if (spaces.includes('<a0> <df>')) for (let byte = 0xa1; byte <= 0xdf; byte++) add(byte);
  for (let lead = 0x81; lead <= 0xfe; lead++) for (let trail = 0x40; trail <= 0xfe; trail++) add(lead, trail);
  return entries;
}
