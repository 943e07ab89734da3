import {homedir} from 'node:os';
import type {SessionId, ShellFamily} from '../../core/index.ts';
import {
  type Check,
  decidingOf,
  type FolderLook,
  type KnownPaths,
  type LineContext,
  noPaths,
  type Permitted,
  type Policy,
  type Reason,
  type ShellName,
  shellEscape,
  withPermission,
} from '../../guard/index.ts';
import type {ComposedLine} from '../write/judge-write.ts';

import {ShellMemory} from './shell-memory.ts';

/** Lines are said again and again: `ls`, `git status`. */
const MOST_KEPT = 500;

export interface CheckedLinesOptions {
  /** Where cotty keeps what is its own. */
  readonly ownFolder: string | null;
  /** Looks into folders; null where nobody does. */
  readonly look: FolderLook | null;
  /** HOME of a session; null where it is that of the account. */
  readonly homeOf: (sessionId: SessionId | null) => string | null;
  /** What was given to a session when it was opened, beside the environment of whoever opened it. */
  readonly envOf: (sessionId: SessionId | null) => Readonly<Record<string, string | undefined>>;
}

/** A line that looks at more is judged anew each time. */
const MOST_LOOKS = 20;

/** A judgement, and what was seen in folders for it: as long as the same is seen, it is the same. */
interface Kept {
  readonly check: Check;
  readonly looks: readonly Look[];
}

interface Look {
  readonly again: (known: KnownPaths) => unknown;
  readonly seen: unknown;
}

/** Looked at anew: what was known of paths then may be otherwise now. */
function isSame(looks: readonly Look[]): boolean {
  const known = noPaths();
  return looks.every(({again, seen}) => {
    const now = again(known);
    return now === seen || JSON.stringify(now) === JSON.stringify(seen);
  });
}

/** What a policy makes of lines, each by the rule of what reads it. */
export class CheckedLines {
  readonly #options: CheckedLinesOptions;
  readonly #known = new Map<string, Kept>();
  /** What earlier lines have made of the words of the next ones. */
  readonly memory: ShellMemory;

  constructor(options: CheckedLinesOptions) {
    this.#options = options;
    this.memory = new ShellMemory(id => {
      // Of the home folder it is known where it is.
      const {HOME: _, ...given} = options.envOf(id);
      return decidingOf(given, options.homeOf(id) ?? homedir());
    });
  }

  /** With what is permitted where the line would go. */
  check(permitted: Permitted, line: ComposedLine): Check {
    return withPermission(this.#checked(permitted.policy, line), permitted);
  }

  #checked(policy: Policy, line: ComposedLine): Check {
    const {text, place} = line;
    const home = this.#options.homeOf(place.sessionId) ?? homedir();
    const key = JSON.stringify([
      policy.version,
      place.reading,
      place.family,
      place.cwd,
      home,
      this.#stateOf(line),
      text,
      line.keys,
      place.program,
    ]);
    const known = this.#known.get(key);
    // What lies in a folder may be something else now.
    if (known && isSame(known.looks)) return known.check;
    const {look, looks} = watched(this.#options.look);
    const check = this.#judge(policy, line, {home, look});
    if (key.length < LONGEST_KEPT && looks.length <= MOST_LOOKS) this.#known.set(key, {check, looks});
    const [oldest] = this.#known.keys();
    if (this.#known.size > MOST_KEPT && oldest !== undefined) this.#known.delete(oldest);
    return check;
  }

  /** A program that is no shell may start one for what it gets. */
  #judgeKeys(
    policy: Policy,
    {
      text,
      keys,
      program,
    }: {readonly text: string | null; readonly keys: string | null; readonly program: string | null},
    context: LineContext,
  ): Check {
    const check = policy.checkText(text ?? '');
    const started = shellEscape(program, keys);
    if (!started) return check;
    const {ownFolder} = this.#options;
    return stricter(
      policy.checkEscape(started.text, {...context, shell: 'sh', ownFolder: ownFolder ?? undefined}),
      check,
    );
  }

  #stateOf({place}: ComposedLine): string {
    return this.memory.of(place).version;
  }

