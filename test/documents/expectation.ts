import {readdirSync, readFileSync} from 'node:fs';
import {join} from 'node:path';

/** What a document of the corpus must give; written by `test/fixtures/documents/maker`. */
export interface Expectation {
  readonly maker: string;
  /** What the format or this maker does not carry: `depth` and `numbers` of items, `levels` of headings, `raw` styles. */
  readonly weak?: readonly string[];
  /** Level (null: any) and text, in order. */
  readonly headings?: readonly (readonly [number | null, string])[];
  /** Depth, number (null: bullet) and text, in order. */
  readonly items?: readonly (readonly [number, number | null, string])[];
  readonly tables?: readonly (readonly (readonly string[])[])[];
  readonly sheets?: readonly {readonly name: string; readonly rows: readonly (readonly string[])[]}[];
  readonly code?: readonly string[];
  readonly notes?: readonly string[];
  readonly links?: readonly string[];
  /** Everything, in reading order. */
  readonly order?: readonly string[];
  /** How many pages, slides, sheets or chapters. */
  readonly anchors?: number;
  /** Distinct words of the document. */
  readonly words?: readonly string[];
  /** What must not come through. */
  readonly absent?: readonly string[];
}

export const documentsFolder = join(import.meta.dirname, '../fixtures/documents');

/** Names of all documents that have an expectation. */
export function documentNames(): string[] {
  return readdirSync(documentsFolder)
    .filter(name => name.endsWith('.json'))
    .map(name => name.slice(0, -'.json'.length))
    .toSorted();
}

export function readDocument(name: string): Uint8Array {
  return new Uint8Array(readFileSync(join(documentsFolder, name)));
}

export function readExpectation(name: string): Expectation {
  const expectation: Expectation = JSON.parse(readFileSync(join(documentsFolder, `${name}.json`), 'utf8'));
  return expectation;
}
