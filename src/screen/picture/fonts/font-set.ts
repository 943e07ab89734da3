import {readFile} from 'node:fs/promises';
import type {FaceMetrics} from './font-face.ts';
import {FontFace, type ShapedText} from './font-face.ts';
import {SystemFonts} from './system-fonts.ts';

export interface TextStyle {
  readonly bold: boolean;
  readonly italic: boolean;
}

/** A text in the style that was asked for, as far as there is a face for it. */
export interface StyledText extends ShapedText {
  /** It is to be made bold. */
  readonly lacksWeight?: boolean;
}

/** The font in the package, and behind it those of the machine. */
export class FontSet {
  readonly #system: SystemFonts;
  readonly #own = new Map<string, Promise<FontFace>>();

  constructor(system = new SystemFonts()) {
    this.#system = system;
  }

  /** In em: how wide every character is, and how much room it takes above and below the baseline. */
  async metrics(): Promise<FaceMetrics & {readonly advance: number}> {
    const face = await this.#ownFace({bold: false, italic: false});
    return {...face.metrics, advance: face.shape('M')?.advance ?? 0.6};
  }

  /** One grapheme. Undefined when no font here can draw it. */
  async shape(text: string, style: TextStyle): Promise<StyledText | undefined> {
    const codePoint = text.codePointAt(0) ?? 0;
    const isEmoji = looksLikeEmoji(text, codePoint);
    const own = isEmoji ? undefined : (await this.#ownFace(style)).shape(text);
    if (own) return own;
    for await (const face of this.#system.facesWith(codePoint, isEmoji)) {
      const shaped = face.shape(text);
      // Which weight a font of the machine has is not asked: nearly all are regular.
      if (shaped) return {...shaped, lacksWeight: style.bold};
    }
    const bare = withoutSelectors(text);
    return bare === text ? (await this.#ownFace(style)).shape(text) : this.shape(bare, style);
  }

  #ownFace({bold, italic}: TextStyle): Promise<FontFace> {
    const name = `${bold ? 'Bold' : ''}${italic ? 'Oblique' : ''}`;
    const face = this.#own.get(name) ?? readFile(ownFiles[name] ?? ownFiles['']).then(data => FontFace.open(data));
    this.#own.set(name, face);
    return face;
  }
}

/** DejaVu Sans Mono: box drawing, arrows, mathematics, dingbats and most alphabets in one face. */
const ownFiles: Readonly<Record<string, URL>> & {readonly '': URL} = {
  '': new URL('../../../../node_modules/dejavu-fonts-ttf/ttf/DejaVuSansMono.ttf', import.meta.url),
  Bold: new URL('../../../../node_modules/dejavu-fonts-ttf/ttf/DejaVuSansMono-Bold.ttf', import.meta.url),
  Oblique: new URL('../../../../node_modules/dejavu-fonts-ttf/ttf/DejaVuSansMono-Oblique.ttf', import.meta.url),
  BoldOblique: new URL('../../../../node_modules/dejavu-fonts-ttf/ttf/DejaVuSansMono-BoldOblique.ttf', import.meta.url),
};

/** Shown as a picture unless asked otherwise (https://unicode.org/reports/tr51/#Presentation_Style). */
function looksLikeEmoji(text: string, codePoint: number): boolean {
  if (text.includes('\ufe0e')) return false;
  return (
    text.includes('\ufe0f') || /^\p{Emoji_Presentation}/u.test(text) || (codePoint >= 0x1f1e6 && codePoint <= 0x1f1ff)
  );
}

/** Few fonts have glyphs for the selectors of a presentation. */
function withoutSelectors(text: string): string {
  return text.replaceAll(/[\ufe0e\ufe0f]/g, '');
}
