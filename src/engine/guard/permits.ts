/** What agents may do, and where: every act of theirs is looked at here, by whatever door they come. */
import type {Actor} from '../../core/index.ts';
import type {Approvals, Check, Permitted, PolicySource, Question, Reason} from '../../guard/index.ts';
import {actorName} from '../write/input-lease.ts';
import type {ComposedLine} from '../write/judge-write.ts';
import type {Called, NamedPlace} from './called.ts';
import type {DecisionLog, Outcome} from './decision-log.ts';
import {notPermitted} from './line-refused.ts';

export interface PermitsOptions {
  readonly policies: PolicySource;
  readonly approvals: Approvals;
  readonly log: DecisionLog;
}

/** What an agent does that calls no tool is done by a terminal that it has attached. */
const ATTACHED = 'attach';

export class Permits {
  readonly #options: PermitsOptions;

  constructor(options: PermitsOptions) {
    this.#options = options;
  }

  /** False where reading is refused, or a person would be asked first. Rejects when a file of the policy is wrong. */
  async mayRead(by: Actor, place: NamedPlace): Promise<boolean> {
    if (by.type !== 'agent') return true;
    return (await this.#permitted(by, {tool: READING, reads: true, place, call: null})).decision === 'allow';
  }

  /** What is said to typing there. Rejects when a file of the policy is wrong. */
  async of(by: Actor, place: NamedPlace): Promise<Permitted> {
    const tool = by.type === 'agent' ? (by.tool ?? ATTACHED) : ATTACHED;
    return this.#permitted(by, {tool, reads: false, place, call: null});
  }

  /** Throws `denied` for what may not be done, or not before a person has said yes. People may do everything. */
  async require(by: Actor, called: Called): Promise<void> {
    if (by.type !== 'agent') return;
    const permitted = await this.#permitted(by, called);
    const {decision} = permitted;
    if (decision === 'allow' || (decision === 'ask' && called.call === null)) return;
    const check = checkOf(permitted);
    const line = lineOf(called);
    const record = {line, by, check, policyVersion: permitted.policy.version, commandId: null};
    if (decision === 'deny') {
      await this.#options.log.decided({...record, outcome: 'denied', approval: null});
      throw notPermitted('denied', called, check, null);
    }
    const {approvals, log} = this.#options;
    const question = questionOf(line, by, check, record.policyVersion);
    const approval = approvals.ask(question);
    const outcome = OUTCOMES[approval.state] ?? 'needs_approval';
    await log.decided({...record, outcome, approval});
    // The answer counts once.
    if (outcome === 'approved' && approvals.use(question)) return;
    throw notPermitted(outcome === 'denied' ? 'denied' : 'needs_approval', called, check, approval);
  }

  async #permitted(
    by: Actor,
    {tool, reads, naming, call, asks = [], place: {id, name, cwd}}: Called,
  ): Promise<Permitted> {
    const policy = await this.#options.policies.at(cwd);
    const names = [id, name].filter(known => known !== null);
    const agent = 'name' in by ? by.name : by.type;
    const act = {agent, session: names.length === 0 ? null : names};
    const permitted = asked(
      withReading(
        policy.permits({...act, tool, reads}),
        showsOutput({tool, reads, call}) ? policy.permits({...act, tool: READING, reads: true}) : null,
      ),
      asks,
    );
    const before = naming?.isNew ? [NEW] : names;
    // Who gives names must not thereby choose what is permitted.
    if (!naming || policy.isSameFor(before, [naming.isNew ? NEW : (id ?? NEW), naming.name])) return permitted;
    return {...permitted, decision: 'deny', reasons: [...permitted.reasons, nameOfPersons(naming.name)]};
  }
}

/** By whatever way a session is read, this is said to it as well: who is refused it sees nothing of what is printed there. */
const READING = 'read_output';

/** Typing is answered with what was printed. */
function showsOutput({tool, reads, call}: Pick<Called, 'tool' | 'reads' | 'call'>): boolean {
  return reads || tool === ATTACHED || call === null;
}

function withReading(permitted: Permitted, reading: Permitted | null): Permitted {
  if (reading === null || strictness.indexOf(reading.decision) <= strictness.indexOf(permitted.decision))
    return permitted;
  return {...permitted, decision: reading.decision, reasons: [...permitted.reasons, ...reading.reasons]};
}

const strictness: readonly Permitted['decision'][] = ['allow', 'ask', 'deny'];

function asked(permitted: Permitted, asks: readonly Reason[]): Permitted {
  const {decision, policy, reasons} = permitted;
  if (asks.length === 0 || policy.mode === 'permissive') return permitted;
  return {...permitted, decision: decision === 'deny' ? 'deny' : 'ask', reasons: [...reasons, ...asks]};
}

/** A session that is not there yet is called by nothing that anybody knows. */
const NEW = 'pty:new';

function nameOfPersons(name: string): Reason {
  const message = `What is permitted depends on the name ${JSON.stringify(name.slice(0, 40))}, or on that before: a person gives it.`;
  return {level: 'DANGEROUS', rule: 'permission-name', message, start: 0, end: 0, command: null, isFloor: false};
}

const OUTCOMES: Readonly<Record<string, Outcome>> = {approved: 'approved', denied: 'denied'};

function checkOf({decision, reasons}: Permitted): Check {
  return {
    level: 'DANGEROUS',
    decision,
    asks: decision === 'ask' ? 'person' : null,
    reasons,
    commands: [],
    cwd: null,
    aliases: new Map(),
    functions: new Set(),
    variables: new Map(),
    carried: new Map(),
  };
}

/** A call, as lines are kept and asked for. */
function lineOf({call, tool, place: {id, cwd}}: Called): ComposedLine {
  const place = {
    reading: 'call',
    program: tool,
    pid: null,
    family: 'other',
    shell: null,
    carried: false,
    ahead: false,
    continues: false,
  } as const;
  return {text: call, revision: 0, place: {...place, sessionId: id, cwd}};
}

function questionOf({text, place}: ComposedLine, by: Actor, check: Check, policyVersion: string): Question {
  return {
    line: text,
    cwd: place.cwd,
    sessionId: place.sessionId,
    agent: actorName(by),
    foreground: `call ${place.program}`,
    policyVersion,
    level: check.level,
    reasons: check.reasons,
    commands: [],
    shape: null,
    asker: 'connection' in by && by.connection !== undefined ? by.connection : '',
  };
}
