/**
 * Where a character without a glyph of its own belongs: between emoji, between letters that join or stack, behind ideographs
 * that have variants. After UTS #51 (emoji), RFC 5892 A.1 and A.2 (joiners), UAX #37 (ideographic variants) and the chapters of
 * the Unicode core specification on these scripts. A second one in a row belongs nowhere, because it then stands behind the first.
 */

/** So many UTF-16 units on either side of a character decide about it. */
export const JUDGED_UNITS = 16;

/** How many units from `at` on belong where they stand; 0 when the invisible character there does not. */
export function legitimateLength(text: string, at: number): number {
  // Made when first needed: the Unicode properties in it take longer to look up than a client has to start.
  legitimate ??= new RegExp(PLACES.join('|'), 'vy');
  legitimate.lastIndex = at;
  return legitimate.exec(text)?.[0].length ?? 0;
}

let legitimate: RegExp | undefined;

/** A letter or a mark that is seen. */
const WRITTEN = String.raw`[[\p{L}\p{M}]--\p{Default_Ignorable_Code_Point}]`;
/** Arabic, Mongolian and others whose letters join: ZWNJ parts them, ZWJ asks for the joined form. */
const JOINING = String.raw`[[\p{scx=Arab}\p{scx=Syrc}\p{scx=Mand}\p{scx=Mong}\p{scx=Nkoo}\p{scx=Phag}\p{scx=Mani}\p{scx=Rohg}\p{scx=Adlm}\p{scx=Sogd}]&&${WRITTEN}]`;
/** Scripts of India and South-East Asia: behind a virama, or a letter, joiners choose between conjunct and separate forms. */
const STACKING = String.raw`[[\p{scx=Deva}\p{scx=Beng}\p{scx=Guru}\p{scx=Gujr}\p{scx=Orya}\p{scx=Taml}\p{scx=Telu}\p{scx=Knda}\p{scx=Mlym}\p{scx=Sinh}\p{scx=Tibt}\p{scx=Mymr}\p{scx=Khmr}\p{scx=Bali}\p{scx=Java}\p{scx=Sund}\p{scx=Gran}\p{scx=Newa}\p{scx=Tirh}\p{scx=Kthi}\p{scx=Shrd}\p{scx=Modi}\p{scx=Takr}\p{scx=Brah}\p{scx=Cakm}\p{scx=Limb}\p{scx=Mtei}\p{scx=Saur}\p{scx=Cham}\p{scx=Lana}]&&${WRITTEN}]`;
/** Scripts written without spaces: U+200B says where a word ends. */
const UNSPACED = String.raw`[[\p{scx=Thai}\p{scx=Laoo}\p{scx=Khmr}\p{scx=Mymr}\p{scx=Lana}\p{scx=Talu}\p{scx=Tale}\p{scx=Tavt}]--\p{Default_Ignorable_Code_Point}]`;
/** Quotes and full-width punctuation with two standardized placements in their square. */
const PLACED = `[‘’“”、。！，．：；？]`;
const SUBDIVISIONS = [
  String.raw`\u{e0065}\u{e006e}\u{e0067}`,
  String.raw`\u{e0073}\u{e0063}\u{e0074}`,
  String.raw`\u{e0077}\u{e006c}\u{e0073}`,
].join('|');

const PLACES: readonly string[] = [
  // Text or emoji presentation of a symbol, and keycaps.
  String.raw`(?<=[\p{Extended_Pictographic}\p{So}\p{Sm}])[\ufe0e\ufe0f]`,
  String.raw`(?<=[0-9#*])\ufe0f(?=\u20e3)`,
  // Several emoji that are one: families, professions, flags.
  String.raw`(?<=\p{Extended_Pictographic}\p{Emoji_Modifier}?\ufe0f?)\u200d(?=\p{Extended_Pictographic})`,
  // England, Scotland and Wales, the only subdivisions with a flag that Unicode recommends for interchange.
  String.raw`(?<=\u{1f3f4})\u{e0067}\u{e0062}(?:${SUBDIVISIONS})\u{e007f}`,
  // Standardized variants, and variants of ideographs.
  String.raw`(?<=[\p{Sm}0]|${PLACED}|\p{sc=Hani}|[\p{sc=Mymr}\p{sc=Phag}\p{sc=Mani}\p{sc=Egyp}])\ufe00`,
  String.raw`(?<=${PLACED}|[\p{sc=Hani}\p{sc=Egyp}])\ufe01`,
  String.raw`(?<=[\p{sc=Hani}\p{sc=Egyp}])\ufe02`,
  String.raw`(?<=\p{sc=Hani})[\u{e0100}-\u{e01ef}]`,
  // Joiners.
  String.raw`(?<=${JOINING}|[\p{sc=Mong}&&\p{L}][\u180b-\u180d\u180f]|${STACKING})[\u200c\u200d]`,
  String.raw`\u200d(?=${JOINING})`,
  String.raw`(?<=${UNSPACED})\u200b`,
  // Mongolian letter forms, and the vowel that stands apart.
  String.raw`(?<=[\p{sc=Mong}&&\p{L}])[\u180b-\u180d\u180f]`,
  String.raw`(?<=[\p{sc=Mong}&&\p{L}][\u180b-\u180d\u180f]?)\u180e(?=[\p{sc=Mong}&&\p{L}])`,
  // A joiner that keeps the order of marks, and the empty places of a Korean syllable.
  String.raw`(?<=${WRITTEN})\u034f(?=[\p{M}--\p{Default_Ignorable_Code_Point}])`,
  String.raw`\u115f(?=[\u1161-\u11a7\ud7b0-\ud7c6])`,
  String.raw`(?<=[\u1100-\u115e\ua960-\ua97c])\u1160`,
];
