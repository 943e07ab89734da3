import {expect, test} from 'vitest';
import {asksForSecret, mayAskForSecret} from './secret-prompt.ts';

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

test.each([
  'Master Password:\r\n> ',
  'PASSWORD',
  'Password ........ ',
  'Enter password for vault',
  '[Password] ',
  'password >> ',
  'password=',
  'password - ',
  'Password (min 8 chars, must contain a digit)\n',
  'Password\n+--------+\n| ',
  'Enter your password and press RETURN ',
  'Password\n┃ ',
  'Enter OTP ',
  'Unseal Key (will be hidden): ',
  'Seed phrase: ',
  'Enter your recovery phrase: ',
  'CVV: ',
  'Unlock keyring: ',
  'key: ',
  '*****',
  'User: joe\nPassword: \nhelp: F1\n',
  'Password: \n>>> ',
])('what is typed at %j may be a secret', text => {
  expect(mayAskForSecret(text)).toBe(true);
});

test.each([
  '',
  '>>> ',
  '>>> password = "x"',
  '>>> password\n"x"\n>>> ',
  '> password\n> ',
  'bob@host:~/password> ',
  'bob@host:~$ echo $PASSWORD',
  'Password: \nlogin ok\nbob@host:~$ ',
  'mysql> set password',
  'Name: ',
  'compass: ',
  'Continue? [y/N] ',
  '--More--',
  ':',
  '-- INSERT --',
])('what is typed at %j is none', text => {
  expect(mayAskForSecret(text)).toBe(false);
});
