/** Fonts of the machine, for characters that the font in the package has not: CJK, emoji, symbols. */
import {readdir, readFile} from 'node:fs/promises';
import {homedir} from 'node:os';
import {basename, join} from 'node:path';
import {FontFace} from './font-face.ts';
import {type FaceFacts, readFaces} from './font-files.ts';

export interface SystemFontOptions {
  /** Folders with font files, searched with all that is in them. Default: where the system has them. */
  readonly folders?: readonly string[];
}

/** Looks for characters in font files, the likeliest first. Files are read when a character needs them. */
export class SystemFonts {
  readonly #folders: readonly string[];
  #files: Promise<readonly string[]> | undefined;
  /** Of the files looked into so far, in their order. */
  readonly #facts = new Map<string, Promise<readonly FaceFacts[]>>();
  readonly #faces = new Map<string, Promise<FontFace>>();

  constructor({folders}: SystemFontOptions = {}) {
    this.#folders = folders ?? systemFolders();
  }

  /** Faces that have the character; a colour emoji font comes first for an emoji, and last for all else. */
  async *facesWith(codePoint: number, isEmoji: boolean): AsyncGenerator<FontFace> {
    this.#files ??= listFonts(this.#folders);
    const files = await this.#files;
    const rank = (file: string): number => rankOf(basename(file), isEmoji);
    for (const file of files.toSorted((a, b) => rank(a) - rank(b))) {
      for (const facts of await this.#factsOf(file)) {
        if (facts.characters.has(codePoint)) yield await this.#open(facts);
      }
    }
  }

  #factsOf(file: string): Promise<readonly FaceFacts[]> {
    const facts = this.#facts.get(file) ?? readFaces(file);
    this.#facts.set(file, facts);
    return facts;
  }

  #open({file, index}: FaceFacts): Promise<FontFace> {
    const key = `${index}:${file}`;
    const face = this.#faces.get(key) ?? readFile(file).then(data => FontFace.open(data, index));
    this.#faces.set(key, face);
    return face;
  }
}

/** Smaller is likelier to look right beside the text. */
function rankOf(name: string, isEmoji: boolean): number {
  if (/emoji/i.test(name)) return isEmoji ? 0 : 9;
  if (/mono/i.test(name) && /cjk|han|wqy/i.test(name)) return 1;
  if (/cjk|wqy|pingfang|hiragino|sourcehan|droidsansfallback|applesdgothic|gothic/i.test(name)) return 2;
  if (/mono|menlo|consol|courier/i.test(name)) return 3;
  if (/symbol|nerd|powerline|dejavu|noto/i.test(name)) return 4;
  if (/unifont/i.test(name)) return 8;
  return 5;
}

function systemFolders(): readonly string[] {
  const home = homedir();
  if (process.platform === 'darwin') return ['/System/Library/Fonts', '/Library/Fonts', join(home, 'Library/Fonts')];
  const data = process.env['XDG_DATA_HOME'] || join(home, '.local/share');
  return ['/usr/share/fonts', '/usr/local/share/fonts', join(data, 'fonts'), join(home, '.fonts')];
}

async function listFonts(folders: readonly string[]): Promise<readonly string[]> {
  const lists = await Promise.all(
    folders.map(folder => readdir(folder, {recursive: true, withFileTypes: true}).catch(() => [])),
  );
  return lists
    .flat()
    .filter(entry => !entry.isDirectory() && /\.(ttf|otf|ttc|otc)$/i.test(entry.name))
    .map(entry => join(entry.parentPath, entry.name))
    .toSorted();
}
