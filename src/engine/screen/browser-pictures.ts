import type {LogCursor} from '../../core/index.ts';
import type {ThemeName} from '../../screen/index.ts';
import type {Session} from '../session/session.ts';

export interface BrowserPictureOptions {
  readonly theme: ThemeName;
  /** 1 to 4 */
  readonly scale: number;
  /** A past moment; default everything that was printed before the call. */
  readonly at?: LogCursor | undefined;
  readonly signal: AbortSignal;
}

/** Takes pictures of sessions as a browser shows them. */
export interface BrowserPictures extends AsyncDisposable {
  /** The first picture comes sooner then. Errors as of {@link take}. */
  start(): Promise<void>;
  /** PNG. Errors: `not_supported` where there is no browser, `internal` when it fails. */
  take(session: Session, options: BrowserPictureOptions): Promise<Uint8Array>;
}
