import {setImmediate as nextTurn} from 'node:timers/promises';
import type {CommandId, SessionId} from '../../core/index.ts';
import type {Decided, DecisionLog, Engine, EngineEvent} from '../../engine/index.ts';
import {type Approval, type AuditFields, Redaction} from '../../guard/index.ts';
import {AuditTrail, type AuditTrailOptions} from './audit-trail.ts';

export interface AuditLogOptions extends AuditTrailOptions {
  /** What it holds under telling names is nowhere in the audit. */
  readonly env: NodeJS.ProcessEnv;
}

/** Commands that were let through and have not ended; of more than this the oldest are not followed to their end. */
const MOST_FOLLOWED = 2000;
const MOST_REASONS = 20;
const SUMMARY = 200;
/** Fields that hold words of somebody else. */
const FREE_TEXT: ReadonlySet<string> = new Set([
  ...['agent', 'via', 'command', 'read_by', 'cwd', 'rules'],
  ...['approver', 'channel', 'file', 'output_summary'],
]);

/** Writes what is decided, what was answered, and what became of it. */
export class AuditLog implements DecisionLog, AsyncDisposable {
  readonly #options: AuditLogOptions;
  readonly #redaction: Redaction;
  #trail: Promise<AuditTrail> | null = null;
  /** Records of decisions, by the command that each became. */
  readonly #decisions = new Map<CommandId | string, number>();
  /** Lines that were let through, typed, by session: the next command there is one of them. */
  readonly #typed = new Map<SessionId, number>();
  /** Results that are being written. */
  readonly #results = new Set<Promise<void>>();

  constructor(options: AuditLogOptions) {
    this.#options = options;
    this.#redaction = new Redaction(options.env);
  }

  /** Follows commands to their end, and questions to their answers. */
  follow(engine: Engine): Disposable {
    const events = engine.events.subscribe({kinds: ['command_started', 'command_finished'], sessionId: null}, event =>
      this.#happened(engine, event),
    );
    const approvals = engine.approvals.onChange(approval => {
      if (approval.answer) void this.#append(this.#answered(approval)).catch(report);
    });
    return {
      [Symbol.dispose]: () => {
        events[Symbol.dispose]();
        approvals[Symbol.dispose]();
      },
    };
  }

  async decided(decided: Decided): Promise<void> {
    const {line, commandId, outcome} = decided;
    const seq = await this.#append(this.#decision(decided, await this.#open()));
    if (outcome === 'denied' || outcome === 'needs_confirmation' || outcome === 'needs_approval') return;
    if (commandId !== null) this.#remember(commandId, seq);
    else if (line.place.sessionId !== null) this.#typed.set(line.place.sessionId, seq);
  }

  async policyChanged(change: {readonly file: string; readonly version: string}): Promise<void> {
    await this.#append({event: 'policy', file: change.file, policy: change.version}).catch(report);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all(this.#results);
    await (await this.#trail?.catch(() => null))?.[Symbol.asyncDispose]();
  }

  #decision({line, by, check, policyVersion, outcome, approval, commandId}: Decided, trail: AuditTrail): AuditFields {
    const {text, place} = line;
    // What a program is given may be anything, also a secret that it has asked for in words of its own.
    const isCommand = place.reading === 'shell' || place.reading === 'interpreter' || place.reading === 'call';
    return {
      event: 'decision',
      session_id: place.sessionId,
      agent: 'name' in by ? by.name : by.type,
      via: 'via' in by ? (by.via ?? null) : null,
      command: isCommand ? text : null,
      ...(isCommand && text !== null ? {command_hmac: trail.digest(text)} : {}),
      read_by: place.program === null ? place.reading : `${place.reading} ${place.program}`,
      cwd: place.cwd,
      safety_level: check.level,
      decision: outcome,
      user_confirmed: outcome === 'approved',
      rules: [...new Set(check.reasons.map(({rule}) => rule))].slice(0, MOST_REASONS),
      policy: policyVersion,
      ...(approval ? {approval_id: approval.id} : {}),
      ...(approval?.answer ? {approver: approval.answer.by, channel: approval.answer.channel} : {}),
      ...(commandId === null ? {} : {command_id: commandId}),
    };
  }

