/**
 * Operating system commands: titles (OSC 0, 2), default colours (OSC 10, 11; xterm ctlseqs "Operating System
 * Commands"), prompt marks (OSC 133) and custom events (OSC 1337;Custom, as iTerm2 has them).
 */

import type {ProofSpan} from '../proof/nonce-blanker.ts';
import type {ControlHit} from './hit.ts';
import {findProof, parseAnswer, parseMark} from './mark.ts';
import {cut, isSecret, printable} from './text.ts';

export interface OscContext {
  readonly eventKey: string | null;
  /** The nonce that stood at this place of the payload. */
  readonly proofAt: (at: number) => ProofSpan | undefined;
}

/** `payload` is what stands between introducer and terminator; `length` counts the whole sequence. */
export function parseOsc(payload: Buffer, length: number, terminator: 'bel' | 'st', context: OscContext): ControlHit[] {
  const semicolon = payload.indexOf(0x3b);
  const number = payload.toString('latin1', 0, semicolon < 0 ? Math.min(payload.length, 8) : Math.min(semicolon, 8));
  if (semicolon < 0) return [];
  const text = () => payload.toString('utf8', semicolon + 1);
  switch (number) {
    case '0':
    case '2':
      return [{type: 'title', title: cut(printable(text()), MOST_TITLE_CHARS)}];
    case '10':
      return colourQueries(text(), ['foreground', 'background'], terminator);
    case '11':
      return colourQueries(text(), ['background'], terminator);
    case '133': {
      const proof = findProof(payload, context.proofAt);
      const hit = parseMark(text(), length, proof) ?? parseAnswer(text(), proof);
      return hit === undefined ? [] : [hit];
    }
    case '1337':
      return customEvent(payload, semicolon + 1, context.eventKey);
    default:
      return [];
  }
}

/** As much of a title as the emulator keeps, too. */
const MOST_TITLE_CHARS = 1024;

/** Each further parameter asks for the next colour: `OSC 10;?;?` asks for both. */
function colourQueries(
  text: string,
  colours: readonly ('foreground' | 'background')[],
  terminator: 'bel' | 'st',
): ControlHit[] {
  const asked = text.split(';', colours.length);
  return colours
    .filter((_, i) => asked[i] === '?')
    .map(which => ({type: 'query', query: {type: 'defaultColour', which, terminator}}));
}

/** `Custom=id=KEY:event:data`; other `k=v` pairs before the first colon are passed over. */
function customEvent(payload: Buffer, from: number, eventKey: string | null): ControlHit[] {
  if (payload.toString('latin1', from, from + 7) !== 'Custom=') return [];
  const text = payload.toString('utf8', from + 7);
  const colon = text.indexOf(':');
  if (colon < 0) return [];
  const id = text
    .slice(0, colon)
    .split(';')
    .find(pair => pair.startsWith('id='))
    ?.slice(3);
  if (id === undefined || !isSecret(eventKey, id)) return [];
  const rest = text.slice(colon + 1);
  const second = rest.indexOf(':');
  return [
    {type: 'custom', event: second < 0 ? rest : rest.slice(0, second), data: second < 0 ? '' : rest.slice(second + 1)},
  ];
}
