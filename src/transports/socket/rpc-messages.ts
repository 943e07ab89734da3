/** The role `rpc`: one JSON object per line, answers in any order. */
import type {ErrorShape} from '../../core/index.ts';
import type {Asked, BytesPiece, OutputPiece} from '../../engine/index.ts';
import type {Progress, ToolOutcome} from '../../tools/index.ts';

export type RpcRequest =
  | {
      readonly id: number;
      readonly tool: string;
      readonly input?: unknown;
      readonly request_id?: string;
      /** Tell the output of the command while it comes. */
      readonly tells_output?: boolean;
      /** Tell it byte for byte, for this terminal. `answers`: somebody is there to answer what is asked. */
      readonly terminal?: RpcTerminal;
      /** The caller does not look at what waits in the active session: a command runs beside that, too. */
      readonly leaves_waiting?: boolean;
      /** Nobody types what the program reads: one that reads its terminal ends the wait. */
      readonly ends_at_reads?: boolean;
      /** Of which the command was made: they are quoted for whatever shell takes it. */
      readonly words?: readonly string[];
    }
  | {readonly id: number; readonly method: string; readonly params?: unknown}
  /** The terminal of an earlier request has another size. */
  | {readonly id: number; readonly resize: {readonly cols: number; readonly rows: number}}
  /** Ends the wait of an earlier request; that one still answers. */
  | {readonly id: number; readonly cancel: true};

export type RpcReply =
  | {readonly id: number; readonly result: ToolOutcome | unknown}
  | {readonly id: number; readonly error: ErrorShape}
  | {readonly id: number; readonly progress: Progress}
  | {readonly id: number; readonly output: OutputPiece}
  | {readonly id: number; readonly printed: Omit<BytesPiece, 'bytes'> & {readonly base64: string}}
  | {readonly id: number; readonly asked: Asked};

export interface RpcTerminal {
  readonly cols: number;
  readonly rows: number;
  readonly answers: boolean;
}
