/** Words that one word with braces becomes, at most. */
const MOST_WORDS = 64;

/** `a{b,c}d` and `{1..5}`, as bash expands them; null when there are too many, or quoting that is not for here. */
export function expandBraces(text: string): readonly string[] | null {
  return /[\\'"$`]/.test(text) || text.length > 1000 ? null : expand(text, {left: 200});
}

function expand(text: string, budget: {left: number}): readonly string[] | null {
  if (budget.left-- <= 0) return null;
  const found = firstBrace(text);
  if (!found) return [text];
  const {before, choices, after} = found;
  const rests = expand(after, budget);
  if (!rests) return null;
  const words: string[] = [];
  for (const choice of choices) {
    const inner = expand(choice, budget);
    if (!inner || words.length + inner.length * rests.length > MOST_WORDS) return null;
    for (const middle of inner) for (const rest of rests) words.push(before + middle + rest);
  }
  return words;
}

interface Brace {
  readonly before: string;
  readonly choices: readonly string[];
  readonly after: string;
}

function firstBrace(text: string): Brace | undefined {
  for (let open = text.indexOf('{'); open >= 0; open = text.indexOf('{', open + 1)) {
    const commas: number[] = [];
    let depth = 0;
    for (let at = open; at < text.length; at++) {
      if (text[at] === '{') depth++;
      else if (text[at] === ',' && depth === 1) commas.push(at);
      else if (text[at] === '}' && --depth === 0) {
        const inner = text.slice(open + 1, at);
        const choices = commas.length > 0 ? cut(text, open, at, commas) : sequence(inner);
        if (choices) return {before: text.slice(0, open), choices, after: text.slice(at + 1)};
        break;
      }
    }
  }
  return undefined;
}

function cut(text: string, open: number, close: number, commas: readonly number[]): string[] {
  const ends = [...commas, close];
  return ends.map((end, place) => text.slice((place === 0 ? open : (ends[place - 1] ?? open)) + 1, end));
}

function sequence(inner: string): string[] | undefined {
  const numbers = /^(-?\d{1,9})\.\.(-?\d{1,9})(?:\.\.-?\d{1,9})?$/.exec(inner);
  if (numbers) {
    // What is between is a number too.
    const [, from = '', to = ''] = numbers;
    return [from, to];
  }
  return /^[a-zA-Z]\.\.[a-zA-Z]$/.test(inner) ? [inner.slice(0, 1), inner.slice(-1)] : undefined;
}
