import type {ScreenSnapshot} from '../../core/index.ts';
import type {ScreenCapture} from '../../screen/index.ts';

export interface ScreenReading extends ScreenSnapshot {
  readonly totalLines: number;
  /** Output that was passed over instead of drawn, and may be missing here; 0 as a rule. */
  readonly skippedBytes: number;
  readonly styles?: ScreenCapture['styles'];
}
