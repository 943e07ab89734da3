/** Lines of an agent that go over several Enters, or that keys expand: judged as what the shell will take, and gone on with as they were left. */
import {describe, expect, test} from 'vitest';
import {fullShells} from '../conformance/test-terminal.ts';
import {needs} from '../support/needs.ts';
import {ASKED, EVIL, type Guarded, guarded, startsUp} from './guarded.ts';

const sure = {submit: true, confirm: true};

/** A person says yes to the one question that waits; resolves to the line that was asked about. */
function approve({terminal: {engine}}: Guarded): string | null | undefined {
  const waiting = engine.approvals.list().filter(({state}) => state === 'pending');
  expect(waiting).toHaveLength(1);
  engine.approvals.answer(waiting[0]?.id ?? '', {decision: 'approve', scope: 'once', by: 'me', channel: 'terminal'});
  return waiting[0]?.line;
}

describe.each(fullShells)('%s', shell => {
  test('a word that goes on in the next line is one word', async () => {
    await using agent = await guarded(shell);
    await agent.type('r\\', sure);
    expect(await agent.type('m -f x; touch ran', sure)).toBe(ASKED);
    expect(agent.hasRun()).toBe(false);
  });

  test('the last of several lines goes on where it was stopped, with the same call, and is what was asked about', async () => {
    await using agent = await guarded(shell);
    await agent.type('true &&', sure);
    expect(await agent.type(EVIL, sure)).toBe(ASKED);
    expect(approve(agent)).toBe(`true &&\n${EVIL}`);
    expect(await agent.type(EVIL, sure)).toBe('completed');
    expect(agent.hasRun()).toBe(true);
  });
});

test.each([
  ['C-x', 'g'],
  ['C-x', 'G'],
  ['C-x', 'Tab'],
  ['C-x', '*'],
])('zsh expands nothing unasked at %s %s', async (...keys) => {
  await using agent = await guarded('zsh');
  await agent.type('echo $(touch ran)');
  expect(await agent.keys(...keys)).toBe('needs_confirmation');
  await agent.keys('C-c');
  await agent.atPrompt();
  expect(agent.hasRun()).toBe(false);
});

test('a statement that was stopped at its Enter stands there once, and goes on with the same call', async () => {
  needs('python3');
  await using agent = await guarded('bash', {safe_commands: ['python3']});
  await agent.run('python3 -q -i', startsUp);
  expect(await agent.type('x = "ab"; x', {submit: true})).toBe('needs_confirmation');
  await agent.type('x = "ab"; x', sure);
  await agent.terminal.until(session => session.lastLine().startsWith('>>>'));
  const screen = await agent.terminal.call('read_screen', {});
  expect(String(screen.text)).toContain("'ab'");
  expect(String(screen.text)).not.toContain('Error');
});

