/**
 * The file tools as requests to the runner: plain data in, plain data out. `confirmed` is the caller's word for what it was
 * asked about; the host knows which question that was.
 */
import type {FileFacts} from '../command.ts';
import type {PseudoErrorCode} from '../pseudo-error.ts';

export type FileOperation =
  | {
      readonly type: 'read';
      readonly path: string;
      readonly offsetLines: number;
      readonly limitLines: number;
      readonly maxBytes: number;
    }
  | {readonly type: 'write'; readonly path: string; readonly content: string; readonly confirmed: boolean}
  | {
      readonly type: 'edit';
      readonly path: string;
      readonly oldText: string;
      readonly newText: string;
      readonly replaceAll: boolean;
      readonly confirmed: boolean;
    }
  | {
      readonly type: 'list';
      readonly path: string;
      readonly depth: number;
      readonly limit: number;
      readonly showIgnored: boolean;
    }
  | {readonly type: 'make_directory'; readonly path: string; readonly confirmed: boolean}
  | {
      readonly type: 'grep';
      readonly pattern: string;
      readonly path: string;
      readonly glob: string | null;
      readonly contextLines: number;
      readonly limit: number;
      readonly showIgnored: boolean;
    }
  | {
      readonly type: 'glob';
      readonly pattern: string;
      readonly path: string;
      readonly limit: number;
      readonly showIgnored: boolean;
    };

export interface ReadReply {
  readonly type: 'read';
  readonly path: string;
  readonly text: string;
  readonly encoding: string;
  /** One-based line of the first line in `text`; 0 for an empty file. */
  readonly firstLine: number;
  readonly lines: number;
  readonly totalLines: number;
  readonly sizeBytes: number;
  /** True when lines follow, or a line was cut at the byte cap. */
  readonly truncated: boolean;
}

export interface GrepMatch {
  readonly path: string;
  /** One-based. */
  readonly line: number;
  readonly text: string;
  readonly isContext: boolean;
}

export type FileReply =
  | ReadReply
  | {
      readonly type: 'wrote';
      readonly path: string;
      readonly sizeBytes: number;
      readonly created: boolean;
      readonly replacements: number;
    }
  /** Nothing was changed: the agent itself must say that it means it. `question` names this very change. */
  | {readonly type: 'needs_confirmation'; readonly path: string; readonly change: string; readonly question: string}
  | {readonly type: 'listed'; readonly entries: readonly FileFacts[]; readonly truncated: boolean}
  | {readonly type: 'made'; readonly path: string; readonly created: boolean}
  | {
      readonly type: 'grepped';
      readonly matches: readonly GrepMatch[];
      readonly filesSearched: number;
      readonly truncated: boolean;
    }
  | {readonly type: 'refused'; readonly code: PseudoErrorCode; readonly message: string};
