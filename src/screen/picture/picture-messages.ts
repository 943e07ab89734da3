/** Messages between {@link PictureMaker} and its thread. Private: both sides are always of one build. */
import type {ErrorShape} from '../../core/index.ts';
import type {ScreenGrid} from './grid/screen-grid.ts';
import type {ThemeName} from './theme.ts';

export const pictureFormats = ['png', 'svg', 'html', 'ansi', 'text'] as const;
export type PictureFormat = (typeof pictureFormats)[number];

export interface PictureOrder {
  readonly grid: ScreenGrid;
  /** `pixels` is for films: `0xrrggbb` each, as a `Uint32Array` has them. */
  readonly format: PictureFormat | 'pixels';
  readonly theme: ThemeName;
  /** 1 to 4; at 1 a cell has 9 by 18 pixels. */
  readonly scale: number;
  /** An earlier screen: the cells that have changed since stand out. */
  readonly before?: ScreenGrid | undefined;
}

export interface Picture {
  /** The file: PNG, or UTF-8; or pixels. */
  readonly bytes: Uint8Array;
  /** Graphemes that no font here has, each once; a box stands in their place. Only of PNG and SVG. */
  readonly missing: readonly string[];
  /** Characters of a text that a person would not see. */
  readonly hidden: number;
  /** With `before`. */
  readonly changes: readonly ChangedRow[];
  /** In pixels; of PNG, SVG and pixels, else null. */
  readonly size: {readonly width: number; readonly height: number} | null;
}

export interface ChangedRow {
  /** Zero-based. */
  readonly row: number;
  readonly before: string;
  readonly after: string;
}

export interface ToPictureThread {
  readonly id: number;
  readonly order: PictureOrder;
}

export type FromPictureThread =
  | {readonly type: 'picture'; readonly id: number; readonly picture: Picture}
  | {readonly type: 'failure'; readonly id: number; readonly error: ErrorShape};
