import type {InputKind, TypedAt} from '../../core/index.ts';
import type {Consent} from './judge-write.ts';

export interface WriteOptions {
  readonly kind: InputKind;
  /** Keeps the line also behind an Enter, e.g. between a paste and the Enter that belongs to it. */
  readonly holds?: boolean;
  /** The text that was typed in a write of its own, and which this Enter is for. */
  readonly behind?: Uint8Array | undefined;
  /** Awaited when the line is this writer's, while nobody else types: what the one before has typed may still be on its way. */
  readonly ready?: () => Promise<void>;
  /** Called when the line is this writer's, with the bytes that go right now: all, or as many as go at once. May throw. */
  readonly onTurn?: (bytes: Uint8Array) => void;
  /** Told what stood on the line that these bytes have submitted, where a line editor or what was typed tells. */
  readonly onLine?: ((text: string) => void) | undefined;
  /** Where the bytes stand in what one terminal types, when they may be sent again. */
  readonly typedAt?: TypedAt | undefined;
  /** What the writer says to whoever judges. */
  readonly consent?: Consent | undefined;
  readonly signal?: AbortSignal | undefined;
}
