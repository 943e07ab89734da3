import {describe, expect, test} from 'vitest';
import {plain, ShellOnTest} from './testing/shell-on-test.ts';

describe.each(['bash', 'zsh', 'fish'])('%s', name => {
  const status = name === 'fish' ? '$status' : '$?';

  test('D01 output without a newline comes out exactly, and the directory is told', async () => {
    await using shell = await ShellOnTest.ready(name);
    const ran = await shell.run('printf foo');
    expect({...ran, output: plain(ran.output)}).toMatchObject({status: 0, output: 'foo', cwd: shell.home});
  });

  test('D02 a command without output completes with its status', async () => {
    await using shell = await ShellOnTest.ready(name);
    const ran = await shell.run('true');
    expect({status: ran.status, output: plain(ran.output)}).toEqual({status: 0, output: ''});
  });

  test('D03 Enter on an empty line is no command', async () => {
    await using shell = await ShellOnTest.ready(name);
    await shell.run('false');
    const since = shell.marks.length;
    shell.write('\r');
    await shell.mark('B', since);
    expect(shell.ran(since)).toMatchObject({status: null, output: ''});
    expect(shell.marks.slice(since).filter(mark => mark.kind === 'C')).toEqual([]);
    expect(plain((await shell.run(`echo ${status}`)).output)).toMatch(/^[01]\n$/);
  });

  test('D12 the status reaches the next command unharmed', async () => {
    await using shell = await ShellOnTest.ready(name);
    expect((await shell.run('false')).status).toBe(1);
    expect(plain((await shell.run(`echo ${status}`)).output)).toBe('1\n');
    expect((await shell.run("sh -c 'exit 255'")).status).toBe(255);
  });

  test('D05 a forged end mark without the nonce proves nothing', async () => {
    await using shell = await ShellOnTest.ready(name);
    const since = shell.marks.length;
    const ran = await shell.run(String.raw`printf '\033]133;D;0\007\033]133;D;7;cotty=wrong.1\007'; sh -c 'exit 3'`);
    expect(ran.status).toBe(3);
    // fish 4 says marks of its own, the same without a proof.
    const unproved = shell.marks.slice(since).filter(mark => !mark.proved);
    expect(unproved.map(mark => mark.params)).toEqual(expect.arrayContaining([['0'], ['7', 'cotty=wrong.1']]));
  });

  test('D19 a loop over several lines is one command', async () => {
    await using shell = await ShellOnTest.ready(name);
    const loop = name === 'fish' ? 'for i in 1 2\n  echo $i\nend' : 'for i in 1 2\ndo\n\techo $i\ndone';
    const ran = await shell.run(loop);
    expect(plain(ran.output)).toBe('1\n2\n');
    expect(ran.marks.filter(mark => mark.kind === 'C')).toHaveLength(1);
  });

  test('D24 nothing of ours stands between lines of which one leaves no last argument', async () => {
    await using shell = await ShellOnTest.ready(name);
    for (const line of ["echo ''", 'true | cat'])
      expect(plain((await shell.run(`${line}\necho b\n${line}`)).output).trim()).toBe('b');
  });

  test('D24 three commands on three lines run as one block with the last status', async () => {
    await using shell = await ShellOnTest.ready(name);
    const ran = await shell.run('echo a\necho b\nfalse');
    expect(plain(ran.output)).toBe('a\nb\n');
    expect(ran.status).toBe(1);
    // bash reads such a block line by line, the others whole.
    const cycles = ran.marks.filter(mark => 'CD'.includes(mark.kind)).map(mark => mark.kind + mark.cycle);
    expect(cycles).toEqual(name === 'bash' ? ['C1', 'D1', 'C2', 'D2', 'C3', 'D3'] : ['C1', 'D1']);
  });

  test('D27b a line with wrong syntax ends with a status and leaves a clean prompt', async () => {
    await using shell = await ShellOnTest.ready(name);
    const wrong = name === 'fish' ? 'end' : 'fi';
    for (let i = 0; i < 2; i++) {
      const ran = await shell.run(wrong);
      expect(ran.status).toBeGreaterThan(0);
      expect(ran.marks.map(mark => mark.kind).filter(kind => 'CD'.includes(kind))).toEqual(['C', 'D']);
      expect(ran.marks.find(mark => mark.kind === 'C')?.params).toContain('err=1');
    }
    expect(plain((await shell.run('echo fine')).output)).toBe('fine\n');
  });

  test('a comment completes', async () => {
    await using shell = await ShellOnTest.ready(name, {home: {'.zshrc': 'setopt interactive_comments'}});
    const since = shell.marks.length;
    shell.submit('# nothing');
    await shell.mark('D', since);
    expect(plain((await shell.run('echo on')).output)).toBe('on\n');
  });

  test('D20 an unclosed quote is said to continue, and Ctrl-C gets out of it', async () => {
    await using shell = await ShellOnTest.ready(name);
    const since = shell.marks.length;
    shell.submit('echo "a');
    await shell.mark('K', since);
    await shell.interrupt(since);
    await shell.mark('B', shell.marks.length - 1);
    expect(plain((await shell.run('echo fine')).output)).toBe('fine\n');
  });

  test('D56 Ctrl-C at a running command ends it with 130', async () => {
    await using shell = await ShellOnTest.ready(name);
    const since = shell.marks.length;
    shell.submit("sh -c 'echo begun; exec sleep 60'");
    await shell.text('begun\r\n', shell.output.length);
    await shell.interrupt(since);
    expect(shell.ran(since).status).toBe(130);
  });

  test('D59 Ctrl-C at a half-typed line is a bare D: nothing ran', async () => {
    await using shell = await ShellOnTest.ready(name);
    const since = shell.marks.length;
    shell.write('echo hal');
    await shell.text('hal', shell.marks.at(-1)?.to);
    await shell.interrupt(since);
    expect(shell.ran(since)).toMatchObject({status: null, output: ''});
    expect(shell.marks.slice(since).some(mark => mark.kind === 'C')).toBe(false);
    expect(plain((await shell.run('echo fine')).output)).toBe('fine\n');
  });

  test('D29 D30 exit and exec say no D', async () => {
    await using shell = await ShellOnTest.ready(name);
    const since = shell.marks.length;
    shell.submit('exit 3');
    const exit = await shell.until('exit', () => shell.exit);
    expect(exit.exitCode).toBe(3);
    expect(shell.ran(since).status).toBe(null);
  });

  test('D28 an inner shell says no proved marks, the outer one resumes with its status', async () => {
    await using shell = await ShellOnTest.ready(name);
    const since = shell.marks.length;
    // A prompt of its own: the usual one is another for root than for the rest.
    shell.submit("env PS1='inner: ' sh -i");
    const start = await shell.mark('C', since);
    await shell.text('inner: ', start.to);
    shell.write('exit 4\r');
    await shell.mark('D', since);
    expect(shell.ran(since)).toMatchObject({status: 4});
    expect(
      shell
        .ran(since)
        .marks.filter(mark => mark.kind === 'A' && mark.from > start.to)
        .every(mark => mark.cycle > 1),
    ).toBe(true);
  });

  test('D53 fifty commands in a row keep their own results', async () => {
    await using shell = await ShellOnTest.ready(name);
    for (let i = 0; i < 50; i++) {
      const ran = await shell.run(`echo n${i}; sh -c 'exit ${i}'`);
      expect([ran.status, plain(ran.output)]).toEqual([i, `n${i}\n`]);
    }
  });

  test('a directory with blanks, semicolons and umlauts is told exactly', async () => {
    await using shell = await ShellOnTest.ready(name);
    const ran = await shell.run("mkdir -p 'a b;ü%41' && cd 'a b;ü%41'");
    expect(ran.cwd).toBe(`${shell.home}/a b;ü%41`);
  });

  test('a typed line is told with C where the shell knows it', async () => {
    await using shell = await ShellOnTest.ready(name);
    const since = shell.marks.length;
    shell.write('echo "ü; a"\r');
    const start = await shell.mark('C', since);
    const told = start.params.find(param => param.startsWith('cmdline_url='));
    expect(told === undefined ? undefined : decodeURIComponent(told.slice(12))).toBe(
      name === 'bash' ? undefined : 'echo "ü; a"',
    );
  });

  test('programs see the nonce in no variable, and no file holds it', async () => {
    await using shell = await ShellOnTest.ready(name, {
      home: {'.bashrc': 'set -a; export PS1', '.zshrc': 'setopt all_export'},
    });
    await shell.run('true');
    expect(plain((await shell.run('env')).output)).not.toContain('n0nce');
    expect(plain((await shell.run('cd ..; cat shell/* shell/*/.z* 2>/dev/null; echo done')).output)).not.toContain(
      'n0nce',
    );
  });
});
