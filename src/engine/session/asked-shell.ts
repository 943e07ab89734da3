import type {CommandId} from '../../core/index.ts';

/** What a shell was asked, by a key that it answers with marks while it has our hooks. */
export interface AskedShell {
  readonly commandId: CommandId;
  /** How many marks it had said by then. */
  readonly heard: number;
  /** How many lines had been typed: behind another one it may stand elsewhere. */
  readonly typedLines: number;
  /** What stood before the cursor: a shell that does not know the key may have written it there. */
  readonly text: string;
}
