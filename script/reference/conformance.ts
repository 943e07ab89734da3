/** The page of scores: one section for each backend, written after a whole run on it. */
import type {Score} from '../../test/conformance/every-case.ts';
import {hardCases} from '../../test/conformance/hard-case-list.ts';
import type {NotApplicable} from '../../test/conformance/not-applicable.ts';

export interface SectionOf {
  readonly backend: string;
  readonly scores: readonly Score[];
  readonly leftOut: readonly NotApplicable[];
}

export function scoreSection({backend, scores, leftOut}: SectionOf): string {
  const rows = scores.map(({shell, applicable, held, missed, tests}) => {
    const share = applicable === 0 ? '–' : `${Math.floor((held / applicable) * 1000) / 10} %`;
    return `| ${shell} | ${held} | ${applicable} | ${share} | ${tests} | ${missed.join(', ') || '–'} |`;
  });
  const reasons = leftOut.map(({case: id, part, shell, reason}) => {
    const where = shell === undefined ? '' : ` (${shell})`;
    return `- ${id}, ${hardCases[id]}; ${part}${where}: ${reason}`;
  });
  return [
    `## ${backend}`,
    '',
    '| shell | cases held | applicable | | tests | not held |',
    '| --- | --- | --- | --- | --- | --- |',
    ...rows,
    '',
    'Left out, with the reason:',
    '',
    ...reasons,
  ].join('\n');
}
