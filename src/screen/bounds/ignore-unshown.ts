import type {Terminal} from '@xterm/headless';
import type {XtermCore} from './xterm-core.ts';

/**
 * Takes off xterm.js what a screen here never shows: icon names, colours of the palette, and where hyperlinks lead. It
 * takes a list of colours apart in time that grows with its square, and keeps a marker per link that every scroll visits.
 */
export function ignoreUnshown(terminal: Terminal, {_oscLinkService: links}: XtermCore): void {
  for (const number of UNSHOWN) terminal.parser.registerOscHandler(number, () => true);
  // All links are one: underlined they are nevertheless.
  links.registerLink = () => 1;
  links.addLineToLink = () => undefined;
}

/** https://invisible-island.net/xterm/ctlseqs/ctlseqs.html#h3-Operating-System-Commands */
const UNSHOWN = [1, 4, 10, 11, 12, 104, 110, 111, 112];
