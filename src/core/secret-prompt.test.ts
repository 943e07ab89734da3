import {expect, test} from 'vitest';
import {asksForSecret} from './secret-prompt.ts';

test.each([
  '[sudo] password for bob: ',
  '[sudo] password for bob: ****',
  '[sudo] Passwort für bob: ',
  "Enter passphrase for key '/home/bob/.ssh/id_ed25519': ",
  'Password:',
  'PIN? ',
  'Password> ',
  "bob@host's password: ",
  'Verification code: ',
  'Enter one-time code:',
  'OTP: ',
  '? GitHub token ',
  '? GitHub token ********',
  '? What is your API key? [hidden]',
  '? Paste your authentication token: [input is hidden]',
  '? Password [input is masked]',
  'Password: •••',
  '◆  Enter your password\n│  ▪▪▪\n└',
  '◆  Enter your password\n│  \n└  ',
  'Password:\n',
  'old\nEnter the secret key: ',
  'Mot de passe : ',
  'パスワード：',
  '请输入密码：',
])('%j asks for a secret', text => {
  expect(asksForSecret(text)).toBe(true);
});

test.each([
  '',
  '>>> ',
  'Password: \n>>> ',
  'Password: \nlogin ok\nbob@host:~$ ',
  '>>> password = "x"',
  'bob@host:~/password> ',
  'bob@host:/srv/secrets$ ',
  '~/token ❯ ',
  'Name: ',
  'compass: ',
  'pinning? ',
  'passenger: ',
  'Continue? [y/N] ',
  'Your password was changed.',
  'Downloading token list',
  '--More--',
  ':',
  '-- INSERT --',
  '****',
  'Password: \ndone\n',
])('%j does not', text => {
  expect(asksForSecret(text)).toBe(false);
});
