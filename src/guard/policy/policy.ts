import {createHash} from 'node:crypto';
import {CottyError} from '../../core/index.ts';
import {compilePattern, type Pattern} from '../../patterns/index.ts';
import {classify, type LineContext, type Verdict} from '../classify.ts';
import type {FoundCommand, Reason} from '../findings.ts';
import {judgeStatement} from '../interpreter/judge-statement.ts';
import {highest, isAtLeast, type Level} from '../level.ts';
import {type Act, isAbout, isIn, type Permission} from '../permissions/permission.ts';
import {type Mode, modes} from './mode.ts';

export const decisions = ['allow', 'ask', 'deny'] as const;
export type Decision = (typeof decisions)[number];

/** `[[security.rule]]`: one of `prefix` and `regex`. */
export interface Rule {
  /** The first words of a command; a list in place of a word stands for any of its words. */
  readonly prefix?: readonly (string | readonly string[])[] | undefined;
  /** RE2 syntax. To allow it must fit the whole command, words joined by one space; to ask or deny it may stand anywhere in it, or in the line. */
  readonly regex?: string | undefined;
  readonly decision: Decision;
  /** Told to whoever is asked or refused. */
  readonly reason?: string | undefined;
  /** Lines that the rule must hold for, and lines that it must not: checked when it is loaded. */
  readonly match?: readonly string[] | undefined;
  readonly not_match?: readonly string[] | undefined;
}

/** `[security]`. */
export interface PolicySettings {
  readonly mode: Mode;
  /** First words of commands that run without being asked about. */
  readonly safe_commands: readonly string[];
  /** Patterns that make a line dangerous, wherever in it they stand. */
  readonly dangerous_patterns: readonly string[];
  /** `sudo` and its like are refused without it; with it they are still asked for. */
  readonly allow_sudo: boolean;
  readonly rules: readonly Rule[];
  readonly permissions: readonly Permission[];
}

export const defaultPolicy: PolicySettings = {
  mode: 'normal',
  safe_commands: [],
  dangerous_patterns: [],
  allow_sudo: false,
  rules: [],
  permissions: [],
};

/** What the policy says to a line. */
export interface Check extends Pick<Verdict, 'commands' | 'cwd' | 'aliases' | 'functions' | 'variables' | 'carried'> {
  readonly level: Level;
  readonly decision: Decision;
  /** Whom to ask: the agent itself, whether it means that, or a person. Null when nobody is asked. */
  readonly asks: 'agent' | 'person' | null;
  readonly reasons: readonly Reason[];
}

/** What the permissions say to an act. */
export interface Permitted {
  /** `allow` leaves it to the judge of lines. */
  readonly decision: Decision;
  /** The policy that lines are judged by. */
  readonly policy: Policy;
  readonly reasons: readonly Reason[];
}

interface ReadyRule {
  readonly rule: Rule;
  readonly name: string;
  readonly pattern: Pattern | null;
}

/** A policy that was read and checked. */
export class Policy {
  readonly #settings: PolicySettings;
  readonly #rules: readonly ReadyRule[];
  readonly #patterns: readonly Pattern[];
  /** The same in another mode. */
  readonly #inMode = new Map<Mode, Policy>();
  /** Another one for other settings: an answer to one policy is none to another. */
  readonly version: string;
  readonly mode: Mode;

  /** Throws `invalid_argument` for a rule that says nothing, or whose own examples contradict it; `invalid_pattern` for a pattern that cannot be used. */
  constructor(settings: PolicySettings) {
    this.#settings = settings;
    this.mode = settings.mode;
    this.version = createHash('sha256').update(JSON.stringify(settings)).digest('hex').slice(0, 16);
    this.#patterns = settings.dangerous_patterns.map(source => compilePattern(source, 'pattern of dangerous_patterns'));
    const safe = settings.safe_commands.map((words): Rule => ({prefix: words.trim().split(/\s+/), decision: 'allow'}));
    this.#rules = [...settings.rules, ...safe].map(toReady);
    for (const ready of this.#rules) checkExamples(ready);
  }

  /** The strictest of all permissions that are about it, and of the modes that they name. */
  permits(act: Act): Permitted {
    const fitting = this.#settings.permissions.flatMap((permission, at) =>
      isAbout(permission, act) ? [{permission, at}] : [],
    );
    const given = fitting.flatMap(({permission}) => permission.mode ?? []);
    const mode = modes.findLast(known => given.includes(known)) ?? this.mode;
    const decision = (['deny', 'ask'] as const).find(known =>
      fitting.some(({permission}) => permission.decision === known),
    );
    const reasons = fitting.flatMap(({permission: {decision: said, reason}, at}): Reason[] => {
      if (said === undefined) return [];
      const message = reason ?? `A permission says for ${act.tool}${nameOf(act)}: ${said}.`;
      return [
        {level: 'DANGEROUS', rule: `permission-${at + 1}`, message, start: 0, end: 0, command: null, isFloor: false},
      ];
    });
    return {decision: decision ?? 'allow', policy: this.#in(mode), reasons};
  }

  /** A session of these names is to the permissions as one of those. */
  isSameFor(names: readonly string[], others: readonly string[]): boolean {
    return this.#settings.permissions.every(permission => isIn(permission, names) === isIn(permission, others));
  }

  #in(mode: Mode): Policy {
    if (mode === this.mode) return this;
    const known = this.#inMode.get(mode) ?? new Policy({...this.#settings, mode});
    this.#inMode.set(mode, known);
    return known;
  }

