import type {GitSetting} from './folder-look.ts';

/** Reads the text of a configuration file of git: git-config(1), “Syntax”. What is no setting there is left out. */
export function readGitConfig(text: string): readonly GitSetting[] {
  const settings: GitSetting[] = [];
  let section = '';
  for (const line of text.replaceAll(/\\\r?\n/g, '').split(/\r?\n/)) {
    const header = /^\s*\[\s*([\w.-]+)(?:\s+"((?:[^"\\]|\\.)*)")?\s*\]/.exec(line);
    if (header) {
      const [, name = '', sub] = header;
      section = sub === undefined ? name.toLowerCase() : `${name.toLowerCase()}.${sub.replaceAll(/\\(.)/g, '$1')}`;
    }
    const rest = header ? line.slice(header[0].length) : line;
    const setting = /^\s*([A-Za-z][\w-]*)\s*(?:=(.*))?$/.exec(rest);
    if (setting && section !== '')
      settings.push({name: `${section}.${setting[1]?.toLowerCase()}`, value: readValue(setting[2])});
  }
  return settings;
}

/** Without a value it is switched on. Outside of quotes a comment ends it. */
function readValue(written: string | undefined): string {
  if (written === undefined) return 'true';
  let value = '';
  let isQuoted = false;
  for (let at = 0; at < written.length; at++) {
    const character = written[at] ?? '';
    if (character === '\\') {
      const next = written[++at] ?? '';
      value += ESCAPES[next] ?? next;
    } else if (character === '"') isQuoted = !isQuoted;
    else if (!isQuoted && /[#;]/.test(character)) break;
    else value += character;
  }
  return value.trim();
}

const ESCAPES: Readonly<Record<string, string>> = {n: '\n', t: '\t', b: '\b'};
