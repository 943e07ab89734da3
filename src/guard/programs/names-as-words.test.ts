/** What names of files, and values that nobody knows, may be to a program that otherwise only reads. */
import {describe, expect, test} from 'vitest';
import {classify} from '../classify.ts';
import type {ShellName} from '../shell/shell-name.ts';

const levelOf = (line: string, shell: ShellName = 'bash'): string =>
  classify(line, {home: '/home/me', cwd: '/home/me/p', shell}).level;

describe('a word that may be an option which deletes, writes or runs something is not safe', () => {
  test.each([
    ...['find *', 'find . *', 'find */ -name x', 'ls | xargs find', 'for d in *; do find "$d" -name x; done'],
    ...['for x in . -delete; do find "$x"; done'],
    ...['fd "$x"', 'fd $x', 'fd "$(cat f)"', 'fd foo *', 'ls | xargs fd', 'fd -e ts | xargs sort'],
    ...[
      'git blame *',
      'git blame "$x"',
      'git annotate *',
      'git reflog *',
      'git reflog show *',
      'git stash list *',
      'ls | xargs -n1 git blame',
    ],
    ...['zless *', 'xzless *', 'node --check *', 'node --check *.js', 'node -c *'],
    ...['cargo tree "$x"', 'cargo metadata "$x"'],
    ...['apt list "$x"', 'apt show "$x"', 'apt policy "$x"', 'apt-cache policy "$x"', 'apt-cache show "$x"'],
    ...['tar cf - "$x"', 'tar tf x.tar "$x"'],
    ...['openssl x509 -in *', 'openssl x509 -in *.pem -noout', 'git log -n $x', 'find . -name *', 'find . -name $x'],
  ])('%s', line => {
    expect(levelOf(line)).toBe('CAUTION');
  });

  test.each([
    ...['find . -name x', 'find src/* -name x', 'for d in ./*; do find "$d" -type f; done', 'find ./* -type f'],
    ...['fd', 'fd foo', 'fd -e ts', 'fd foo src/*', 'fd -e ts -x wc -l', 'fd -e ts | xargs wc -l', 'ls | xargs wc -l'],
    ...[
      'git blame src/main.ts',
      'git blame -L 1,5 f',
      'git reflog',
      'git reflog show main',
      'git stash list',
      'git rev-parse "$(git branch --show-current)"',
    ],
    ...['zless f.gz', 'node --check f.js'],
    ...['cargo tree', 'apt show vim', 'apt list --installed', 'apt-cache policy vim'],
    ...['openssl x509 -in ./*', 'openssl x509 -in "$x"', 'git log -n "$x"', 'git log -n 5'],
    ...['find . -name *.ts', "find . -name '*'", 'find . -name "$x"', 'grep -e $x f', 'head -n $x f'],
    ...['tar tf x.tar', 'tar tzf x.tgz', "tar tvf x.tar --wildcards '*.c'", 'tar cf - src | gzip -c'],
  ])('%s is', line => {
    expect(levelOf(line)).toBe('SAFE');
  });
});

describe('names that become several words may be the file that is written', () => {
  test.each(['uniq *', 'uniq src/*', 'uniq -c *', 'uniq $x', 'ls | xargs uniq'])('%s', line => {
    expect(levelOf(line)).not.toBe('SAFE');
  });

  test.each(['uniq', 'uniq f', 'sort f | uniq -c', 'for f in *; do uniq "$f"; done'])('%s has but one', line => {
    expect(levelOf(line)).toBe('SAFE');
  });
});

test.each([
  ...['tar -tf x.tar --index-file=keep', 'tar -tf x.tar --index-f=keep', 'tar cf - src -g keep'],
  ...['tar cf - src --listed-incremental=keep', 'tar tf host:x.tar', 'tar tf host:x.tar --rsh-comm=./evil'],
])('what tar writes, or fetches, while it lists or prints counts: %s', line => {
  expect(levelOf(line)).not.toBe('SAFE');
});