  /** The strictest of all that is said: deny, then ask, then allow. */
  check(line: string, context: LineContext = {}): Check {
    return this.#decide(line, classify(line, context));
  }

  /** The same for whoever runs it, where that is: with what is permitted there. */
  checkAs(act: Act, line: string, context: LineContext = {}): Check {
    const permitted = this.permits(act);
    return withPermission(permitted.policy.check(line, context), permitted);
  }

  /** The same for what an interpreter or a database reads. */
  checkStatement(text: string, program: string | null = null): Check {
    return this.#decide(text, judgeStatement(text, program));
  }

  /** The same for what a program starts a shell for, in the middle of its own work; null where nobody knows what that shell is given. */
  checkEscape(line: string | null, context: LineContext = {}): Check {
    const verdict = classify(line ?? '', {...context, expandsHistory: false});
    const message =
      line === null ? 'The program may start a shell, for what is not known.' : 'The program starts a shell for this.';
    const whole = {start: 0, end: line?.length ?? 0, command: null, isFloor: false};
    const reasons: Reason[] = [...verdict.reasons, {...whole, level: 'CAUTION', rule: 'program.escape', message}];
    return this.#decide(line ?? '', {...verdict, level: highest('CAUTION', verdict.level), reasons});
  }

  /** The same for text that is no command: only what a rule or a pattern says to it counts. */
  checkText(text: string): Check {
    const none: Verdict = {
      level: 'SAFE',
      reasons: [],
      isCut: false,
      isUnread: false,
      commands: [],
      cwd: null,
      aliases: new Map(),
      functions: new Set(),
      variables: new Map(),
      carried: new Map(),
      steps: 0,
    };
    const check = this.#decide(text, none);
    return check.level === 'SAFE' ? {...check, decision: 'allow', asks: null} : check;
  }

  #decide(line: string, verdict: Verdict): Check {
    const reasons: Reason[] = [...verdict.reasons];
    const whole = {start: 0, end: line.length, command: null, isFloor: false};
    for (const pattern of this.#patterns)
      if ([line, ...verdict.commands.map(canonical)].some(text => found(pattern, text)))
        reasons.unshift({
          ...whole,
          level: 'DANGEROUS',
          rule: 'policy.pattern',
          message: `${pattern.source} stands in it.`,
        });
    const fitting = this.#rules.filter(ready => holds(ready, line, verdict.commands));
    for (const {rule, name} of fitting)
      if (rule.decision !== 'allow')
        reasons.unshift({
          ...whole,
          level: 'DANGEROUS',
          rule: name,
          message: rule.reason ?? `A rule says: ${rule.decision}.`,
        });
    if (this.#refusesPrivilege(verdict.commands))
      reasons.unshift({...whole, level: 'DANGEROUS', rule: 'policy.sudo', message: 'allow_sudo is off.'});
    const isDenied =
      verdict.reasons.some(({isFloor}) => isFloor) ||
      fitting.some(({rule}) => rule.decision === 'deny') ||
      this.#refusesPrivilege(verdict.commands);
    const level = highest(verdict.level, ...reasons.map(reason => reason.level));
    // In what was not looked at may stand what a rule denies, or nobody may do: it is asked about in every mode.
    const isAsked = verdict.isUnread || fitting.some(({rule}) => rule.decision === 'ask');
    const left = highest(
      'SAFE',
      ...reasons.filter(reason => !this.#isAllowed(reason, verdict.commands)).map(reason => reason.level),
    );
    // Of very many findings not all are kept, and one that is not may be one that nothing allows; the level counts them all.
    const open = reasons.length === 0 || verdict.isCut ? level : left;
    const decision = isDenied ? 'deny' : isAsked ? 'ask' : this.#byMode(open);
    const isConfirmed = this.#settings.mode === 'normal' && !isAsked && open === 'CAUTION';
    return {
      level,
      decision,
      asks: decision === 'ask' ? (isConfirmed ? 'agent' : 'person') : null,
      reasons,
      commands: verdict.commands,
      cwd: verdict.cwd,
      aliases: verdict.aliases,
      functions: verdict.functions,
      variables: verdict.variables,
      carried: verdict.carried,
    };
  }

  #byMode(level: Level): Decision {
    switch (this.#settings.mode) {
      case 'strict':
        return 'ask';
      case 'normal':
        return isAtLeast(level, 'CAUTION') ? 'ask' : 'allow';
      case 'permissive':
        return 'allow';
      default:
        return this.#settings.mode satisfies never;
    }
  }

  #refusesPrivilege(commands: readonly FoundCommand[]): boolean {
    return !this.#settings.allow_sudo && commands.some(({argv}) => PRIVILEGED.test(argv[0] ?? ''));
  }

