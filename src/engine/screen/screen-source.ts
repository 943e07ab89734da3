import type {Clock, LogCursor, TerminalView} from '../../core/index.ts';
import type {OutputSource} from '../output/output-source.ts';
import type {Look} from '../session/foreground-look.ts';

/** What a screen is made from. */
export type DrawnSource = Pick<OutputSource, 'log' | 'recent' | 'tracker' | 'secrets'>;

/** The same, and where its answers go: a session, seen from here. */
export interface ScreenSource extends DrawnSource {
  readonly isClosed: boolean;
  readonly link: Pick<TerminalView, 'probe'>;
  look(): Promise<Look>;
  /** Types the emulator's answer to a program that has asked its terminal something. */
  readonly gate: {reply(bytes: Uint8Array, question: LogCursor, answersUpTo?: LogCursor): Promise<void>};
  readonly clock: Clock;
}
