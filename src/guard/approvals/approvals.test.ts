import {expect, test} from 'vitest';
import {parseSessionId, type SessionId} from '../../core/index.ts';
import {defaultPolicy, Policy} from '../policy/policy.ts';
import type {Answer, Question} from './approval.ts';
import {Approvals} from './approvals.ts';
import {exactCommands, shapeOf} from './shape-of.ts';

const clock = {now: 0, wallMs: () => clock.now, monotonicMs: () => clock.now};
function session(name: string): SessionId {
  const id = parseSessionId(`pty:${name}`);
  if (!id) throw new Error('no id');
  return id;
}

const question: Question = {
  line: 'rm -rf build',
  cwd: '/home/me/project',
  sessionId: session('1'),
  agent: 'agent claude',
  foreground: 'bash',
  policyVersion: '1',
  level: 'DANGEROUS',
  reasons: [],
  commands: [['rm', '-rf', 'build']],
  shape: '[["rm","-rf","*"]]',
  asker: 'mcp:1',
};
const reason = (message: string): Question['reasons'][number] => ({
  level: 'CAUTION',
  rule: 'path.link',
  message,
  start: 7,
  end: 12,
  command: 0,
  isFloor: false,
});
const yes: Answer = {decision: 'approve', scope: 'once', by: 'me', channel: 'terminal'};

test('an answer counts once, for exactly what was asked', () => {
  const approvals = new Approvals(clock);
  const {id} = approvals.ask(question);
  expect(approvals.isApproved(question)).toBe(false);
  approvals.answer(id, yes);
  const changed: Partial<Question>[] = [
    {line: 'rm -rf build '},
    {cwd: '/home/me'},
    {sessionId: session('2')},
    {agent: 'agent other'},
    {foreground: 'ssh'},
    {policyVersion: '2'},
    // A link lies there now.
    {reasons: [reason('build leads to /home/me/other.')]},
  ];
  for (const change of changed) expect(approvals.use({...question, ...change})).toBe(false);
  expect([approvals.use(question), approvals.use(question)]).toEqual([true, false]);
  expect(approvals.get(id).state).toBe('used');
});

test('the same question is asked once, the first answer counts, and silence is no answer', () => {
  const approvals = new Approvals(clock);
  const {id} = approvals.ask(question);
  expect(approvals.ask(question).id).toBe(id);
  approvals.answer(id, {...yes, decision: 'deny'});
  expect(() => approvals.answer(id, yes)).toThrow(/denied already/);
  expect(approvals.use(question)).toBe(false);
  expect(approvals.ask(question)).toMatchObject({id, state: 'denied'});
  const again = approvals.ask({...question, line: 'rm -rf dist'});
  clock.now += 11 * 60_000;
  expect(approvals.get(again.id).state).toBe('expired');
  expect(() => approvals.answer(again.id, yes)).toThrow(/expired already/);
  expect(approvals.ask(question)).toMatchObject({state: 'pending'});
});

test('an answer that nobody uses is over after a while', () => {
  const approvals = new Approvals(clock);
  approvals.answer(approvals.ask(question).id, yes);
  clock.now += 11 * 60_000;
  expect(approvals.use(question)).toBe(false);
});

test('for a session what has the same shape is approved, in the same folder for the same writer', () => {
  const approvals = new Approvals(clock);
  approvals.answer(approvals.ask(question).id, {...yes, scope: 'session'});
  expect(approvals.isKnown({...question, line: 'rm -rf dist'})).toBe(true);
  expect(approvals.isKnown({...question, shape: '[["rm","*"]]'})).toBe(false);
  expect(approvals.isKnown({...question, cwd: '/etc'})).toBe(false);
  expect(approvals.isKnown({...question, agent: 'agent other'})).toBe(false);
  const {id} = approvals.ask({...question, shape: null, line: 'rm -rf $x'});
  expect(() => approvals.answer(id, {...yes, scope: 'session'})).toThrow(/only be approved once/);
});

test('no writer hides a question among very many', () => {
  const approvals = new Approvals(clock);
  for (let at = 0; at < 20; at++) approvals.ask({...question, line: `rm ${at}`});
  expect(() => approvals.ask({...question, line: 'rm x'})).toThrow(/wait for a person/);
  // A name is what a client calls itself.
  expect(() => approvals.ask({...question, agent: 'agent other'})).toThrow(/wait for a person/);
  expect(() => approvals.ask({...question, agent: 'agent other', asker: 'mcp:2'})).not.toThrow();
});

