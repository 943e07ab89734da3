export interface ParsedSkill {
  readonly name: string;
  readonly description: string;
  /** Markdown below the front matter. */
  readonly text: string;
}

/**
 * A SKILL.md: `name` and `description` between two lines of `---`, each one line or an indented `>`/`|` block; then
 * Markdown. What is missing falls back to the folder's name and the first paragraph.
 */
export function parseSkill(source: string, folderName: string): ParsedSkill {
  const normal = source.replace(/^\ufeff/, '').replaceAll('\r\n', '\n');
  const match = /^---\n([\s\S]*?)\n---[ \t]*(?:\n|$)/.exec(normal);
  const fields = match ? readFields(match[1] ?? '') : new Map<string, string>();
  const text = normal.slice(match?.[0].length ?? 0).trim();
  const firstParagraph = text.split('\n\n').find(part => part !== '' && !part.startsWith('#')) ?? '';
  return {
    name: fields.get('name') || folderName,
    description: (fields.get('description') || firstParagraph).replace(/\s+/g, ' ').trim(),
    text: `${text}\n`,
  };
}

function readFields(header: string): Map<string, string> {
  const fields = new Map<string, string>();
  let current: string | undefined;
  for (const line of header.split('\n')) {
    const start = /^([A-Za-z_-]+):[ \t]*(.*)$/.exec(line);
    if (start) {
      current = start[1] ?? '';
      const value = (start[2] ?? '').trim();
      fields.set(current, /^[>|][+-]?$/.test(value) ? '' : unquote(value));
    } else if (current !== undefined && /^\s+\S/.test(line)) {
      fields.set(current, `${fields.get(current) ?? ''} ${line.trim()}`.trim());
    }
  }
  return fields;
}

function unquote(value: string): string {
  return /^(".*"|'.*')$/.test(value) ? value.slice(1, -1) : value;
}
