import {describe, expect, test} from 'vitest';
import {type CommandId, isCottyError} from '../../core/index.ts';
import {CommandFile, deliverCommand, restoreStashedLine} from './index.ts';
import {legacyBash, plain, ShellOnTest} from './testing/shell-on-test.ts';

/** Prints each of its arguments as JSON on a line. */
const SHOW = 'node -e "for (const a of process.argv.slice(1)) console.log(JSON.stringify(a))" --';

const EXACT: readonly (readonly [string, string])[] = [
  ['D22 exclamation marks', 'hi! !! !$ !echo x'],
  ['a caret at the beginning', '^a^b'],
  ['D23 tabs and leading blanks', '\tx  \t y'],
  ['D23 control characters', '\x01\x03\x04\x05\x12\x15\x16\x17\x1a\x1b[A\x7f'],
  ['quotes for the paste end marker', '\x1b[201~echo no'],
  ['umlauts, emoji and combining characters', 'ü 👩‍👩‍👧 é 漢字'],
  ['a C1 control character', '\u009b31m'],
  ['dollars, backslashes and globs', '$HOME \\ * ? [a] {b,c} ~ `x` # y'],
  ['line feeds', 'a\n\nb\n  c'],
  ['a carriage return', 'a\rb'],
];

describe.each(['bash', 'zsh', 'fish'])('%s', name => {
  test.each(EXACT)('%s arrive as they are', async (_, text) => {
    await using shell = await ShellOnTest.ready(name);
    const quoted = name === 'fish' ? `'${text.replaceAll('\\', '\\\\')}'` : `'${text}'`;
    const ran = await shell.run(`${SHOW} ${quoted}`);
    expect(plain(ran.output)).toBe(`${JSON.stringify(text)}\n`);
  });

  test.each([5_000, 200_000])('D25 a command of %i characters arrives whole', async size => {
    await using shell = await ShellOnTest.ready(name);
    const ran = await shell.run(`echo '${'x'.repeat(size)}' | wc -c`);
    expect(plain(ran.output).trim()).toBe(String(size + 1));
  });

  test('D21 a trailing comment, semicolon, ampersand or backslash does no harm', async () => {
    await using shell = await ShellOnTest.ready(name, {home: {'.zshrc': 'setopt interactive_comments'}});
    expect(plain((await shell.run('echo a # b')).output)).toBe('a\n');
    expect(plain((await shell.run('echo a;')).output)).toBe('a\n');
    expect((await shell.run('sleep 0 &')).status).toBe(0);
    expect(plain((await shell.run('echo b')).output)).toContain('b\n');
  });

  // fish has none.
  if (name !== 'fish')
    test('D17 a heredoc followed by another command', async () => {
      await using shell = await ShellOnTest.ready(name);
      const ran = await shell.run("cat <<'EOF'\na\t$x `b` !!\nEOF\necho after");
      expect(plain(ran.output)).toBe('a\t$x `b` !!\nafter\n');
    });

  test('D78 a half-typed line is stashed and comes back', async () => {
    await using shell = await ShellOnTest.ready(name);
    shell.write('echo ha');
    await shell.text('ha', shell.marks.at(-1)?.to);
    expect(plain((await shell.run('echo mine', true)).output)).toBe('mine\n');
    if (name === 'bash') shell.write(restoreStashedLine({family: name}) ?? '');
    await shell.until(
      'the line again',
      () => plain(shell.output.slice(shell.marks.findLast(m => m.kind === 'A')?.to)).includes('echo ha') || undefined,
    );
    const since = shell.marks.length;
    shell.write('lf\r');
    await shell.mark('D', since);
    expect(plain(shell.ran(since).output)).toBe('half\n');
  });

  test('D14 delivery works in vi insert and vi command mode', async () => {
    const home = {'.bashrc': 'set -o vi', '.zshrc': 'bindkey -v', '.config/fish/config.fish': 'fish_vi_key_bindings'};
    await using shell = await ShellOnTest.ready(name, {home});
    expect(plain((await shell.run('echo "insert!"')).output)).toBe('insert!\n');
    shell.write('abc');
    await shell.text('abc', shell.marks.at(-1)?.to);
    const at = shell.output.length;
    shell.write('\x1b');
    await shell.until('the cursor to move', () => shell.output.length > at || undefined);
    expect(plain((await shell.run('echo "command!"', true)).output)).toBe('command!\n');
  });

  test('delivery works out of an incremental search and a completion menu', async () => {
    const home = {'.zshrc': 'autoload -Uz compinit && compinit -D; zstyle ":completion:*" menu select'};
    await using shell = await ShellOnTest.ready(name, {home});
    await shell.run('mkdir aa1 aa2 aa3; true');
    shell.write('\x12tr');
    await shell.until('the search', () =>
      plain(shell.output.slice(shell.marks.at(-1)?.to)).includes('tr') ? true : undefined,
    );
    expect(plain((await shell.run('echo "one!"', true)).output)).toBe('one!\n');
    const at = shell.output.length;
    shell.write('\x15ls aa\t\t\t');
    await shell.until('the menu', () => (plain(shell.output.slice(at)).includes('aa3') ? true : undefined));
    expect(plain((await shell.run('echo "two!"', true)).output)).toBe('two!\n');
  });

  test('a line is taken once, however often the key comes', async () => {
    await using shell = await ShellOnTest.ready(name);
    await shell.run('echo "x!" >>taken');
    const at = shell.output.length;
    const key = name === 'fish' ? '\x1b[1049001u' : '\x1b[9001~';
    shell.write(`${key}${key}#read`);
    await shell.until('the keys', () => (plain(shell.output.slice(at)).includes('#read') ? true : undefined));
    expect(plain((await shell.run('cat taken', true)).output)).toBe('x!\n');
  });

  test('history holds the command as it was given, and typed lines keep history expansion', async () => {
    const home = {'.zshrc': 'setopt hist_ignore_space', '.bashrc': 'HISTCONTROL=ignorespace'};
    await using shell = await ShellOnTest.ready(name, {home});
    await shell.run('echo "first!"');
    await shell.run(' echo "hidden!"');
    const history = plain((await shell.run('history')).output);
    expect(history).toContain('echo "first!"');
    expect(history).not.toContain('hidden');
    expect(history).not.toContain('cotty');
    if (name === 'fish') return;
    const since = shell.marks.length;
    shell.write('!echo\r');
    await shell.mark('D', since);
    expect(shell.ran(since).output).toContain('first!');
  });
});

