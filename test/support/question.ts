import type {Question} from '../../src/guard/index.ts';

/** What a person is asked about a line of an agent, as far as a test has something to say of it. */
export function questionOf(given: Pick<Question, 'sessionId'> & Partial<Question>): Question {
  return {
    line: 'rm -rf x',
    cwd: '/',
    agent: 'agent',
    foreground: 'bash',
    policyVersion: '1',
    level: 'DANGEROUS',
    reasons: [],
    commands: [],
    shape: null,
    asker: '',
    ...given,
  };
}
