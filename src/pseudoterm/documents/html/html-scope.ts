import type {Block} from '../model.ts';
import type {ReadContext} from '../read-context.ts';
import type {XmlElement} from '../xml/node.ts';

/** What all parts of one document share. */
export interface HtmlScope {
  readonly context: ReadContext;
  /** What a link may stay: undefined keeps its text only. */
  readonly link: (href: string) => string | undefined;
  /** Stands before the labels of notes, so that those of several chapters differ. */
  readonly notePrefix: string;
  /** Labels of the notes that were referred to so far, by their ids. */
  readonly noteLabels: Map<string, string>;
}

/** Reads what stands in an element: tables and notes hold blocks again. */
export type ReadBlocks = (element: XmlElement, scope: HtmlScope) => Block[];