  #judge(
    policy: Policy,
    {text, place, keys = text}: ComposedLine,
    {home, look}: {readonly home: string; readonly look: FolderLook | undefined},
  ): Check {
    const {reading, family, cwd} = place;
    switch (reading) {
      case 'secret':
        return policy.mode === 'permissive' ? policy.checkText('') : {...unknown(SECRET), decision: 'deny', asks: null};
      case 'keys':
        return this.#judgeKeys(policy, {text, keys, program: place.program}, {cwd, home, look});
      case 'call':
        return policy.checkText(text ?? '');
      case 'program':
        // What a program leaves of several lines is for the shell.
        if (text === null || !text.includes('\n'))
          return this.#judgeKeys(policy, {text, keys, program: place.program}, {cwd, home, look});
        break;
      case 'interpreter':
        return text === null ? unknown(UNKNOWN) : policy.checkStatement(text, place.program);
      case 'shell':
        break;
      default:
        return reading satisfies never;
    }
    if (text === null) return unknown(UNKNOWN);
    const {ownFolder} = this.#options;
    const {aliases, functions, variables, carried} = this.memory.of(place);
    const context = {shell: shellNames[family], cwd, home, ownFolder: ownFolder ?? undefined, look};
    const check = policy.check(text, {...context, aliases, functions, variables, carried});
    // On a far side somebody may read statements as well.
    return place.program === null ? check : stricter(check, policy.checkStatement(text));
  }
}

/** Notes what is looked at, and what was seen, as far as the judgement may be kept. */
function watched(look: FolderLook | null): {readonly look: FolderLook | undefined; readonly looks: readonly Look[]} {
  const looks: Look[] = [];
  function note<T>(ask: (known: KnownPaths) => T, known = noPaths()): T {
    const answer = ask(known);
    if (looks.length <= MOST_LOOKS) looks.push({again: ask, seen: answer});
    return answer;
  }
  const noted: FolderLook | null = look && {
    settings: (folder, known) => note(paths => look.settings(folder, paths), known),
    has: (folder, name) => note(() => look.has(folder, name)),
    hasAny: (folder, names) => note(() => look.hasAny(folder, names)),
    real: (path, known) => note(paths => look.real(path, paths), known),
    isOwn: (path, known) => note(paths => look.isOwn(path, paths), known),
    holdsOwn: (folder, known) => note(paths => look.holdsOwn(folder, paths), known),
  };
  return {look: noted ?? undefined, looks};
}

const LONGEST_KEPT = 4000;

export const shellNames: Readonly<Record<ShellFamily, ShellName>> = {
  bash: 'bash',
  zsh: 'zsh',
  fish: 'fish',
  posix: 'sh',
  other: 'other',
};

const UNKNOWN = {rule: 'line.unknown', message: 'Nobody knows what stands on the line.'};
const SECRET = {rule: 'line.secret', message: 'A secret is asked for, which a person types.'};

/** Asked about in every mode: what nobody may do could stand there. */
function unknown({rule, message}: Pick<Reason, 'rule' | 'message'>): Check {
  const reason: Reason = {level: 'DANGEROUS', rule, message, start: 0, end: 0, command: null, isFloor: false};
  return {
    level: 'DANGEROUS',
    decision: 'ask',
    asks: 'person',
    reasons: [reason],
    commands: [],
    cwd: null,
    aliases: new Map(),
    functions: new Set(),
    variables: new Map(),
    carried: new Map(),
  };
}

function stricter(one: Check, other: Check): Check {
  return isStricter(other, one) ? {...other, commands: one.commands} : one;
}

/** The first of the two asks more. */
export function isStricter(one: Check, other: Check): boolean {
  return rank(one) > rank(other);
}

function rank({decision, asks}: Check): number {
  return decision === 'deny' ? 3 : asks === 'person' ? 2 : asks === 'agent' ? 1 : 0;
}
