/** Questions that iTerm2 itself asks its person, by an alert: over cotty's own endpoint, where a test presses the buttons. */
import {userInfo} from 'node:os';
import {expect, test} from 'vitest';
import {TerminalAlerts} from '../../src/app/notification/terminal-alerts.ts';
import type {ShownPlace} from '../../src/core/index.ts';
import {Engine, type Session} from '../../src/engine/index.ts';
import {listSessions, readVariables, sessionsOf} from '../../src/iterm2-api/index.ts';
import type {ShownAlert} from '../../src/transports/iterm2/endpoint.ts';
import {Iterm2OnTest} from '../support/iterm2-on-test.ts';
import {questionOf} from '../support/question.ts';

/** A session of cotty's in an iTerm2 whose person is this test. */
class Asked implements AsyncDisposable {
  readonly iterm2: Iterm2OnTest;
  readonly engine: Engine;
  readonly #alerts: TerminalAlerts;

  private constructor(iterm2: Iterm2OnTest, engine: Engine) {
    this.iterm2 = iterm2;
    this.engine = engine;
    this.#alerts = new TerminalAlerts({engine, answer: (id, answer) => void engine.approvals.answer(id, answer)});
  }

  static async open(onAlert: (alert: ShownAlert) => Promise<number>, shows: readonly ShownPlace[] = ['alert']) {
    const iterm2 = await Iterm2OnTest.start(undefined, {onAlert});
    const engine = new Engine({backends: [iterm2.backend('client', shows)]});
    await engine.start();
    return new Asked(iterm2, engine);
  }

  session(): Promise<Session> {
    return this.engine.open({shell: 'bash', baseEnv: this.iterm2.env});
  }

  /** An agent asks for a line; resolves with the state and the channel of the answer. */
  ask(session: Session, line: string) {
    const answered = Promise.withResolvers<unknown>();
    const {approvals} = this.engine;
    const {id} = approvals.ask(questionOf({line, cwd: '/tmp/a "b"', sessionId: session.id, agent: 'agent claude'}));
    const following = approvals.onChange(approval => {
      if (approval.id !== id || !approval.answer) return;
      const {channel, by} = approval.answer;
      answered.resolve({state: approval.state, channel, by});
      following[Symbol.dispose]();
    });
    return {id, answered: answered.promise};
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#alerts[Symbol.dispose]();
    await this.engine[Symbol.asyncDispose]();
    await this.iterm2[Symbol.asyncDispose]();
  }
}

const by = userInfo().username;

test.for([
  [0, 'denied'],
  [1, 'approved'],
] as const)('button %i of iTerm2’s alert is an answer: %s', async ([place, state]) => {
  const seen: ShownAlert[] = [];
  await using asked = await Asked.open(async alert => {
    seen.push(alert);
    return place;
  });
  const line = 'rm -rf "$HOME" \'x\' \\(user.cotty) \u202e; iterm2.alert()\n";echo';
  expect(await asked.ask(await asked.session(), line).answered).toEqual({state, channel: 'alert', by});
  const [alert] = seen;
  expect(alert?.title).toBe('cotty: agent claude asks (DANGEROUS)');
  expect(alert?.text).toContain(
    'rm -rf "$HOME" \'x\' \\(user.cotty) <U+202E>; iterm2.alert()\\n";echo\nin /tmp/a "b"\n',
  );
  expect(alert?.buttons).toEqual(['Deny', 'Run once']);
});

test('its texts are in no variable any more when it is answered', async () => {
  const during = Promise.withResolvers<void>();
  const pressed = Promise.withResolvers<number>();
  await using asked = await Asked.open(() => {
    during.resolve();
    return pressed.promise;
  });
  const {answered} = asked.ask(await asked.session(), 'rm -rf x');
  await during.promise;
  using app = await asked.iterm2.client();
  const [session] = sessionsOf(await listSessions(app));
  const told = async (): Promise<number> => {
    const {'*': all} = await readVariables(app, session?.id ?? '', ['*']);
    return JSON.stringify(all).split('rm -rf x').length - 1;
  };
  expect(await told()).toBe(1);
  pressed.resolve(0);
  await answered;
  await expect.poll(told).toBe(0);
});

test('one question is shown at a time, and what is answered elsewhere meanwhile stays as it was answered', async () => {
  const seen: string[] = [];
  const shown = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const pressed = [Promise.withResolvers<number>(), Promise.withResolvers<number>()];
  await using asked = await Asked.open(({text}) => {
    const at = seen.push(text.split('\n')[0] ?? '') - 1;
    shown[at]?.resolve();
    return pressed[at]?.promise ?? Promise.resolve(0);
  });
  const session = await asked.session();
  const first = asked.ask(session, 'rm -rf one');
  const second = asked.ask(session, 'rm -rf two');
  const third = asked.ask(session, 'rm -rf three');
  await shown[0]?.promise;
  asked.engine.approvals.answer(first.id, {decision: 'deny', scope: 'once', by: 'me', channel: 'terminal'});
  asked.engine.approvals.answer(second.id, {decision: 'deny', scope: 'once', by: 'me', channel: 'terminal'});
  expect(seen).toEqual(['rm -rf one']);
  pressed[0]?.resolve(1);
  await shown[1]?.promise;
  expect(seen).toEqual(['rm -rf one', 'rm -rf three']);
  pressed[1]?.resolve(1);
  expect(await first.answered).toMatchObject({state: 'denied', channel: 'terminal'});
  expect(await third.answered).toMatchObject({state: 'approved', channel: 'alert'});
});

test('a line that is too long to be seen there, and a session whose person has not asked for alerts, are asked about elsewhere', async () => {
  const seen: ShownAlert[] = [];
  const press = async (alert: ShownAlert): Promise<number> => seen.push(alert);
  await using asked = await Asked.open(press);
  const long = asked.ask(await asked.session(), `echo ${'x'.repeat(400)}`);
  await using unasked = await Asked.open(press, ['status_bar']);
  const other = unasked.ask(await unasked.session(), 'rm -rf x');
  for (const [{engine}, {id, answered}] of [
    [asked, long],
    [unasked, other],
  ] as const) {
    engine.approvals.answer(id, {decision: 'deny', scope: 'once', by: 'me', channel: 'terminal'});
    expect(await answered).toMatchObject({channel: 'terminal'});
  }
  expect(seen).toEqual([]);
});