test('a NUL and too much text are refused with a hint', () => {
  const delivery = {
    family: 'bash',
    commandId: 'c-1' as CommandId,
    bracketedPaste: true,
    lineDirty: false,
    integrated: true,
    takesKey: true,
    file: new CommandFile('/nowhere/command'),
  } as const;
  expect(codeOf(() => deliverCommand({...delivery, commandLine: 'echo \0'}))).toBe('invalid_argument');
  expect(codeOf(() => deliverCommand({...delivery, commandLine: 'x'.repeat(300_000)}))).toBe('too_large');
});

test('where the command file cannot be written, a line is typed that can be, and no other', () => {
  for (const [family, typed] of [
    ['bash', 'echo\r'],
    ['zsh', '\x1b[200~echo\x1b[201~\r'],
    ['fish', '\x1b[200~echo \x1b[201~\r'],
  ] as const) {
    const delivery = {
      family,
      commandId: 'c-1' as CommandId,
      bracketedPaste: true,
      lineDirty: false,
      integrated: true,
      takesKey: true,
      file: new CommandFile('/nowhere/command'),
    };
    const {bytes, named} = deliverCommand({...delivery, commandLine: 'echo'});
    expect([Buffer.from(bytes).toString(), named]).toEqual([typed, false]);
    if (family !== 'fish')
      expect(codeOf(() => deliverCommand({...delivery, commandLine: 'echo "!!"'}))).toBe('home_unwritable');
  }
});

test('a shell that cannot bind the key gets each control character quoted', async () => {
  await using shell = await ShellOnTest.ready('bash', legacyBash('keyless'));
  const ran = await shell.run("echo 'a\tb'\necho 'c\x01d' | od -c");
  expect(plain(ran.output)).toMatch(/^a\tb\n0000000 {3}c 001 {3}d {2}\\n\n/);
});

function codeOf(act: () => unknown): string {
  try {
    act();
    return 'none';
  } catch (error) {
    return isCottyError(error) ? error.code : String(error);
  }
}
