/** What iTerm2 shows beside a session of what an agent does there: registered, asked for and taken away over cotty's own endpoint. */
import {expect, test} from 'vitest';
import type {ShownPlace} from '../../src/core/index.ts';
import {Engine, type Session, servicesOf} from '../../src/engine/index.ts';
import {listSessions, readProfile, readVariables, sessionsOf, setProfile} from '../../src/iterm2-api/index.ts';
import {findTool, selectTools} from '../../src/tools/index.ts';
import {Iterm2OnTest} from '../support/iterm2-on-test.ts';
import {questionOf} from '../support/question.ts';

const ALL: readonly ShownPlace[] = ['status_bar', 'badge', 'tab_color'];
const COMPONENT = 'cotty.statusBar.dev.cotty.agent';

async function engineOver(iterm2: Iterm2OnTest, shows: readonly ShownPlace[]): Promise<Engine> {
  const engine = new Engine({backends: [iterm2.backend('client', shows)]});
  await engine.start();
  return engine;
}

async function call(engine: Engine, tool: string, input: Record<string, unknown>, env: NodeJS.ProcessEnv) {
  const caller = engine.caller('test', {type: 'agent', name: 'agent'});
  caller.env = env;
  const context = {services: servicesOf(engine), caller, signal: new AbortController().signal};
  return (await findTool(selectTools(['terminal']), tool).call(input, context)).value;
}

async function opened(engine: Engine, iterm2: Iterm2OnTest): Promise<{session: Session; guid: string}> {
  const created = await call(engine, 'manage_session', {action: 'create', shell: 'bash'}, iterm2.env);
  using app = await iterm2.client();
  const [one] = sessionsOf(await listSessions(app));
  return {session: engine.session(String(created.session_id)), guid: one?.id ?? ''};
}

/** What the component says, the badge, and whether the tab has a colour. */
async function shown(iterm2: Iterm2OnTest, guid: string) {
  using app = await iterm2.client();
  const {[COMPONENT]: says} = await readVariables(app, guid, [COMPONENT]);
  const profile = await readProfile(app, guid);
  return {says, badge: profile.get('Badge Text'), isColoured: profile.get('Use Tab Color')};
}

test('the component, the badge and the colour follow what the agent does, and whether it needs the person', async () => {
  await using iterm2 = await Iterm2OnTest.start();
  await using engine = await engineOver(iterm2, ALL);
  const {session, guid} = await opened(engine, iterm2);
  const look = () => shown(iterm2, guid);
  await expect.poll(look).toEqual({says: 'Agent: Ready', badge: 'Agent: Ready', isColoured: true});
  const command = 'read -r line; echo "\\(got) $line"';
  const running = call(engine, 'run_command', {session_id: session.id, command, timeout: 0}, iterm2.env);
  await expect.poll(look).toEqual({says: `Agent: running ${command}`, badge: 'Agent: running', isColoured: true});
  await running;
  const {id} = engine.approvals.ask(questionOf({sessionId: session.id}));
  await expect.poll(look).toMatchObject({says: 'Agent: needs you', badge: 'Agent: needs you'});
  engine.approvals.answer(id, {decision: 'deny', scope: 'once', by: 'me', channel: 'terminal'});
  await expect.poll(look).toMatchObject({says: `Agent: running ${command}`});
  await call(engine, 'send_text', {session_id: session.id, text: 'x', submit: true}, iterm2.env);
  await expect.poll(look).toMatchObject({says: 'Agent: Ready', badge: 'Agent: Ready'});
});

test('what was there before is there again when the session is let go of, and when the server ends', async () => {
  await using iterm2 = await Iterm2OnTest.start();
  const person = await iterm2.open({argv: ['bash', '--norc', '--noprofile']});
  const guid = iterm2.guidOf(person);
  {
    using app = await iterm2.client();
    await setProfile(app, guid, {'Badge Text': 'mine', 'Use Tab Color': false});
  }
  const before = {badge: 'mine', isColoured: false};
  const look = () => shown(iterm2, guid);
  const ours = {badge: 'Agent: Ready', isColoured: true};
  {
    await using engine = await engineOver(iterm2, ALL);
    const adopted = await call(engine, 'manage_session', {action: 'adopt', session_id: guid}, iterm2.env);
    await expect.poll(look).toMatchObject(ours);
    await call(engine, 'manage_session', {action: 'release', session_id: adopted.session_id}, iterm2.env);
    expect(await look()).toMatchObject(before);
    await call(engine, 'manage_session', {action: 'adopt', session_id: guid}, iterm2.env);
    await expect.poll(look).toMatchObject(ours);
  }
  expect(await look()).toMatchObject(before);
  {
    await using _next = await engineOver(iterm2, ALL);
    await expect.poll(look).toMatchObject(ours);
  }
  expect(await look()).toMatchObject(before);
});

test('nothing is offered or shown where nobody asked for it', async () => {
  await using iterm2 = await Iterm2OnTest.start();
  await using engine = await engineOver(iterm2, []);
  const {session, guid} = await opened(engine, iterm2);
  const before = await shown(iterm2, guid);
  await call(engine, 'run_command', {session_id: session.id, command: 'true'}, iterm2.env);
  expect(await shown(iterm2, guid)).toEqual(before);
  expect(before.says).toBe(null);
});
