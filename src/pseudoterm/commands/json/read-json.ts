import type {FileAccess, JsonValue} from '../../command.ts';
import {PseudoError} from '../../pseudo-error.ts';
import {readText} from '../read-text.ts';

interface Source {
  readonly path: string | undefined;
  readonly stdin: string | null;
  readonly files: FileAccess;
}

/** Throws `CommandFailed` with line and column when the text is not JSON. */
export async function readJson(source: Source): Promise<{readonly value: JsonValue; readonly text: string}> {
  const {text} = await readText(source);
  return {value: parseJson(text, source.path ?? 'stdin'), text};
}

function parseJson(text: string, name: string): JsonValue {
  checkDepth(text, name);
  try {
    const value: JsonValue = JSON.parse(text);
    return value;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const offset = /position (\d+)/.exec(reason)?.[1] ?? (/end of JSON/.test(reason) ? text.length : undefined);
    const place = offset === undefined ? null : placeOf(text, Number(offset));
    const where = place ? ` at line ${place.line}, column ${place.column}` : '';
    const what = reason.replace(/ \(line .*\)$/, '').replace(/ (in JSON )?at position \d+/, '');
    throw new PseudoError('CommandFailed', `${name} is not JSON${where}: ${what}`, place && {valid: false, ...place});
  }
}

/** Deep nesting would end in a stack overflow here or in whatever walks the value. */
function checkDepth(text: string, name: string): void {
  let depth = 0;
  let isInString = false;
  for (let i = 0; i < text.length; i++) {
    const char = text.charCodeAt(i);
    if (isInString) {
      if (char === 0x5c) i++;
      else if (char === 0x22) isInString = false;
    } else if (char === 0x22) isInString = true;
    else if (char === 0x5b || char === 0x7b) depth++;
    else if (char === 0x5d || char === 0x7d) depth--;
    if (depth > 1_000) throw new PseudoError('LimitExceeded', `${name} is nested deeper than 1000 levels.`);
  }
}

function placeOf(text: string, offset: number): {readonly line: number; readonly column: number} {
  const before = text.slice(0, offset);
  return {line: before.split('\n').length, column: offset - (before.lastIndexOf('\n') + 1) + 1};
}