describe('in zsh ~name is the folder that a variable names', () => {
  test.each([
    ...['x=/etc; cat ~x/shadow', 'x=~/.ssh; cp f ~x/config', 'x=/etc; echo y > ~x/passwd', 'echo y > ~x/passwd'],
    ...['cp f ~x/config', 'hash -d x=/etc; cp f ~x/passwd', 'cat ~other/.ssh/id_rsa'],
  ])('%s', line => {
    expect(levelOf(line, 'zsh')).toBe('DANGEROUS');
  });

  test.each(['cat ~x/shadow', 'cd ~x', 'ls ~x'])('which an earlier line may have set: %s', line => {
    expect(levelOf(line, 'zsh')).toBe('CAUTION');
  });

  test('that of this line is known', () => {
    expect(levelOf('x=/home/me/p/src; cat ~x/main.ts', 'zsh')).toBe('SAFE');
    expect(levelOf('cat ~/p/main.ts', 'zsh')).toBe('SAFE');
  });
});

test('where the shell was before is not known', () => {
  expect(levelOf('cat ~-/f')).toBe('CAUTION');
  expect(levelOf('cp f ~-/f')).toBe('DANGEROUS');
  expect(levelOf('cat ~2/f')).toBe('CAUTION');
});

describe('what chooses files in zsh may run code', () => {
  test.each([
    ...['read x; ls *(.om[$x])', 'x=$(cat f); ls *(.om[$x])', 'ls *(`cat f`)', 'ls [a-z](om[$x])'],
    ...['setopt globsubst; x=$(cat f); echo $x', 'setopt GLOB_SUBST', 'setopt glob_subst'],
  ])('%s', line => {
    expect(levelOf(line, 'zsh')).toBe('DANGEROUS');
  });

  test.each(['ls *(.om[1,3])', 'echo "done *($x)"', 'setopt extended_glob'])('%s does not', line => {
    expect(levelOf(line, 'zsh')).not.toBe('DANGEROUS');
  });
});

describe('text that fish runs, and that nobody knows', () => {
  test.each([
    ...['read -p (cat f)', 'read -p (cat f) y', 'set x (cat f); read -p "$x" y', 'read --prompt $x y'],
    ...['alias ls (cat f)', 'trap (cat f) EXIT', 'argparse (cat f) -- $argv', 'abbr -a ls $x', 'bind \\cx $x'],
  ])('%s', line => {
    expect(levelOf(line, 'fish')).toBe('DANGEROUS');
  });

  test.each(['read -p "echo name:" y', "alias ll 'ls -l'", "trap 'echo bye' EXIT", 'argparse h/help -- $argv'])(
    '%s stands in the line',
    line => {
      expect(levelOf(line, 'fish')).toBe('CAUTION');
    },
  );
});

describe('what a file or a name of the folder may say to a program is not safe', () => {
  test.each([
    ...['nm @args', 'nm -C @*', 'objdump -d @x', 'dc x.dc', 'dc -f x.dc', 'kubectl kustomize .'],
    ...['git show $(git describe --tags --abbrev=0)', 'git log $(git describe --tags)..HEAD'],
    ...["xdg-user-dir 'X}$(touch m)${'", 'pygmentize -f html -O full,cssfile=/m x.py', 'git log -p --submodule=diff'],
  ])('%s', line => {
    expect(levelOf(line)).not.toBe('SAFE');
  });

  test.each([...['nm x.o', 'objdump -d x.o', "dc -e '2 3 + p'", 'pygmentize x.py']])('%s is', line => {
    expect(levelOf(line)).toBe('SAFE');
  });
});

test.each([
  ...[`awk '{print /"/; system("touch m")} #"' f`, `awk 'BEGIN{ do /"/; while(0) ; system("touch m")} #"' f`],
  ...[
    `awk '{print /"/ > "m"} #"' f`,
    `awk '{ if (1) /"/; system("touch m")} #"' f`,
    `awk '{return /"/; system("m")} #"' f`,
  ],
  ...["less -p 'x\n!touch m\nq' f", "less --pattern='x\n!touch m\nq' f", "less '+/x\n|$touch m\nq' f"],
])('where a text of awk or a pattern of less ends is seen: %j', line => {
  expect(levelOf(line)).not.toBe('SAFE');
});

test.each([
  `awk '{print $1/2, ($2)/3}' f`,
  `awk '/a/{print /b/ ? 1 : 2}' f`,
  `awk '$1 ~ /x/ && NR/2>1 {n++} END{print n/NR}' f`,
])('division and patterns of awk are told apart: %s', line => {
  expect(levelOf(line)).toBe('SAFE');
});
