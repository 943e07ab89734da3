/** A key that does not stand for text, by its canonical name. */
export type NamedKey =
  | 'Enter'
  | 'Tab'
  | 'Escape'
  | 'Space'
  | 'Backspace'
  | 'Delete'
  | 'Insert'
  | 'Home'
  | 'End'
  | 'PageUp'
  | 'PageDown'
  | 'Up'
  | 'Down'
  | 'Left'
  | 'Right'
  | FunctionKey;

export type FunctionKey = `F${number}`;

/** Every name accepted, in lower case, with the key it means: ours, and those of tmux, Emacs and browsers. */
export const keyNames: ReadonlyMap<string, NamedKey> = new Map<string, NamedKey>([
  ...(['Enter', 'Tab', 'Escape', 'Space', 'Backspace', 'Delete', 'Insert'] as const).map(own),
  ...(['Home', 'End', 'PageUp', 'PageDown', 'Up', 'Down', 'Left', 'Right'] as const).map(own),
  ...Array.from({length: 24}, (_, index) => own(`F${index + 1}`)),
  ['return', 'Enter'],
  ['ret', 'Enter'],
  ['cr', 'Enter'],
  ['esc', 'Escape'],
  ['spc', 'Space'],
  ['bspace', 'Backspace'],
  ['bs', 'Backspace'],
  ['del', 'Delete'],
  ['dc', 'Delete'],
  ['ins', 'Insert'],
  ['ic', 'Insert'],
  ['pgup', 'PageUp'],
  ['ppage', 'PageUp'],
  ['page_up', 'PageUp'],
  ['prior', 'PageUp'],
  ['pgdn', 'PageDown'],
  ['pgdown', 'PageDown'],
  ['npage', 'PageDown'],
  ['page_down', 'PageDown'],
  ['next', 'PageDown'],
  ['arrowup', 'Up'],
  ['arrowdown', 'Down'],
  ['arrowleft', 'Left'],
  ['arrowright', 'Right'],
]);

/** Names to suggest for one that is not known, nearest first. */
export function nearKeyNames(name: string): string[] {
  const lower = name.toLowerCase();
  const scored = [...keyNames].map(([known, key]) => ({key, distance: editDistance(lower, known)}));
  const near = scored
    .filter(({distance}) => distance <= 2 && distance < lower.length)
    .sort((a, b) => a.distance - b.distance);
  return [...new Set(near.map(({key}) => key))].slice(0, 3);
}

function own<K extends NamedKey>(key: K): [string, K] {
  return [key.toLowerCase(), key];
}

/** Levenshtein distance of short words. */
function editDistance(from: string, to: string): number {
  if (Math.abs(from.length - to.length) > 2) return 3;
  let row = Array.from({length: to.length + 1}, (_, index) => index);
  for (let i = 1; i <= from.length; i++) {
    const next = [i];
    for (let j = 1; j <= to.length; j++) {
      const replace = (row[j - 1] ?? 0) + (from[i - 1] === to[j - 1] ? 0 : 1);
      next.push(Math.min(replace, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
