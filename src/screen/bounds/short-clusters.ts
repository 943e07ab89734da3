import type {IUnicodeVersionProvider, Terminal} from '@xterm/headless';
import type {XtermCore} from './xterm-core.ts';

/**
 * Keeps what a single cell holds short: a character that would be the seventeenth of its grapheme cluster begins a new
 * cell, so that a million combining marks do not end up in one cell that every reader gets whole. The longest emoji have
 * ten.
 */
export function keepClustersShort(terminal: Terminal, core: XtermCore): void {
  const provider = core.unicodeService._providers[terminal.unicode.activeVersion];
  if (!provider) return;
  terminal.unicode.register(limited(provider));
  terminal.unicode.activeVersion = VERSION;
}

export const LONGEST_CLUSTER = 16;
const VERSION = 'cotty';
/** The bit of xterm.js's character properties that says: joins the cell before. */
export const JOINS = 1;

function limited(provider: IUnicodeVersionProvider): IUnicodeVersionProvider {
  let joined = 0;
  return {
    version: VERSION,
    wcwidth: codePoint => provider.wcwidth(codePoint),
    charProperties(codePoint, preceding) {
      const properties = provider.charProperties(codePoint, preceding);
      if ((properties & JOINS) === 0) {
        joined = 0;
        return properties;
      }
      joined++;
      if (joined < LONGEST_CLUSTER) return properties;
      joined = 0;
      return provider.charProperties(codePoint, 0);
    },
  };
}
