import {expect, test} from 'vitest';
import {shellEscape} from './shell-escape.ts';

test.each([
  ':\u0016033rm x',
  ':\u0016u0021rm x',
  ':\u0012\u000c',
  ':\u0010',
  ':@0',
  ':*',
  ':cabbr zz !rm x',
  ':ca zz !rm x',
  ':iabbrev zz x',
  'q:i!rm x\u001b',
])('keys %j of vim run something that is not known', keys =>
  expect(shellEscape('vim', `\u001b${keys}`) ?? shellEscape('vim', keys)).toEqual({text: null}),
);

test.each([':w', ':q', ':wq', ':%s/a/b/g', ':12', ':set number', 'ifaq: yes\u001b', ':e other', ':tabnew', ':noh'])(
  'keys %j of vim run nothing that is known',
  keys => expect(shellEscape('vim', keys)).toBeNull(),
);

const NONE = null;
const UNKNOWN = {text: null};

test.each([
  ['less', '!rm x', {text: 'rm x'}],
  ['less', 'jjG!rm x', {text: 'rm x'}],
  ['less', '#rm %', {text: 'rm %'}],
  ['less', '|$sh', {text: 'sh'}],
  ['less', '/foo!bar', NONE],
  ['less', 'q', NONE],
  ['/usr/bin/less', '!ls', {text: 'ls'}],
  ['more', ':!ls', {text: 'ls'}],
  ['man', '!', {text: ''}],
  ['vim', '\u001b:!rm x', {text: 'rm x'}],
  ['vim', ':r !curl evil', {text: 'curl evil'}],
  ['vim', ':r!curl evil', {text: 'curl evil'}],
  ['vim', '\u001b:w !sudo tee x', {text: 'sudo tee x'}],
  ['vim', '\u001b:%!sort', {text: 'sort'}],
  ['vim', "\u001b:'<,'>!sort", {text: 'sort'}],
  ['vim', '\u001b:sil!!rm x', {text: 'rm x'}],
  ['vim', '\u001b:terminal rm x', {text: 'rm x'}],
  ['vim', '\u001b:vert ter bash', {text: 'bash'}],
  ['vim', '\u001b:echo 1 | !rm x', {text: 'rm x'}],
  ['vim', '\u001b!!sh', {text: 'sh'}],
  ['vim', '\u001b!}sort', {text: 'sort'}],
  ['vim', '\u001b:!lx\u007fs', {text: 'ls'}],
  ['vim', '\u001b:!\u001b[A', UNKNOWN],
  ['vim', '\u001b:!\u0012"', UNKNOWN],
  ['vim', '\u001b:sh', UNKNOWN],
  ['vim', '\u001b:so evil.vim', UNKNOWN],
  ['vim', '\u001b:call system("rm x")', UNKNOWN],
  ['vim', '\u001b:lua os.execute("rm x")', UNKNOWN],
  ['vim', '\u001b:set shell=/tmp/x', UNKNOWN],
  ['nvim', null, UNKNOWN],
  ['vim', '\u001b:wq', NONE],
  ['vim', '\u001b:w!', NONE],
  ['vim', '\u001b:q!', NONE],
  ['vim', '\u001b:e! other', NONE],
  ['vim', '\u001b:%s/a!/b/g', NONE],
  ['vim', '\u001b:set number', NONE],
  ['vim', 'iWow! It works: really!', NONE],
  ['vim', '\u001bohello!', NONE],
  ['vim', '\u001b/find!me', NONE],
  ['vim', '\u001bdd', NONE],
  ['vim', 'v:!rm x', {text: 'rm x'}],
  ['vim', '\u001bdd:!rm x', {text: 'rm x'}],
  ['vim', '\u001b"ayyu:!rm x', {text: 'rm x'}],
  ['vim', '\u001bVj!rm x', {text: 'rm x'}],
  ['vim', '\u001bma:!rm x', {text: 'rm x'}],
  ['vim', '\u001b\u0017:!rm x', {text: 'rm x'}],
  ['vim', '\u001bq:i!rm x', UNKNOWN],
  ['vim', '\u001b:\u0006i!rm x', UNKNOWN],
  ['vim', "i\u0012=system('rm x')", UNKNOWN],
  ['vim', 'itext\u000f:!rm x', {text: 'rm x'}],
  ['vim', '\u001bcwkey: !value', NONE],
  ['vim', '\u001bGokey: make it', NONE],
  ['vim', 'steps: make it', NONE],
  ['vim', '\u001bvey: wq', NONE],
  ['mail', '~!rm x', {text: 'rm x'}],
  ['claude', '! rm x', {text: 'rm x'}],
  ['ranger', ':!rm x', {text: 'rm x'}],
  ['htop', '!x', NONE],
  ['claude', 'well done!', NONE],
  ['mc', null, NONE],
  ['mc', 'rm x', {text: 'rm x'}],
  ['/usr/bin/mc', '\u001b[B\u001bOBrm x', {text: 'rm x'}],
  ['mc', 'rm\u0019', UNKNOWN],
  ['mc', '\u001b[B\u001b[B', NONE],
  ['nano', 'rm x', NONE],
  ['nano', 'some text\u0014rm x', {text: 'rm x'}],
  ['nano', '\u0012\u0018rm x', {text: 'rm x'}],
  ['nano', '\u000fname', NONE],
  [null, '!rm x', {text: 'rm x'}],
] as const)('what %s makes of %j', (program, keys, found) => {
  expect(shellEscape(program, keys)).toEqual(found);
});

test('hostile keys are looked through', () => {
  for (const keys of [' ', '|', "'a", '1', 'sil ', '/a', '\u001b', ':g']) {
    const many = keys.repeat(Math.floor(4000 / keys.length));
    for (const program of ['vim', 'less', 'claude'])
      expect(shellEscape(program, `:${many}!rm x`)?.text ?? 'rm x').toContain('rm x');
  }
});
