import {shownLine} from '../../core/index.ts';
import type {Approval} from '../../guard/index.ts';

/** What a person is shown of a question about a line. */
export interface QuestionText {
  readonly title: string;
  readonly body: string;
  /** All of the line is there: only then it is answered where this is shown. */
  readonly isWhole: boolean;
}

/** More of it nobody reads in a notification: then it is answered where all of it is seen. */
const MOST_SHOWN = 300;

/** Every character of the line is seen; where it is too long for that, it is not answered here. */
export function questionText({id, line, agent, level, cwd, reasons}: Approval): QuestionText {
  const whole = line === null ? null : shownLine(line);
  const isWhole = whole !== null && whole.length <= MOST_SHOWN;
  const why = [...new Set(reasons.map(({message}) => shownLine(message)))].slice(0, 2);
  const shown = whole === null ? 'a line that nobody knows' : isWhole ? whole : `${whole.slice(0, MOST_SHOWN)} …`;
  return {
    title: `cotty: ${shownLine(agent)} asks (${level})`,
    body: [shown, `in ${shownLine(cwd ?? 'a folder that is not known')}`, ...why, `cotty approve ${id}`].join('\n'),
    isWhole,
  };
}
