import {execFileSync} from 'node:child_process';
import {readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {describe, expect, test} from 'vitest';
import {legacyBash, plain, ShellOnTest} from './testing/shell-on-test.ts';

/** Shells set up in every way that has broken an integration before. In each, marks and statuses must be exact. */
const SETUPS: Readonly<Record<string, string>> = {
  'D11 PROMPT_COMMAND string': "PROMPT_COMMAND='echo -n; false'",
  'D11 PROMPT_COMMAND string with a trailing semicolon': "PROMPT_COMMAND='true;'",
  'D11 PROMPT_COMMAND array': 'PROMPT_COMMAND=(true "false;" "")',
  'D11 exported PROMPT_COMMAND': "export PROMPT_COMMAND='true'",
  'D11 DEBUG trap': 'trap \': "$BASH_COMMAND"\' DEBUG',
  'D11 DEBUG trap and functrace': 'trap \': "$BASH_COMMAND"\' DEBUG; set -T',
  'D11 prompt made anew each time': 'make() { PS1="[$?]"$\'\\n\'"$RANDOM\\$ "; PS2=\'more \'; }; PROMPT_COMMAND=make',
  'D11 a hook that adds itself late':
    "late() { PROMPT_COMMAND+=(true); unset -f late; }; PROMPT_COMMAND='declare -F late >/dev/null && late'",
  'D12 prompt with a failing substitution': "PS1='$(false)\\n$(exit 3)$ '",
  'D13 empty prompt': "PS1=''",
  'D13 unset prompt': 'unset PS1 PS2',
  'D14 vi mode with mode strings': 'set -o vi; bind "set show-mode-in-prompt on"',
  'promptvars off': 'shopt -u promptvars',
  nounset: 'set -u',
  errexit: 'set -e',
  'another IFS': 'IFS=tf0123456789',
  'case-insensitive matching': 'shopt -s nocasematch extglob nullglob failglob',
  'posix mode': 'set -o posix',
  'no history': 'set +o history; unset HISTFILE',
  'all exported': 'set -a',
  'no clobber': 'set -C',
  'D26 aliases of builtins':
    "for b in printf echo builtin local read set export unset return declare shopt bind trap source; do alias $b='echo BAD;'; done",
  'D26 functions like builtins':
    'printf() { echo BAD; }; echo() { :; }; set() { echo BAD; }; read() { echo BAD; }; cd() { command cd "$@"; }',
  'a DEBUG trap with extdebug': "shopt -s extdebug; trap ': x' DEBUG",
  "PS0 of one's own": "PS0='\\e[31m'",
};

describe.each(Object.entries(SETUPS))('bash with %s', (_, rc) => {
  test.each(['PS0', 'debug', ...(/=\(|\+=/.test(rc) ? [] : ['string'])])('keeps exact marks through %s', async way => {
    await using shell = await ShellOnTest.ready('bash', {home: {'.bashrc': rc}, ...legacyBash(way)});
    expect((await shell.run('true')).status).toBe(0);
    const ran = await shell.run('pwd');
    expect([ran.status, plain(ran.output)]).toEqual([0, `${shell.home}\n`]);
    // Without history nothing but a status of 2 betrays a line that no DEBUG trap saw.
    if (rc !== 'set -e' && !(way !== 'PS0' && rc.includes('+o history'))) {
      expect((await shell.run('(exit 7)')).status).toBe(7);
      expect((await shell.run('test "$?" = 7')).status).toBe(0);
    }
    expect((await shell.run(`true ! x`)).status).toBe(0);
    const since = shell.marks.length;
    shell.write('\r');
    await shell.mark('B', since);
    expect(
      shell.marks
        .slice(since)
        .map(mark => mark.kind + mark.params.includes('err=1'))
        .join(),
    ).toMatch(/^(D|A)false/);
  });
});

test.each([{POSIXLY_CORRECT: '1'}, {SHELLOPTS: 'posix'}])(
  'bash that is started in POSIX mode has exact marks: %o',
  async mode => {
    await using shell = await ShellOnTest.ready('bash', {
      home: {rc: 'own=yes; alias mine="echo an alias"', '.bashrc': 'own=bashrc'},
      // biome-ignore lint/suspicious/noTemplateCurlyInString: the shell's
      env: {...mode, ENV: '${HOME}/rc'},
    });
    expect((await shell.run("bash --norc -c 'exit 7'")).status).toBe(7);
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the shell's
    expect(plain((await shell.run('echo "$own $ENV"; mine')).output)).toBe('yes ${HOME}/rc\nan alias\n');
    expect(plain((await shell.run('shopt -o posix')).output)).toMatch(/^posix\s+on\n/);
  },
);

test('bash that is started in POSIX mode by a user without ENV has none', async () => {
  await using shell = await ShellOnTest.ready('bash', {env: {POSIXLY_CORRECT: '1'}});
  expect(plain((await shell.run('printenv ENV || echo none')).output)).toBe('none\n');
});

describe('beside a hook that wraps a prompt anew when it is not what it has left', () => {
  const wraps = (name: string) =>
    readFileSync(new URL(`../../../test/fixtures/shells/${name}.bash`, import.meta.url), 'utf8');

  test.each(['wraps-numbered', 'wraps-early'].flatMap(name => ['PS0', 'debug', 'string'].map(way => [name, way])))(
    'prompts do not grow: %s, through %s',
    async (name = '', way = '') => {
      await using shell = await ShellOnTest.ready('bash', {home: {'.bashrc': wraps(name)}, ...legacyBash(way)});
      const size = async () => plain((await shell.run('printf %s "$PS1$PS2" | wc -c')).output);
      await shell.run('true');
      const early = await size();
      for (let status = 0; status < 9; status++) expect((await shell.run(`(exit ${status})`)).status).toBe(status);
      expect(await size()).toBe(early);
    },
  );

  test('hooks see what they have left, and a readonly prompt stays as it is, in silence', async () => {
    await using shell = await ShellOnTest.ready('bash', {
      home: {'.bashrc': "PS1='home> '\nseen() { declare -p PS1 >seen; }\n__vsc_custom_PS1=1 PROMPT_COMMAND=seen\n"},
    });
    expect((await shell.run('true')).status).toBe(0);
    expect(plain((await shell.run('cat seen')).output)).toBe('declare -- PS1="home> "\n');
    const before = plain((await shell.run('readonly PS1; declare -p PS1')).output);
    expect((await shell.run('(exit 3)')).status).toBe(3);
    expect(plain((await shell.run('declare -p PS1')).output)).toBe(before);
    expect(plain(shell.output)).not.toContain('readonly variable');
  });

  test('who throws the last hook out has marks all the same', async () => {
    await using shell = await ShellOnTest.ready('bash', {home: {'.bashrc': wraps('wraps-early')}});
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the shell's
    expect((await shell.run('PROMPT_COMMAND=("${PROMPT_COMMAND[0]}")')).status).toBe(0);
    for (let status = 0; status < 3; status++) expect((await shell.run(`(exit ${status})`)).status).toBe(status);
  });
});

test('D11 the DEBUG trap of the user still fires, with the right status and last argument', async () => {
  const home = {'.bashrc': 'trap \'printf "<%s %s %s>" "$?" "$_" "$BASH_COMMAND"\' DEBUG'};
  for (const way of ['PS0', 'debug', 'string']) {
    await using shell = await ShellOnTest.ready('bash', {home, ...legacyBash(way)});
    await shell.run('(exit 4)');
    await shell.run('false abc');
    expect(plain((await shell.run('true')).output)).toContain('<1 abc true>');
  }
});

describe.each(['PS0', 'debug', 'string'])('D11 through %s our work is no failure of the user’s', way => {
  test.each([
    'set -e',
    "trap 'echo FAILED' ERR",
    'trap : DEBUG; set -e',
    "trap : DEBUG; trap 'echo FAILED' ERR",
    'trap \': "$?"\' DEBUG; set -eT; shopt -s extdebug',
    "trap '# nothing' DEBUG; set -e",
  ])('%s: what may fail ends no shell, and calls no trap', async rc => {
    await using shell = await ShellOnTest.ready('bash', {home: {'.bashrc': rc}, ...legacyBash(way)});
    const lines = [
      ['false || echo rescued', 'rescued\n', 0],
      ['false && echo x; echo on', 'on\n', 0],
      ['sh -c "exit 3" || true', '', 0],
      ['! true', '', 1],
      ['f() { false || echo within; }; f', 'within\n', 0],
      ['if false; then :; fi; (false || echo apart)', 'apart\n', 0],
    ] as const;
    for (const [line, output, status] of lines) {
      const ran = await shell.run(line);
      expect([line, ran.status, plain(ran.output)]).toEqual([line, status, output]);
    }
  });
});

test('D12 the end is told before a slow prompt', async () => {
  const slow = "PS1='$([ ! -e gate ] || read go <gate)$ '";
  await using shell = await ShellOnTest.ready('bash', {home: {'.bashrc': slow}});
  const gate = join(shell.home, 'gate');
  execFileSync('mkfifo', [gate]);
  const since = shell.marks.length;
  shell.submit('false');
  const end = await shell.mark('D', since);
  expect(shell.marks.at(-1)).toBe(end);
  writeFileSync(gate, '\n');
  await shell.mark('B', since);
});

test.each([
  'unset PROMPT_COMMAND',
  "PROMPT_COMMAND='true'",
  'PROMPT_COMMAND=()',
  'PROMPT_COMMAND=(true)',
  'PS1=new',
  'unset PS1',
  'PS0=',
])('marks survive %s at run time', async change => {
  await using shell = await ShellOnTest.ready('bash');
  expect((await shell.run(change)).status).toBe(0);
  expect((await shell.run('(exit 7)')).status).toBe(7);
  expect((await shell.run('test "$?" = 7')).status).toBe(0);
  expect((await shell.run('echo "healed!"')).status).toBe(0);
  expect((await shell.run('echo x')).cwd).toBe(shell.home);
});

test('pipe statuses reach the prompt of the user', async () => {
  await using shell = await ShellOnTest.ready('bash', {
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the shell's
    home: {'.bashrc': 'show() { seen="$? ${PIPESTATUS[*]}"; }; PROMPT_COMMAND=show'},
  });
  await shell.run('true | (exit 3) | (exit 4)');
  expect(plain((await shell.run('echo $seen')).output)).toBe('4 0 3 4\n');
});

test('a nested bash that inherits the prompts shows no marks of ours', async () => {
  await using shell = await ShellOnTest.ready('bash', {
    home: {'.bashrc': "export PS1='here> ' PS2 PROMPT_COMMAND=true"},
  });
  const since = shell.marks.length;
  shell.submit('bash --norc -i');
  const start = await shell.mark('C', since);
  await shell.text('here> ', start.to);
  shell.write('exit 5\r');
  await shell.mark('D', since);
  expect(shell.ran(since).status).toBe(5);
  expect(plain(shell.ran(since).output)).not.toContain('not found');
  expect(
    shell
      .ran(since)
      .marks.filter(mark => mark.from >= start.from)
      .map(mark => mark.kind)
      .join(''),
  ).toMatch(/^CD(AB?)?$/);
});

test('nothing of ours shows in a trace', async () => {
  await using shell = await ShellOnTest.ready('bash');
  await shell.run('set -x');
  const ran = await shell.run('echo traced');
  expect(plain(ran.output).replace(/^\++ __cotty_(first|last)x\n/gm, '')).toBe('+ echo traced\ntraced\n');
});

test('the prompt stream may go elsewhere', async () => {
  await using shell = await ShellOnTest.ready('bash');
  const since = shell.marks.length;
  shell.submit('exec 2>/dev/null; sh -c "exit 6"');
  await shell.mark('D', since);
  expect(shell.ran(since).status).toBe(6);
});
