import type {GitSetting} from './folder-look.ts';

/**
 * Reads the text of a configuration file of git, character by character as git does: git-config(1), “Syntax”. What is no setting there, and
 * stops git, is left out.
 */
export function readGitConfig(text: string): readonly GitSetting[] {
  const reader = new ConfigReader(text.replaceAll('\r\n', '\n').replace(/^\ufeff/, ''));
  reader.read();
  return reader.settings;
}

class ConfigReader {
  readonly settings: GitSetting[] = [];
  readonly #text: string;
  #at = 0;
  #section = '';

  constructor(text: string) {
    this.#text = text;
  }

  read(): void {
    while (this.#at < this.#text.length) {
      const character = this.#text.charAt(this.#at);
      if (/\s/.test(character)) this.#at++;
      else if (/[#;]/.test(character)) this.#skipLine();
      else if (character === '[') this.#header();
      else if (/[A-Za-z]/.test(character)) this.#setting();
      else this.#skipLine();
    }
  }

  /** Behind it more may stand on the same line. */
  #header(): void {
    const found = this.#match(/\[\s*([\w.-]+)(?:\s+"((?:[^"\\\n]|\\[^\n])*)")?\s*\]/y);
    if (!found) {
      this.#skipLine();
      return;
    }
    const [, name = '', sub] = found;
    this.#section = sub === undefined ? name.toLowerCase() : `${name.toLowerCase()}.${sub.replaceAll(/\\(.)/gs, '$1')}`;
  }

  #setting(): void {
    const [, key = ''] = this.#match(/([A-Za-z][\w-]*)[ \t]*/y) ?? [];
    const next = this.#text.charAt(this.#at);
    // Without a value it is switched on.
    const isSwitch = next === '' || /[\n#;]/.test(next);
    if (!isSwitch && next !== '=') {
      this.#skipLine();
      return;
    }
    if (!isSwitch) this.#at++;
    const value = isSwitch ? 'true' : this.#value();
    if (this.#section !== '') this.settings.push({name: `${this.#section}.${key.toLowerCase()}`, value});
  }

  /** To the end of the line; outside of quotes a comment ends it, and goes on on no other line. */
  #value(): string {
    let value = '';
    let isQuoted = false;
    while (this.#at < this.#text.length) {
      const character = this.#text.charAt(this.#at++);
      if (character === '\n') break;
      if (character === '\\') {
        const escaped = this.#text.charAt(this.#at++);
        if (escaped !== '\n') value += ESCAPES[escaped] ?? escaped;
      } else if (character === '"') isQuoted = !isQuoted;
      else if (!isQuoted && /[#;]/.test(character)) {
        this.#skipLine();
        break;
      } else value += character;
    }
    return value.trim();
  }

  #match(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#text);
    if (found) this.#at = pattern.lastIndex;
    return found;
  }

  #skipLine(): void {
    const end = this.#text.indexOf('\n', this.#at);
    this.#at = end < 0 ? this.#text.length : end + 1;
  }
}

const ESCAPES: Readonly<Record<string, string>> = {n: '\n', t: '\t', b: '\b'};
