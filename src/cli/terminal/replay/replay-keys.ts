/** What a person presses while a recording plays. */
export type ReplayKey =
  | 'toggle'
  | 'back'
  | 'forward'
  | 'start'
  | 'end'
  | 'nextCommand'
  | 'previousCommand'
  | 'faster'
  | 'slower'
  | 'idle'
  | 'search'
  | 'nextMatch'
  | 'previousMatch'
  | 'help'
  | 'quit';

/** By the bytes that terminals send, as text. */
const keys: Readonly<Record<string, ReplayKey>> = {
  ' ': 'toggle',
  '\x1b[D': 'back',
  '\x1bOD': 'back',
  h: 'back',
  '\x1b[C': 'forward',
  '\x1bOC': 'forward',
  l: 'forward',
  '\x1b[H': 'start',
  '\x1b[1~': 'start',
  '0': 'start',
  '\x1b[F': 'end',
  '\x1b[4~': 'end',
  $: 'end',
  n: 'nextCommand',
  '\x1b[6~': 'nextCommand',
  p: 'previousCommand',
  '\x1b[5~': 'previousCommand',
  '+': 'faster',
  '=': 'faster',
  '-': 'slower',
  i: 'idle',
  '/': 'search',
  '>': 'nextMatch',
  '<': 'previousMatch',
  '?': 'help',
  q: 'quit',
  '\x03': 'quit',
  '\x04': 'quit',
};

/** A line each. */
export const replayKeysHelp: readonly string[] = [
  'space      plays, and pauses',
  '← →        five seconds back, or on',
  'n p        the next command, the one before',
  '+ -        faster, slower: 1 to 16 times',
  'i          cuts pauses longer than two seconds, or not',
  '/ < >      looks for words in all output; the match before, the next',
  'Home End   the beginning, the end',
  'q          leaves',
];

/** One sequence (ECMA-48), or one character. */
const KEY = /\x1b(?:\[[0-?]*[ -/]*[@-~]|O.)|./gsu;

/** What was typed, key by key. */
export function* keysIn(bytes: Uint8Array): Generator<string> {
  for (const [text] of Buffer.from(bytes).toString().matchAll(KEY)) yield text;
}

/** Undefined for a key that means nothing. */
export function replayKey(text: string): ReplayKey | undefined {
  return keys[text];
}
