/**
 * Judges, from what really ran, whether every hard case is held in every shell on every backend. A test counts for the
 * case it was registered for, and for the terminals it has opened; what it is called proves nothing.
 */
import {type HardCaseId, hardCaseIds, hardCases} from './hard-case-list.ts';
import type {NotApplicable} from './not-applicable.ts';

/** A test of the conformance suite, after the run. */
export interface CaseRun {
  readonly title: string;
  /** Undefined for a test that is bound to no case. */
  readonly hardCase: HardCaseId | undefined;
  readonly state: 'passed' | 'failed' | 'skipped' | 'pending';
  /** Terminals it has opened, as `BACKEND SHELL`. */
  readonly terminals: readonly string[];
}

/** Cases about shells that have no hooks; every other case is run in all shells that have. */
const shellsOfCase: Partial<Record<HardCaseId, readonly string[]>> = {D27c: ['dash', 'tcsh']};
const shellsWithHooks = ['bash', 'zsh', 'fish'];

/** Whether a run has tests in this shell on this backend. */
export type IsChosen = (backend: string, shell: string) => boolean;

/** What is missing, a sentence each; empty when all is well. By default every terminal is to be run on. */
export function findMissing(
  runs: readonly CaseRun[],
  leftOut: Readonly<Record<string, readonly NotApplicable[]>>,
  isChosen: IsChosen = () => true,
): readonly string[] {
  const unbound = runs.filter(run => run.hardCase === undefined);
  const chosen = Object.entries(leftOut).filter(([backend]) => shellsWithHooks.some(shell => isChosen(backend, shell)));
  return [
    ...unbound.map(run => `"${run.title}" is bound to no hard case.`),
    ...chosen.flatMap(([backend, entries]) => [
      ...hardCaseIds.flatMap(id => notHeld(id, {backend, runs, entries, isChosen})),
      ...entries
        .filter(({shell}) => shell === undefined || isChosen(backend, shell))
        .flatMap(entry => wrongly(entry, backend, runs)),
    ]),
  ];
}

interface OnBackend {
  readonly backend: string;
  readonly runs: readonly CaseRun[];
  readonly entries: readonly NotApplicable[];
  readonly isChosen: IsChosen;
}

/** Shells in which no test of this case has passed, though it applies. A skipped test has said its reason elsewhere. */
function notHeld(id: HardCaseId, {backend, runs, entries, isChosen}: OnBackend): readonly string[] {
  const ofCase = runs.filter(run => run.hardCase === id);
  // A failed test is a failure of its own, not a lack of tests.
  const tried = new Set(ofCase.filter(run => run.state !== 'pending').flatMap(run => run.terminals));
  const isSkipped = ofCase.some(run => run.state === 'skipped');
  const exempt = entries.filter(entry => entry.case === id && entry.part === 'all');
  return (shellsOfCase[id] ?? shellsWithHooks)
    .filter(shell => isChosen(backend, shell))
    .filter(shell => !tried.has(`${backend} ${shell}`) && !isSkipped)
    .filter(shell => !exempt.some(entry => entry.shell === undefined || entry.shell === shell))
    .map(shell => `${id} (${hardCases[id]}) has not been run in ${shell} on ${backend}.`);
}

/** Something is left out that is run, or of which nothing else is run. */
function wrongly(entry: NotApplicable, backend: string, runs: readonly CaseRun[]): readonly string[] {
  const {case: id, part, shell, reason} = entry;
  const where = shell === undefined ? backend : `${backend} ${shell}`;
  const isRun = runs.some(
    run => run.hardCase === id && run.terminals.some(name => name === where || name.startsWith(`${where} `)),
  );
  if (reason === '') return [`${id} is left out on ${where} without a reason.`];
  if (part === 'all' && isRun) return [`${id} is left out on ${where}, but is run there.`];
  return part !== 'all' && !isRun && !runs.some(run => run.hardCase === id && run.state === 'skipped')
    ? [`${id} is left out in part on ${where}, but nothing of it is run there.`]
    : [];
}

/** How many of the cases that apply to a shell are held there. */
export interface Score {
  readonly shell: string;
  readonly applicable: number;
  readonly held: number;
  /** Applicable cases of which a test has failed, or none has passed. */
  readonly missed: readonly HardCaseId[];
  /** Tests that have opened a terminal there. */
  readonly tests: number;
}

/** The scores of a whole run on one backend, one for each shell. A case whose tests were all skipped does not count. */
export function scoresOf(
  runs: readonly CaseRun[],
  backend: string,
  leftOut: readonly NotApplicable[],
): readonly Score[] {
  return [...shellsWithHooks, 'dash', 'tcsh'].map(shell => {
    const there = runs.filter(({state, terminals}) => state !== 'skipped' && terminals.includes(`${backend} ${shell}`));
    const cases = hardCaseIds.filter(id => applies(id, shell, leftOut) && !isSkipped(id, runs, there));
    const isHeld = (id: HardCaseId): boolean => {
      const ofCase = there.filter(run => run.hardCase === id);
      return ofCase.length > 0 && ofCase.every(({state}) => state === 'passed');
    };
    const held = cases.filter(isHeld);
    const missed = cases.filter(id => !isHeld(id));
    return {shell, applicable: cases.length, held: held.length, missed, tests: there.length};
  });
}

function applies(id: HardCaseId, shell: string, leftOut: readonly NotApplicable[]): boolean {
  const exempt = leftOut.filter(entry => entry.case === id && entry.part === 'all');
  return (
    (shellsOfCase[id] ?? shellsWithHooks).includes(shell) &&
    !exempt.some(entry => entry.shell === undefined || entry.shell === shell)
  );
}

function isSkipped(id: HardCaseId, runs: readonly CaseRun[], there: readonly CaseRun[]): boolean {
  return !there.some(run => run.hardCase === id) && runs.some(run => run.hardCase === id && run.state === 'skipped');
}
