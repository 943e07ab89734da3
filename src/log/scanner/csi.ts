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

/** `body` is what stands between `CSI` and the final byte. Floods consist of these: what can be shared is made once. */
export function parseCsi(body: string, final: string, modes: ModeTracker): readonly ControlHit[] {
  switch (final) {
    case 'h':
    case 'l':
      return body.startsWith('?') ? setModes(body.slice(1), final === 'h', modes) : NOTHING;
    case 'm':
      return body.startsWith('>') ? modifyOtherKeys(numbers(body.slice(1)), modes) : NOTHING;
    case 'u':
      return body === '?' ? QUESTIONS.kittyKeyboard : kittyKeyboard(body, modes);
    case 'n':
      return body === '>4' ? modes.set('modifyOtherKeys', 0) : statusReport(body);
    case 'c':
      if (body === '' || body === '0') return QUESTIONS.primaryAttributes;
      return body === '>' || body === '>0' ? QUESTIONS.secondaryAttributes : NOTHING;
    case 'q':
      return body === '>' || body === '>0' ? QUESTIONS.version : NOTHING;
    case 't':
      return body === '18' ? QUESTIONS.sizeInCells : NOTHING;
    case 'p':
      return body === '!' ? modes.softReset() : modeReport(body);
    default:
      return NOTHING;
  }
}

const NOTHING: readonly ControlHit[] = [];
const question = (query: TerminalQuery): readonly ControlHit[] => [{type: 'query', query}];
const QUESTIONS = {
  primaryAttributes: question({type: 'primaryAttributes'}),
  secondaryAttributes: question({type: 'secondaryAttributes'}),
  status: question({type: 'status'}),
  cursor: question({type: 'cursorPosition', dec: false}),
  decCursor: question({type: 'cursorPosition', dec: true}),
  sizeInCells: question({type: 'sizeInCells'}),
  kittyKeyboard: question({type: 'kittyKeyboard'}),
  version: question({type: 'version'}),
};

/** DSR. */
function statusReport(body: string): readonly ControlHit[] {
  if (body === '6') return QUESTIONS.cursor;
  if (body === '?6') return QUESTIONS.decCursor;
  return body === '5' ? QUESTIONS.status : NOTHING;
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

function setModes(parameters: string, on: boolean, modes: ModeTracker): readonly ControlHit[] {
  if (!parameters.includes(';')) return parameters === '' ? NOTHING : setMode(numberOf(parameters), on, modes);
  return numbers(parameters).flatMap(number => setMode(number, on, modes));
}

function setMode(number: number, on: boolean, modes: ModeTracker): readonly ControlHit[] {
  const mode = DEC_MODES.get(number);
  return mode === undefined ? NOTHING : modes.set(mode, on ? (mode === 'mouse' ? number : 1) : 0);
}

/** `CSI > 4 ; level m`; without a level, or without parameters at all, it is off. */
function modifyOtherKeys(parameters: readonly number[], modes: ModeTracker): readonly ControlHit[] {
  if (parameters.length > 0 && parameters[0] !== 4) return [];
  return modes.set('modifyOtherKeys', parameters[1] ?? 0);
}

function kittyKeyboard(body: string, modes: ModeTracker): readonly ControlHit[] {
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
function modeReport(body: string): readonly ControlHit[] {
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
