/** A line of an agent as somebody has to see it who answers for it: every character, and which part of it is the reason. */
import {make} from './timeline/dom.ts';

/** Offsets in the line, in UTF-16 units; the end is not in it. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** From so many spaces on they are counted: what stands behind them would be pushed out of sight. */
const SPACES_SHOWN = 3;
/** What has no glyph, or joins or turns what stands around it. */
const UNSEEN = /[\p{C}\p{Z}\p{M}\p{Default_Ignorable_Code_Point}\u2800]/u;
const CONTROLS: Readonly<Record<string, string>> = {'\n': '\\n', '\r': '\\r', '\t': '\\t', '\x1b': '\\x1b'};

/**
 * Plain ASCII stands as it is, any other character is set off with its number, and what cannot be seen stands as its number. Parts
 * within `spans` are underlined.
 */
export function visibleLine(line: string, spans: readonly Span[]): readonly Node[] {
  const nodes: Node[] = [];
  let plain = '';
  let isMarked = false;
  const flush = (): void => {
    if (plain !== '') nodes.push(isMarked ? make('u', {}, plain) : document.createTextNode(plain));
    plain = '';
  };
  const set = (text: string, title: string): void => {
    flush();
    const shown = make('span', {class: 'odd', title}, text);
    nodes.push(isMarked ? make('u', {}, shown) : shown);
  };
  for (let at = 0; at < line.length; ) {
    const character = String.fromCodePoint(line.codePointAt(at) ?? 0);
    const marks = spans.some(({start, end}) => start <= at && at < end);
    if (marks !== isMarked) flush();
    isMarked = marks;
    const spaces = character === ' ' ? (/^ +/.exec(line.slice(at))?.[0].length ?? 0) : 0;
    if (spaces > SPACES_SHOWN) {
      set(`␣×${spaces}`, `${spaces} spaces`);
      at += spaces;
      continue;
    }
    if (character >= ' ' && character <= '~') plain += character;
    else if (UNSEEN.test(character)) set(CONTROLS[character] ?? `<${codeOf(character)}>`, codeOf(character));
    else set(character, codeOf(character));
    if (character === '\n') plain += '\n';
    at += character.length;
  }
  flush();
  return nodes;
}

function codeOf(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
}
