/** A question about a line, put to the person at the client, and what they answer. */
import {
  type ElicitRequestFormParams,
  type InputRequiredResult,
  inputRequired,
  inputResponse,
} from '@modelcontextprotocol/server';
import {field, isCottyError, shownLine} from '../../core/index.ts';
import {type Approval, actorName, type Caller, type Engine} from '../../engine/index.ts';

/** What a client may do for a question, as it has said itself. */
export interface Asking {
  /** It shows forms to a person. */
  readonly canAsk: boolean;
  /** What was answered to the questions of this very call, by their ids. */
  readonly responses: Readonly<Record<string, unknown>> | undefined;
}

/** Of a line, as it is shown. More of it nobody reads in a form: then it is approved where all of it is seen. */
const MOST_SHOWN = 8000;
const MOST_REASONS = 6;

/** Takes the answers that came with a call: those to questions about lines of the same caller. */
export function takeAnswers({approvals}: Engine, caller: Caller, {responses}: Asking): void {
  for (const id of Object.keys(responses ?? {})) {
    const approval = approvals.list().find(known => known.id === id);
    if (approval?.state !== 'pending' || approval.agent !== actorName(caller.actor)) continue;
    const response = inputResponse(responses, id);
    if (response.kind !== 'elicit' || response.action === 'cancel') continue;
    const answer = response.action === 'accept' ? String(response.content?.['answer']) : 'deny';
    const scope = answer === 'session' ? 'session' : 'once';
    const decision = answer === 'once' || answer === 'session' ? 'approve' : 'deny';
    if (decision === 'approve' && !isWhole(approval)) continue;
    try {
      approvals.answer(id, {decision, scope, by: `at ${caller.identity.name}`, channel: 'elicitation'});
    } catch (error) {
      // Somebody else was first, or the time is over.
      if (!isCottyError(error, 'invalid_argument')) throw error;
    }
  }
}

/** What the client is to ask its person, by what is said beside a result; null when there is nothing to ask, or it was asked in this call. */
export function questionFor(
  meta: unknown,
  {approvals}: Engine,
  {canAsk, responses}: Asking,
): InputRequiredResult | null {
  const id = approvalIdIn(meta);
  if (!canAsk || id === null) return null;
  if (responses && Object.hasOwn(responses, id)) return null;
  const approval = approvals.list().find(known => known.id === id && known.state === 'pending');
  if (!approval) return null;
  return inputRequired({
    inputRequests: {[id]: inputRequired.elicit({message: words(approval), requestedSchema: form(approval)})},
    requestState: id,
  });
}

/** Of the question that a line or a call waits for, by what is said beside its result; null where nobody is asked. */
export function approvalIdIn(meta: unknown): string | null {
  const value = field(meta, 'cotty/result');
  const isLine = field(value, 'state') === 'needs_approval';
  const id = field(isLine ? field(value, 'refusal') : field(meta, 'cotty/error'), 'approval_id');
  return typeof id === 'string' ? id : null;
}

/** Nothing of it is chosen beforehand but no. */
function form(approval: Approval): ElicitRequestFormParams['requestedSchema'] {
  const whole = isWhole(approval);
  const choices = [
    {const: 'deny', title: 'Deny'},
    ...(whole ? [{const: 'once', title: 'Run it once'}] : []),
    ...(approval.shape === null || !whole
      ? []
      : [{const: 'session', title: 'Run it, and the like on files of this folder, in this session'}]),
  ];
  return {
    type: 'object',
    properties: {
      answer: {type: 'string', title: 'Your answer', oneOf: choices, default: 'deny'},
    },
    required: ['answer'],
  };
}

/** All of the line stands in the question. */
function isWhole({line}: Approval): boolean {
  return line === null || shownLine(line).length <= MOST_SHOWN;
}

/** Every character of the line is seen, and every command that it runs. */
function words(approval: Approval): string {
  const {id, line, level, agent, cwd, sessionId, reasons, commands} = approval;
  const shown = line === null ? '(nobody knows what stands on the line: look with cotty attach)' : shownLine(line);
  const found =
    commands.length > 1 ? commands.map(argv => `  - ${shownLine(argv.map(word => word ?? '?').join(' '))}`) : [];
  return [
    `${shownLine(agent)} wants to run (${level}):`,
    '',
    `    ${shown.slice(0, MOST_SHOWN)}${isWhole(approval) ? '' : ' …'}`,
    ...(isWhole(approval)
      ? []
      : ['', `It has ${shown.length} characters: see all of it, and answer, with cotty approve ${id}.`]),
    '',
    ...(found.length > 0 ? ['Commands in it:', ...found.slice(0, 20), ''] : []),
    `in ${cwd === null ? 'a folder that is not known' : shownLine(cwd)}${sessionId === null ? '' : `, session ${sessionId}`}.`,
    ...[...new Set(reasons.map(({message}) => `- ${shownLine(message)}`))].slice(0, MOST_REASONS),
  ].join('\n');
}
