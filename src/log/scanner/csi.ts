/**
 * Control sequences: DECSET/DECRST of tracked modes, keyboard protocols and the questions in `TerminalQuery`.
 * Sources: xterm ctlseqs ("Functions using CSI"); kitty keyboard protocol ("Progressive enhancement").
 */
import type {TerminalQuery, TrackedMode} from '../../core/index.ts';
import type {ControlHit} from './hit.ts';
import type {ModeTracker} from './mode-tracker.ts';

/** Final bytes that can mean something to {@link parseCsi}: c h l m n p q t u. */
export function isInterestingFinal(final: number): boolean {
  return INTERESTING.has(final);
}

const INTERESTING: ReadonlySet<number> = new Set(Buffer.from('chlmnpqtu'));

/** `body` is what stands between `CSI` and the final byte. */
export function parseCsi(body: string, final: string, modes: ModeTracker): ControlHit[] {
  const query = queryOf(body + final);
  if (query !== undefined) return [{type: 'query', query}];
  switch (final) {
    case 'h':
    case 'l':
      return body.startsWith('?') ? setModes(body.slice(1), final === 'h', modes) : [];
    case 'm':
      return body.startsWith('>') ? modifyOtherKeys(numbers(body.slice(1)), modes) : [];
    case 'n':
      return body === '>4' ? modes.set('modifyOtherKeys', 0) : [];
    case 'u':
      return kittyKeyboard(body, modes);
    case 'p':
      return body === '!' ? modes.softReset() : modeReport(body);
    default:
      return [];
  }
}

function queryOf(sequence: string): TerminalQuery | undefined {
  switch (sequence) {
    case 'c':
    case '0c':
      return {type: 'primaryAttributes'};
    case '>c':
    case '>0c':
      return {type: 'secondaryAttributes'};
    case '5n':
      return {type: 'status'};
    case '6n':
      return {type: 'cursorPosition', dec: false};
    case '?6n':
      return {type: 'cursorPosition', dec: true};
    case '18t':
      return {type: 'sizeInCells'};
    case '?u':
      return {type: 'kittyKeyboard'};
    case '>q':
    case '>0q':
      return {type: 'version'};
    default:
      return undefined;
  }
}

/** Mouse modes carry their own number as value. */
const DEC_MODES: ReadonlyMap<number, TrackedMode> = new Map([
  [1, 'applicationCursor'],
  [9, 'mouse'],
  [47, 'alternateScreen'],
  [66, 'applicationKeypad'],
  [1000, 'mouse'],
  [1002, 'mouse'],
  [1003, 'mouse'],
  [1004, 'focusReporting'],
  [1006, 'mouseSgr'],
  [1047, 'alternateScreen'],
  [1049, 'alternateScreen'],
  [2004, 'bracketedPaste'],
  [2026, 'synchronizedOutput'],
]);

function setModes(parameters: string, on: boolean, modes: ModeTracker): ControlHit[] {
  const changes: ControlHit[] = [];
  for (const number of numbers(parameters)) {
    const mode = DEC_MODES.get(number);
    if (mode !== undefined) changes.push(...modes.set(mode, on ? (mode === 'mouse' ? number : 1) : 0));
  }
  return changes;
}

/** `CSI > 4 ; level m`; without a level, or without parameters at all, it is off. */
function modifyOtherKeys(parameters: readonly number[], modes: ModeTracker): ControlHit[] {
  if (parameters.length > 0 && parameters[0] !== 4) return [];
  return modes.set('modifyOtherKeys', parameters[1] ?? 0);
}

function kittyKeyboard(body: string, modes: ModeTracker): ControlHit[] {
  const parameters = numbers(body.slice(1));
  switch (body[0]) {
    case '>':
      return modes.pushKitty(parameters[0] ?? 0);
    case '<':
      return modes.popKitty(Math.max(1, parameters[0] ?? 1));
    case '=':
      return modes.setKitty(parameters[0] ?? 0, parameters[1] ?? 1);
    default:
      return [];
  }
}

/** DECRQM `CSI Ps $ p`, `CSI ? Ps $ p`. */
function modeReport(body: string): ControlHit[] {
  const match = /^(\??)(\d{1,9})\$$/.exec(body);
  if (match === null) return [];
  return [{type: 'query', query: {type: 'modeReport', mode: Number(match[2]), dec: match[1] === '?'}}];
}

/** Empty text has no parameters; an empty or odd parameter counts as 0. */
function numbers(text: string): number[] {
  if (text === '') return [];
  return text.includes(';') ? text.split(';', 64).map(numberOf) : [numberOf(text)];
}

/** At most nine digits. By hand: floods consist of these. */
function numberOf(text: string): number {
  if (text.length > 9) return 0;
  let number = 0;
  for (let i = 0; i < text.length; i++) {
    const digit = text.charCodeAt(i) - 0x30;
    if (digit < 0 || digit > 9) return 0;
    number = number * 10 + digit;
  }
  return number;
}