  /** An allowing rule covers what its command itself does: no redirection, no variable, no word that is not known. */
  #isAllowed(reason: Reason, commands: readonly FoundCommand[]): boolean {
    const command = reason.command === null ? undefined : commands[reason.command];
    if (!command || command.argv.includes(null)) return false;
    return this.#rules.some(ready => ready.rule.decision === 'allow' && fits(ready, command));
  }
}

/** What is said to a line, with what the permissions say to submitting one there. */
export function withPermission(check: Check, {decision, reasons}: Permitted): Check {
  if (decision === 'allow') return check;
  const isDenied = decision === 'deny' || check.decision === 'deny';
  return {
    ...check,
    level: 'DANGEROUS',
    decision: isDenied ? 'deny' : 'ask',
    asks: isDenied ? null : 'person',
    reasons: [...reasons, ...check.reasons],
  };
}

function nameOf({session}: Act): string {
  return session === null ? '' : ` in ${session.at(-1)}`;
}

const PRIVILEGED = /^(?:.*\/)?(?:sudo|su|doas|pkexec|run0|sudoedit)$/;

function toReady(rule: Rule, place: number): ReadyRule {
  const name = `policy.rule-${place + 1}`;
  if ((rule.prefix === undefined) === (rule.regex === undefined) || rule.prefix?.length === 0)
    throw new CottyError('invalid_argument', 'A rule needs a prefix or a regex, and not both.', 'Give it one of them.');
  if (rule.regex === undefined) return {rule, name, pattern: null};
  const source = rule.decision === 'allow' ? `^(?:${rule.regex})$` : rule.regex;
  return {rule, name, pattern: compilePattern(source, `regex of a rule`)};
}

function checkExamples(ready: ReadyRule): void {
  const {rule} = ready;
  const fitsLine = (line: string): boolean => holds(ready, line, classify(line).commands);
  const unmatched = rule.match?.find(line => !fitsLine(line));
  const matched = rule.not_match?.find(fitsLine);
  const wrong = unmatched ?? matched;
  if (wrong === undefined) return;
  throw new CottyError(
    'invalid_argument',
    `A rule ${unmatched === undefined ? 'holds' : 'does not hold'} for its own example ${JSON.stringify(wrong)}.`,
    'Correct the rule or the example.',
  );
}

function holds(ready: ReadyRule, line: string, commands: readonly FoundCommand[]): boolean {
  if (ready.rule.decision !== 'allow' && ready.pattern && found(ready.pattern, line)) return true;
  return commands.some(command => fits(ready, command));
}

function fits({rule, pattern}: ReadyRule, command: FoundCommand): boolean {
  if (pattern) return found(pattern, canonical(command));
  const [program, ...wanted] = rule.prefix ?? [];
  const [name, ...words] = command.argv;
  if (program === undefined || typeof name !== 'string') return false;
  if (rule.decision === 'allow')
    return isWord(program, name) && wanted.every((one, place) => isWord(one, words[place]));
  if (!isWord(program, name.slice(name.lastIndexOf('/') + 1))) return false;
  let at = 0;
  for (const one of wanted) {
    at = placeOf(one, words, at) + 1;
    if (at === 0) return false;
  }
  return true;
}

function isWord(wanted: string | readonly string[], word: string | null | undefined): boolean {
  return typeof word === 'string' && (typeof wanted === 'string' ? wanted === word : wanted.includes(word));
}

/** Behind any options, each of which may have a value in the next word: `git -C folder push` pushes. -1 where it is not there. */
function placeOf(wanted: string | readonly string[], words: FoundCommand['argv'], from: number): number {
  for (let at = from; at < words.length; at++) {
    if (isWord(wanted, words[at])) return at;
    const isOption = words[at]?.startsWith('-') ?? false;
    const isValue = at > from && (words[at - 1]?.startsWith('-') ?? false);
    if (!isOption && !isValue) return -1;
  }
  return -1;
}

function canonical({argv}: FoundCommand): string {
  return argv.map(word => word ?? '').join(' ');
}

/** Steps for one pattern on one text: a line is short. What takes longer counts as found. */
const MOST_STEPS = 20_000_000;

function found(pattern: Pattern, text: string): boolean {
  return pattern.search(text).go(MOST_STEPS).found ?? true;
}
