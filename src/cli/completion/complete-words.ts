import {optionsOf} from '../argv/parse-words.ts';
import type {AnyVerb, OptionSpec, OptionSpecs, Place} from '../argv/verb.ts';
import {type Candidate, listPlace, type Surroundings, verbCandidates} from './list-place.ts';

/**
 * What may stand where somebody presses Tab. Paths and the command lines of other programs are the shell's to complete;
 * such a command line begins after so many of the words.
 */
export type Completion =
  | {readonly type: 'words'; readonly candidates: readonly Candidate[]}
  | {readonly type: 'files'}
  | {readonly type: 'folders'}
  | {readonly type: 'command'; readonly after: number};

/**
 * Completes the last of the words that follow `cotty`; it holds what is typed of it so far. Candidates are whole words, and all
 * that may stand there: the shell shows those that fit. Starts no server.
 */
export async function completeWords(words: readonly string[], around: Surroundings): Promise<Completion> {
  const [name = '', ...typed] = words;
  const current = typed.pop();
  if (current === undefined) return {type: 'words', candidates: await verbCandidates(around)};
  const verb = (await around.verbs.load(name)) ?? (await loadToolVerb(name));
  return verb ? await completeIn(verb, {typed, current, around}) : nothing;
}

interface Line {
  /** Words between the verb and the current one. */
  readonly typed: readonly string[];
  readonly current: string;
  readonly around: Surroundings;
}

const nothing: Completion = {type: 'words', candidates: []};

async function loadToolVerb(name: string): Promise<AnyVerb | undefined> {
  const {findToolVerb} = await import('../argv/tool-verbs.ts');
  return findToolVerb(name);
}

async function completeIn(verb: AnyVerb, {typed, current, around}: Line): Promise<Completion> {
  const separator = typed.indexOf('--');
  // The verb stands before the typed words, the separator after those before it.
  if (separator >= 0)
    return verb.rest ? await fill(verb.rest, around, {typed: current, after: separator + 2}) : nothing;
  const specs = optionsOf(verb);
  const {given, pending, wordCount} = readTyped(specs, typed);
  if (pending) return await fill(pending.place, around, {typed: current});
  const [option, head = ''] = /^(--[^=]+)=/.exec(current) ?? [];
  if (option !== undefined)
    return await fill(specs[head.slice(2)]?.place, around, {typed: current.slice(option.length), prefix: option});
  const mayTakeWord = wordCount < verb.words[1];
  if (current.startsWith('-') || !mayTakeWord) return optionCandidates(verb, specs, given);
  const places = verb.places ?? [];
  return await fill(places[Math.min(wordCount, places.length - 1)], around, {typed: current});
}

interface TypedWords {
  /** Names of the options that were given. */
  readonly given: ReadonlySet<string>;
  /** The option whose value comes next. */
  readonly pending: OptionSpec | undefined;
  /** How many words are no options. */
  readonly wordCount: number;
}

function readTyped(specs: OptionSpecs, typed: readonly string[]): TypedWords {
  const given = new Set<string>();
  let pending: OptionSpec | undefined;
  let wordCount = 0;
  for (const word of typed) {
    if (pending) {
      pending = undefined;
      continue;
    }
    const [, long, short, value] = /^(?:--([^=]+)|-([^-=]))(=.*)?$/.exec(word) ?? [];
    const name = long ?? (short && Object.keys(specs).find(key => specs[key]?.short === short));
    if (long === undefined && short === undefined) wordCount++;
    if (name === undefined) continue;
    given.add(name);
    const spec = specs[name];
    if (spec && spec.type !== 'boolean' && spec.bare === undefined && value === undefined) pending = spec;
  }
  return {given, pending, wordCount};
}

function optionCandidates(verb: AnyVerb, specs: OptionSpecs, given: ReadonlySet<string>): Completion {
  const candidates = Object.entries(specs)
    .filter(([name, spec]) => spec.type === 'strings' || !given.has(name))
    .map(([name, {about}]) => ({word: `--${name}`, about}));
  return {
    type: 'words',
    candidates: verb.rest ? [...candidates, {word: '--', about: 'the command follows'}] : candidates,
  };
}

/** `typed` is there of the value so far; `prefix` stands before it in the same word. */
async function fill(
  place: Place | undefined,
  around: Surroundings,
  {typed, prefix = '', after = 0}: {readonly typed: string; readonly prefix?: string; readonly after?: number},
): Promise<Completion> {
  switch (place) {
    case undefined:
      return nothing;
    case 'file':
      return {type: 'files'};
    case 'folder':
      return {type: 'folders'};
    case 'command':
      return {type: 'command', after};
    default: {
      const candidates = await listPlace(place, typed, around);
      const words = [...new Map(candidates.toReversed().map(candidate => [candidate.word, candidate])).values()];
      return {
        type: 'words',
        candidates: words.toReversed().map(({word, about}) => ({word: `${prefix}${word}`, about})),
      };
    }
  }
}