describe('a line that an agent has left at a prompt of a program', () => {
  const inSqlite = async () => {
    needs('sqlite3');
    const agent = await guarded('bash', {safe_commands: ['sqlite3']});
    await agent.run('sqlite3 x.db', {...startsUp, until: '^sqlite> $'});
    return agent;
  };

  test('stands in sqlite3 also behind Ctrl+C, and is judged with what follows', async () => {
    await using agent = await inSqlite();
    await agent.type('DELETE FROM t');
    await agent.keys('C-c');
    expect(await agent.type(';', sure)).toBe(ASKED);
  });

  test('is run together with no command, also where it ends as a prompt does', async () => {
    await using agent = await inSqlite();
    await agent.type('DROP TABLE t; SELECT 1 >');
    await expect(agent.run('0;', {confirm: true})).rejects.toMatchObject({code: 'input_held'});
  });

  test('is unknown behind Ctrl+U that has left something of it', async () => {
    await using agent = await inSqlite();
    await agent.type('DROP TABLE t; SELECT 1 >');
    await agent.keys('Left', 'C-u');
    expect(await agent.type('select 1;', sure)).toBe(ASKED);
  });

  test.each([
    ['sqlite3 x.db', 'sqlite>', 'select 1;', ['C-u']],
    ['sqlite3 x.db', 'sqlite>', 'select 1;', ['Up', 'Left', 'End', 'C-u']],
    ['python3 -q -i', '>>>', 'print(1)', ['C-u']],
    ['python3 -q -i', '>>>', 'print(1)', ['Left', 'C-c']],
    ['python3 -q -i', '>>>', 'print(1)', ['C-w', 'C-c']],
  ])('is gone: %s, %s %s, behind %j', async (program, prompt, statement, keys) => {
    needs(program.split(' ')[0] ?? '');
    await using agent = await guarded('bash', {safe_commands: ['python3', 'sqlite3']});
    const isBare = () => agent.terminal.until(session => session.lastLine() === prompt);
    await agent.run(program, {...startsUp, until: `^${prompt} $`});
    await agent.run(statement, {...startsUp, confirm: true});
    await isBare();
    await agent.type(statement);
    await agent.keys(...keys);
    await isBare();
    expect(await agent.type(statement, {submit: true})).toBe('needs_confirmation');
  });

  test.each(['python3 -q -i', 'sqlite3 x.db', 'bash --norc --noprofile'])(
    'is none where a key that moves or erases was pressed at the empty prompt of %s',
    async program => {
      const [name = ''] = program.split(' ');
      needs(name);
      const statement = {python3: 'print(1)', sqlite3: 'select 1;', bash: './mine'}[name] ?? '';
      await using agent = await guarded('bash', {safe_commands: [name]});
      await agent.run(program, {...startsUp, until: '(?:>|\\$|#) $'});
      for (const keys of [['C-l'], ['C-a'], ['C-e', 'C-k'], ['C-w'], ['BSpace'], ['C-h'], ['C-u', 'C-l']]) {
        await agent.keys(...keys);
        const state = await agent.type(statement, {submit: true});
        expect([keys, state]).toEqual([keys, 'needs_confirmation']);
        // The same call goes on with the line as it stands.
        await agent.type(statement, {...sure, timeout: 20});
      }
      expect([await agent.keys('C-u', `text:${statement}`, 'Enter')]).toEqual(['needs_confirmation']);
    },
  );

  test.each(['dash', 'bash --norc --noprofile --noediting'])(
    'is unknown behind a key that is text at the prompt of %s',
    async program => {
      await using agent = await guarded('bash', {safe_commands: ['dash', 'bash']});
      await agent.run(program, {...startsUp, until: '[#$] $'});
      await agent.keys('BSpace');
      expect(await agent.type('./mine', {submit: true})).toBe('needs_confirmation');
      await agent.keys('C-c');
      await agent.keys('C-l');
      expect(await agent.type('./mine', {submit: true})).toBe(ASKED);
    },
  );

  test('is judged whole where a person has pasted it in several lines', async () => {
    await using agent = await guarded('bash', {safe_commands: ['bash']});
    await agent.run('bash --norc --noprofile', {...startsUp, until: '[#$] $'});
    await agent.personTypes(`\x1b[200~${EVIL}\n\x1b[201~`);
    expect(await agent.type('#', sure)).toBe(ASKED);
    expect(agent.hasRun()).toBe(false);
  });

  test('hides nothing by what another program has read', async () => {
    needs('less', 'dash');
    await using agent = await guarded('bash', {safe_commands: ['dash', 'less']});
    agent.terminal.write('long.txt', 'line\n'.repeat(500));
    await agent.run('dash', {...startsUp, until: '^[#$] $', confirm: true});
    await agent.run('less long.txt', {...startsUp, until: '^(?::|long.txt)$', confirm: true});
    await agent.keys('text:#', 'q');
    await agent.terminal.until(session => /^[#$]$/.test(session.lastLine()));
    expect(await agent.type(EVIL, sure)).toBe(ASKED);
    expect(agent.hasRun()).toBe(false);
  });
});
