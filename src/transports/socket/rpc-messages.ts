/** The role `rpc`: one JSON object per line, answers in any order. */
import type {ErrorShape} from '../../core/index.ts';
import type {OutputPiece} from '../../engine/index.ts';
import type {Progress, ToolOutcome} from '../../tools/index.ts';

export type RpcRequest =
  | {
      readonly id: number;
      readonly tool: string;
      readonly input?: unknown;
      readonly request_id?: string;
      /** Tell the output of the command while it comes. */
      readonly tells_output?: boolean;
    }
  | {readonly id: number; readonly method: string; readonly params?: unknown}
  /** Ends the wait of an earlier request; that one still answers. */
  | {readonly id: number; readonly cancel: true};

export type RpcReply =
  | {readonly id: number; readonly result: ToolOutcome | unknown}
  | {readonly id: number; readonly error: ErrorShape}
  | {readonly id: number; readonly progress: Progress}
  | {readonly id: number; readonly output: OutputPiece};
