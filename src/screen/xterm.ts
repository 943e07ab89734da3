/** Loads xterm.js and its addons. Only the worker imports this. */
import type * as Serialize from '@xterm/addon-serialize';
import type * as Graphemes from '@xterm/addon-unicode-graphemes';
import type * as Headless from '@xterm/headless';

export interface Xterm {
  readonly Terminal: typeof Headless.Terminal;
  readonly SerializeAddon: typeof Serialize.SerializeAddon;
  readonly UnicodeGraphemesAddon: typeof Graphemes.UnicodeGraphemesAddon;
}

export async function loadXterm(): Promise<Xterm> {
  const {Terminal} = named(await import('@xterm/headless'));
  const {SerializeAddon} = named(await import('@xterm/addon-serialize'));
  const {UnicodeGraphemesAddon} = named(await importUnpooled());
  return {Terminal, SerializeAddon, UnicodeGraphemesAddon};
}

/**
 * The addon reads its table with `new DataView(data.buffer)`, which is wrong for a Buffer that is a slice of Node's
 * pool: every emoji would get width 1 (https://github.com/xtermjs/xterm.js/issues/6079). No pool while it loads, no slice.
 */
async function importUnpooled(): Promise<typeof Graphemes> {
  const poolSize = Buffer.poolSize;
  Buffer.poolSize = 0;
  try {
    return await import('@xterm/addon-unicode-graphemes');
  } finally {
    Buffer.poolSize = poolSize;
  }
}

/** The packages are CommonJS: Node puts their exports under `default`, a bundler does not. */
function named<T extends object>(module: T): T {
  return 'default' in module ? (module.default as T) : module;
}
