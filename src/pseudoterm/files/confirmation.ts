import type {FileAccess} from '../command.ts';
import {needsConfirmation} from './needs-confirmation.ts';

/** A file that is to be written, or (null) a folder that is to be made. */
export interface Change {
  readonly path: string;
  readonly content: Uint8Array | null;
}

/** What must be asked before changes are made. */
export interface Question {
  /** Each change that needs the caller's word, as the end of a sentence: "replaces a.md (3 bytes) with 4 bytes". */
  readonly about: readonly string[];
  /** Names the changes, their content and what is there now: any other change, or a file changed since, is another question. */
  readonly id: string;
}

/**
 * Undefined when nothing needs the caller's word: new files in ordinary places, and what changes nothing. `asksToReplace`
 * is false for edits, whose old text shows that the caller knows what it replaces.
 */
export async function questionAbout(
  changes: readonly Change[],
  files: FileAccess,
  {asksToReplace = true}: {readonly asksToReplace?: boolean} = {},
): Promise<Question | undefined> {
  const about: string[] = [];
  const facts: unknown[] = [];
  for (const change of changes) {
    const before = await presentState(change.path, files);
    const after = change.content && (await digest(change.content));
    const reason = before?.digest === after ? undefined : reasonToAsk(change, before, asksToReplace);
    if (reason === undefined) continue;
    about.push(reason);
    facts.push([before?.path ?? change.path, after, before?.digest ?? null]);
  }
  if (about.length === 0) return undefined;
  return {about, id: await digest(new TextEncoder().encode(JSON.stringify(facts)))};
}

interface PresentState {
  readonly path: string;
  readonly sizeBytes: number;
  /** Of the content; of what little is known where that cannot be read. */
  readonly digest: string;
}

async function presentState(path: string, files: FileAccess): Promise<PresentState | undefined> {
  const facts = await files.stat(path);
  if (!facts) return undefined;
  const {kind, sizeBytes, modifiedAt} = facts;
  const content = kind === 'file' ? await files.read(path).catch(() => undefined) : undefined;
  const known = content ? await digest(content) : `${kind} ${sizeBytes} ${modifiedAt}`;
  return {path: facts.path, sizeBytes, digest: known};
}

function reasonToAsk(
  {path, content}: Change,
  before: PresentState | undefined,
  asksToReplace: boolean,
): string | undefined {
  const isObeyed = needsConfirmation(path);
  if (content === null)
    return !before && isObeyed ? `makes ${path}, a place from which programs are started or configured` : undefined;
  if (!before) return isObeyed ? `makes ${path}, which programs obey without asking` : undefined;
  if (asksToReplace) return `replaces ${before.path} (${before.sizeBytes} bytes) with ${content.length} bytes`;
  return isObeyed ? `changes ${before.path}, which programs obey without asking` : undefined;
}

/** SHA-256, hex. */
async function digest(bytes: Uint8Array): Promise<string> {
  const hash = await crypto.subtle.digest('SHA-256', new Uint8Array(bytes));
  return Array.from(new Uint8Array(hash), byte => byte.toString(16).padStart(2, '0')).join('');
}