  #answered({id, state, sessionId, agent, line, answer}: Approval): AuditFields {
    return {
      event: 'answer',
      session_id: sessionId,
      agent,
      approval_id: id,
      command: line,
      answer: state,
      scope: answer?.scope ?? null,
      approver: answer?.by ?? null,
      channel: answer?.channel ?? null,
    };
  }

  #happened(engine: Engine, {kind, sessionId, data}: EngineEvent): void {
    const id = String(data['command_id']) as CommandId;
    if (kind === 'command_started') {
      const typed = sessionId === null ? undefined : this.#typed.get(sessionId);
      if (typed === undefined || this.#decisions.has(id) || sessionId === null) return;
      this.#typed.delete(sessionId);
      this.#remember(id, typed);
      return;
    }
    const decision = this.#decisions.get(id);
    if (decision === undefined) return;
    this.#decisions.delete(id);
    const written = this.#ended(engine, id, decision, data)
      .catch(report)
      .finally(() => this.#results.delete(written));
    this.#results.add(written);
  }

  /** Whoever waits for the command is answered first. */
  async #ended(engine: Engine, id: CommandId, decision: number, data: EngineEvent['data']): Promise<void> {
    await nextTurn();
    await this.#append(this.#result(engine, id, decision, data), {held: true});
  }

  #result(engine: Engine, id: CommandId, decision: number, data: EngineEvent['data']): AuditFields {
    const found = engine.command(id);
    const record = found?.record;
    const from = record?.outputStart ?? record?.submittedAt ?? null;
    const to = record?.outputEnd ?? null;
    const bytes = from === null || to === null ? null : to - from;
    return {
      event: 'result',
      session_id: found?.session.id ?? null,
      decision_seq: decision,
      command_id: id,
      state: data['state'],
      exit_code: data['exit_code'],
      duration_ms: record?.endedAtMs == null ? null : Math.round(record.endedAtMs - record.submittedAtMs),
      output_summary: `${bytes ?? '?'} bytes${found && from !== null && bytes ? `, last line: ${this.#lastLine(found.session.lastLine(from))}` : ''}`,
      log: from === null ? null : {from, to},
    };
  }

  #lastLine(line: string): string {
    return this.#redaction.redact(line).slice(0, SUMMARY);
  }

  #remember(id: string, seq: number): void {
    this.#decisions.set(id, seq);
    const [oldest] = this.#decisions.keys();
    if (this.#decisions.size > MOST_FOLLOWED && oldest !== undefined) this.#decisions.delete(oldest);
  }

  /** What could not be opened is tried again with the next record. */
  #open(): Promise<AuditTrail> {
    this.#trail ??= AuditTrail.open(this.#options).catch(error => {
      this.#trail = null;
      throw error;
    });
    return this.#trail;
  }

  async #append(fields: AuditFields, options?: {readonly held: boolean}): Promise<number> {
    const opened = this.#open();
    const trail = await opened;
    try {
      return await trail.append(this.#redacted(fields), options);
    } catch (error) {
      if (!trail.isLost) throw error;
      if (this.#trail === opened) {
        report(error);
        this.#trail = null;
      }
      return (await this.#open()).append(this.#redacted(fields), options);
    }
  }

  /** A directory, the name of an agent or of a rule may hold a secret as well as a command does. */
  #redacted(fields: AuditFields): AuditFields {
    const redact = (value: unknown): unknown => {
      if (typeof value === 'string') return this.#redaction.redact(value);
      return Array.isArray(value) ? value.map(redact) : value;
    };
    const redacted: Record<string, unknown> = {...fields};
    for (const name of FREE_TEXT) if (name in redacted) redacted[name] = redact(redacted[name]);
    return redacted;
  }
}

/** The line has gone already: that is told where whoever runs the server looks. */
function report(error: unknown): void {
  console.error(`${new Date().toISOString()} audit: ${error instanceof Error ? error.message : String(error)}`);
}
