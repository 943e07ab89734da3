import type {FileAccess, JsonValue} from '../../command.ts';
import {PseudoError} from '../../pseudo-error.ts';
import {readText} from '../read-text.ts';
import {findJsonMistake} from './find-json-mistake.ts';
import {parseExactly} from './raw-number.ts';

interface Source {
  readonly path: string | undefined;
  readonly stdin: string | null;
  readonly files: FileAccess;
  /** Numbers keep the digits they were written with; see {@link parseExactly}. */
  readonly isExact?: boolean;
}

/** Throws `CommandFailed` with line and column when the text is not JSON. */
export async function readJson(source: Source): Promise<{readonly value: JsonValue; readonly text: string}> {
  const {text} = await readText(source);
  return {value: parseJson(text, source.path ?? 'stdin', source.isExact ?? false), text};
}

function parseJson(text: string, name: string, isExact: boolean): JsonValue {
  checkDepth(text, name);
  try {
    return isExact ? parseExactly(text) : JSON.parse(text);
  } catch (error) {
    const mistake = findJsonMistake(text);
    if (!mistake) throw new PseudoError('CommandFailed', `${name} is not JSON: ${String(error)}`, {valid: false});
    const {line, column} = placeOf(text, mistake.offset);
    const found = text.slice(mistake.offset, mistake.offset + 20).split('\n')[0];
    const what = `expected ${mistake.expected}, found ${found ? JSON.stringify(found) : 'the end'}`;
    const message = `${name} is not JSON at line ${line}, column ${column}: ${what}.`;
    throw new PseudoError('CommandFailed', message, {valid: false, line, column});
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
