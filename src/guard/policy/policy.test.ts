import {expect, test} from 'vitest';
import {defaultPolicy, Policy, type PolicySettings, type Rule} from './policy.ts';

function decide(line: string, settings: Partial<PolicySettings> = {}): string {
  return new Policy({...defaultPolicy, ...settings}).check(line).decision;
}

test.each([
  ['strict', ['ask', 'ask', 'ask']],
  ['normal', ['allow', 'ask', 'ask']],
  ['permissive', ['allow', 'allow', 'allow']],
] as const)('in mode %s what is safe, what asks for care and what is dangerous are decided as %s', (mode, decided) => {
  expect(['ls', 'mkdir x', 'rm x'].map(line => decide(line, {mode}))).toEqual(decided);
});

test.each(['rm -rf /', ':(){ :|:& };:', 'echo x > ~/.cotty/config.toml', 'ls \u0007', 'dd if=x of=/dev/sda'])(
  'nothing allows %j',
  line => {
    const rules: Rule[] = [{regex: '.*', decision: 'allow'}];
    expect(decide(line, {mode: 'permissive', rules})).toBe('deny');
  },
);

test('a safe command runs without being asked about, and what stands beside it does not', () => {
  const settings = {safe_commands: ['cargo build']};
  expect(decide('cargo build --release', settings)).toBe('allow');
  expect(decide('cargo build && cargo build -v', settings)).toBe('allow');
  expect(decide('cargo test', settings)).toBe('ask');
  expect(decide('cargo build && rm x', settings)).toBe('ask');
  expect(decide('cargo build > out', settings)).toBe('ask');
  expect(decide('cargo build $(rm x)', settings)).toBe('ask');
  expect(decide('cargo build "$x"', settings)).toBe('ask');
  expect(decide('RUSTC_WRAPPER=./x cargo build', settings)).toBe('ask');
  expect(decide('./cargo build', settings)).toBe('ask');
  expect(decide('cargo buildx', settings)).toBe('ask');
});

test('deny wins over ask, and ask over allow', () => {
  const allow: Rule = {prefix: ['npm'], decision: 'allow'};
  const ask: Rule = {prefix: ['npm', ['test', 'run']], decision: 'ask'};
  const deny: Rule = {prefix: ['npm', 'publish'], decision: 'deny'};
  const rules = [allow, ask, deny];
  expect(
    ['npm install', 'npm test', 'npm publish', 'ls; npm publish', 'echo $(npm publish)', '/usr/bin/npm publish'].map(
      line => decide(line, {rules}),
    ),
  ).toEqual(['allow', 'ask', 'deny', 'deny', 'deny', 'deny']);
});

test('an option before a subcommand leads around no rule that refuses, and into none that allows', () => {
  const refused: Rule[] = [{prefix: ['git', ['push', 'pull'], 'origin'], decision: 'deny'}];
  const lines = [
    'git push origin',
    'git -C x push origin',
    'git --no-pager push --force origin',
    'git -c a=b push -u origin',
  ];
  expect(lines.map(line => decide(line, {rules: refused}))).toEqual(lines.map(() => 'deny'));
  for (const line of ['git commit -m push origin', 'git log push', 'git push other origin', 'git -C push status'])
    expect([line, decide(line, {rules: refused})]).not.toEqual([line, 'deny']);
  expect(decide('npm --prefix x run', {rules: [{prefix: ['npm', 'run'], decision: 'allow'}]})).toBe('ask');
});

test('a pattern that allows must fit the whole command; one that refuses may stand anywhere', () => {
  expect(decide('make x && make y', {rules: [{regex: 'make [a-z]', decision: 'allow'}]})).toBe('allow');
  expect(decide('make xy', {rules: [{regex: 'make [a-z]', decision: 'allow'}]})).toBe('ask');
  expect(decide('ls; echo "pro""duction"', {rules: [{regex: 'production', decision: 'deny'}]})).toBe('deny');
});

test('a dangerous pattern makes a line dangerous', () => {
  const check = new Policy({...defaultPolicy, dangerous_patterns: ['(?i)DROP TABLE']}).check('echo "drop table x"');
  expect(check).toMatchObject({level: 'DANGEROUS', decision: 'ask'});
});

test('sudo is refused unless it is allowed, and then asked for', () => {
  expect(
    ['sudo ls', 'echo $(sudo ls)', '/usr/bin/sudo ls', 'su'].map(line => decide(line, {mode: 'permissive'})),
  ).toEqual(['deny', 'deny', 'deny', 'deny']);
  expect(decide('sudo ls', {allow_sudo: true})).toBe('ask');
});

test('a rule whose own examples contradict it is refused when it is loaded', () => {
  const rule =
    (more: Partial<Rule>): (() => Policy) =>
    () =>
      new Policy({...defaultPolicy, rules: [{prefix: ['npm', 'publish'], decision: 'deny', ...more}]});
  expect(
    rule({match: ['npm publish --tag x', 'ls && npm publish'], not_match: ['npm test', 'echo npm publish']}),
  ).not.toThrow();
  expect(rule({match: ['npm pub']})).toThrow(/does not hold for its own example "npm pub"/);
  expect(rule({not_match: ['npm publish']})).toThrow(/holds for its own example/);
  expect(rule({regex: 'x'})).toThrow(/not both/);
  expect(rule({prefix: undefined, regex: '(a+)\\1'})).toThrow(/cannot be used/);
});

test('what is found behind very much that is allowed is not allowed with it', () => {
  const line = `${'cargo build; '.repeat(300)}rm x`;
  expect(decide(line, {safe_commands: ['cargo build']})).toBe('ask');
  expect(decide(`${'cargo build; '.repeat(1200)}sudo x`, {safe_commands: ['cargo build']})).not.toBe('allow');
});

test('an agent is asked about what can be taken back, a person about the rest', () => {
  const asked = (line: string, settings: Partial<PolicySettings> = {}): unknown =>
    new Policy({...defaultPolicy, ...settings}).check(line).asks;
  expect(['ls', 'mkdir x', 'rm x', 'rm -rf /'].map(line => asked(line))).toEqual([null, 'agent', 'person', null]);
  expect(['ls', 'mkdir x'].map(line => asked(line, {mode: 'strict'}))).toEqual(['person', 'person']);
  expect(asked('mkdir x', {rules: [{prefix: ['mkdir'], decision: 'ask'}]})).toBe('person');
});

test('a pattern that takes long elsewhere does not here', () => {
  expect(decide(`echo ${'a'.repeat(10_000)}!`, {rules: [{regex: '(a+)+$', decision: 'deny'}]})).not.toBe('deny');
});

test('what a rule denies is not hidden behind more than is looked at, in any mode', () => {
  const rules: Rule[] = [{prefix: ['npm', 'publish'], decision: 'deny'}];
  for (const line of [
    `${'ls;'.repeat(1500)}npm publish`,
    `npm publish ${'x'.repeat(70_000)}`,
    `${'('.repeat(500)}npm publish${')'.repeat(500)}`,
    `${'env '.repeat(40)}npm publish`,
    `echo ${'w '.repeat(9000)}; npm publish`,
  ])
    expect([line.slice(0, 12), decide(line, {mode: 'permissive', rules})]).not.toEqual([line.slice(0, 12), 'allow']);
});