test('nor by ever new connections and names', () => {
  const approvals = new Approvals(clock);
  const asked = (at: number) =>
    approvals.ask({...question, line: `rm ${at}`, agent: `agent ${at}`, asker: `cli:${at}`});
  for (let at = 0; at < 60; at++) asked(at);
  expect(() => asked(60)).toThrow(/wait for a person/);
});

test('a shape leaves open what lies in the folder, and nothing else', () => {
  const shape = (line: string): string | null => shapeOf(new Policy(defaultPolicy).check(line));
  expect(shape('rm -rf build')).toBe(shape('rm -rf dist/x'));
  for (const other of [
    'rm -rf /etc',
    'rm -rf ../x',
    'rm -rf ~',
    'rm -r build',
    'rm -rf a b',
    'rm -rf .git',
    'rm -rf "*"',
  ])
    expect(shape(other)).not.toBe(shape('rm -rf build'));
  for (const open of ['rm -rf $x', 'rm -rf x > y', 'X=1 rm -rf x', 'rm -rf $(cat x)']) expect(shape(open)).toBeNull();
});

test.each([
  ['dd if=/dev/zero of=test.img', 'dd if=/dev/zero of=/etc/passwd'],
  ['kubectl delete pod web', 'kubectl delete namespace web'],
  ['git push --force origin feature', 'git push --force origin main'],
  ['aws ec2 stop-instances --instance-ids i-1', 'aws ec2 terminate-instances --instance-ids i-1'],
  ['sudo -u bob ls', 'sudo -u root ls'],
  ['kill -9 4321', 'kill -9 1'],
  ['chmod -R 755 build', 'chmod -R 777 build'],
  ['chown -R me build', 'chown -R root build'],
  ['docker rm -f web', 'docker rm -f db'],
  ['curl -X DELETE localhost/a', 'curl -X DELETE example.com/a'],
  ['useradd -G docker bob', 'useradd -G sudo bob'],
  ['gh pr close 5', 'gh pr merge 5'],
  ['rm -rf build; npm run lint', 'rm -rf build; npm run deploy'],
  ['mv -t build a', 'mv -t src a'],
])('who approves %s for a session does not approve %s', (line, other) => {
  const policy = new Policy({...defaultPolicy, allow_sudo: true});
  expect(shapeOf(policy.check(line))).not.toBe(shapeOf(policy.check(other)));
});

test.each([
  ['rm -rf build', 'rm -rf dist/x'],
  ['chmod -R 755 build', 'chmod -R 755 src'],
  ['git rm -rf build', 'git rm -rf src'],
  ['rm -rf build && echo done', 'rm -rf dist && echo done'],
])('who approves %s for a session approves %s', (line, other) => {
  const policy = new Policy(defaultPolicy);
  expect(shapeOf(policy.check(line))).toBe(shapeOf(policy.check(other)));
});

test.each(['rm -rf "a b"', 'rm -rf a ""', "rm -rf $'a\\tb'"])(
  'no rule says %s, which also other words would be',
  line => {
    const {commands, ...check} = new Policy(defaultPolicy).check(line);
    const shape = shapeOf({commands, ...check});
    expect(exactCommands({commands: commands.map(({argv}) => argv), shape})).toBeNull();
  },
);

test('what is found on the way to a file is part of the shape', () => {
  const look = {
    settings: () => [],
    has: () => false,
    real: (path: string) => path.replace(/^\/p\/link(?=\/|$)/, '/etc'),
    isOwn: () => false,
    hasAny: () => false,
    holdsOwn: () => false,
  };
  const shape = (line: string): string | null => shapeOf(new Policy(defaultPolicy).check(line, {cwd: '/p', look}));
  expect(shape('rm -rf build/x')).not.toBe(shape('rm -rf link/x'));
});

test('a clock that is set back lets neither a question nor an answer live longer', () => {
  const times = {wall: 10 * 3_600_000, monotonic: 0};
  const approvals = new Approvals({wallMs: () => times.wall, monotonicMs: () => times.monotonic});
  const asked = approvals.ask(question);
  const other = approvals.ask({...question, line: 'rm -rf dist'});
  approvals.answer(asked.id, yes);
  times.wall -= 5 * 3_600_000;
  times.monotonic += 9 * 60_000;
  expect([asked, other].map(({id}) => approvals.get(id).state)).toEqual(['approved', 'pending']);
  times.monotonic += 2 * 60_000;
  expect([asked, other].map(({id}) => approvals.get(id).state)).toEqual(['expired', 'expired']);
  expect([approvals.use(question), approvals.isApproved(question)]).toEqual([false, false]);
  expect(() => approvals.answer(other.id, yes)).toThrow(/expired already/);
});
