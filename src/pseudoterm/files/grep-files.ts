import type {FileAccess, FileFacts} from '../command.ts';
import {decodeText} from '../decode-text.ts';
import {isPseudoError} from '../pseudo-error.ts';
import type {FileOperation, FileReply, GrepMatch} from './file-operations.ts';
import {compileGlob} from './glob-pattern.ts';
import {compileLinePattern, type LinePattern} from './line-pattern.ts';
import {walkFiles} from './walk-files.ts';

type GrepOperation = Extract<FileOperation, {type: 'grep'}>;

/** Larger files are passed over. */
const MOST_BYTES = 16 * 1024 * 1024;
/** Longer lines are shown cut. */
const LONGEST_LINE = 500;

/** Lines that match, file by file. Binary files, and what cannot be read, are passed over. */
export async function grepFiles(operation: GrepOperation, files: FileAccess, signal: AbortSignal): Promise<FileReply> {
  const pattern = compileLinePattern(operation.pattern);
  const matches: GrepMatch[] = [];
  let filesSearched = 0;
  let found = 0;
  for await (const {path} of candidates(operation, files, signal)) {
    signal.throwIfAborted();
    const text = await textOf(files, path);
    if (text === undefined) continue;
    filesSearched++;
    const inFile = matchLines(text, pattern, operation.contextLines, operation.limit - found);
    matches.push(...inFile.lines.map(line => ({...line, path})));
    found += inFile.found;
    if (inFile.isCut) return {type: 'grepped', matches, filesSearched, truncated: true};
  }
  return {type: 'grepped', matches, filesSearched, truncated: false};
}

async function* candidates(operation: GrepOperation, files: FileAccess, signal: AbortSignal): AsyncIterable<FileFacts> {
  const start = await files.stat(operation.path);
  if (start?.kind === 'file') return yield start;
  const glob =
    operation.glob === null
      ? undefined
      : compileGlob(operation.glob.includes('/') ? operation.glob : `**/${operation.glob}`);
  for await (const entry of walkFiles(files, operation.path, {showIgnored: operation.showIgnored, signal})) {
    if (entry.kind !== 'file' || entry.sizeBytes > MOST_BYTES) continue;
    if (!glob || glob.matches(entry.path)) yield entry;
  }
}

async function textOf(files: FileAccess, path: string): Promise<string | undefined> {
  try {
    const bytes = await files.read(path, {maxBytes: MOST_BYTES});
    return decodeText(bytes).text;
  } catch (error) {
    if (isPseudoError(error)) return undefined;
    throw error;
  }
}

interface FoundLines {
  readonly lines: readonly Omit<GrepMatch, 'path'>[];
  readonly found: number;
  readonly isCut: boolean;
}

function matchLines(text: string, pattern: LinePattern, context: number, most: number): FoundLines {
  const all = text.split(/\r?\n/);
  if (all.at(-1) === '') all.pop();
  const hits: number[] = [];
  for (const [i, line] of all.entries()) {
    if (!pattern.test(line)) continue;
    if (hits.length >= most) return {lines: withContext(all, hits, context), found: hits.length, isCut: true};
    hits.push(i);
  }
  return {lines: withContext(all, hits, context), found: hits.length, isCut: false};
}

function withContext(all: readonly string[], hits: readonly number[], context: number): FoundLines['lines'] {
  const isHit = new Set(hits);
  const shown = new Set<number>();
  for (const hit of hits)
    for (let i = Math.max(0, hit - context); i <= Math.min(all.length - 1, hit + context); i++) shown.add(i);
  return [...shown].map(i => ({line: i + 1, text: cut(all[i] ?? ''), isContext: !isHit.has(i)}));
}

function cut(line: string): string {
  return line.length > LONGEST_LINE ? `${line.slice(0, LONGEST_LINE)}… (${line.length} characters)` : line;
}
