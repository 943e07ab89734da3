/**
 * Tells by its words whether a program asks for a secret. Only for programs that read single keys and echo nothing themselves through
 * the tty: there no mode tells a password from a menu.
 */

/** A word; not one that is part of a path or of a longer name. */
const oneOf = (words: readonly string[]) =>
  `(?<![\\p{L}\\p{N}_/\\\\.~-])(?:${words.join('|')})(?![\\p{L}\\p{N}_/\\\\-])`;
/** Names a secret. */
const SECRET = new RegExp(
  `${oneOf([
    'pass(?:words?|phrases?|codes?|wd)?',
    'pins?(?: code)?',
    'secrets?(?: key)?',
    'tokens?',
    'otp',
    '(?:api|access|private|encryption|recovery|license|unseal|master)[ -]?keys?',
    '(?:seed|recovery|secret|mnemonic)[ -]phrases?',
    'cvv|cvc',
    'keyring',
    '(?:verification|security|authentication|authenticator|confirmation|one[ -]time|two[ -]factor|2fa|mfa|sms|backup|recovery|access|unlock)[ -]codes?',
    'credentials?',
    'passwort|kennwort|mot de passe|contraseña|senha|parola?|wachtwoord|lösenord|adgangskode|passord|salasana|hasło|heslo|jelszó|şifre|пароль',
  ])}|密码|密碼|口令|パスワード|暗証番号|암호|비밀번호`,
  'iu',
);
/** What is painted in place of what was typed. */
const MASK = /[*•●▪∙·○◦■＊⁎∗]+\s*$/u;
const HINT =
  /\s*[[(](?:(?:(?:input|it|this) )?(?:is |will be )?(?:hidden|masked|invisible)|will not be (?:shown|echoed))[\])]\s*[:?]?\s*$/iu;
const QUESTION = /[:?：？]\s*$/u;
/** `Password>`, where many shells have a directory. */
const ARROW = /\p{L}\s*[>›»❯]\s*$/u;
/** Signs in front of a question, as prompting libraries paint them. */
const SIGN = /^\s*[?¿◆◇❓▸►🔑🔒]\s/u;
/** Frames, masks and blanks below a question, where what is typed may stand. */
const ORNAMENT = /^[\s│┃|└╰┗╵─━_▏*•●▪∙·○◦■＊⁎∗█▌▍▎]*$/u;
const MOST_ORNAMENTS = 3;
const MOST_CHARS = 400;

/** `text`: what stands on the last lines of the screen, the cursor's last. */
export function asksForSecret(text: string): boolean {
  const lines = text.slice(-MOST_CHARS).split('\n');
  let below = 0;
  while (below < MOST_ORNAMENTS && ORNAMENT.test(lines.at(-1 - below) ?? 'none')) below++;
  const line = lines.at(-1 - below) ?? '';
  if (!SECRET.test(line)) return false;
  const isMasked = MASK.test(line) || lines.slice(lines.length - below).some(other => MASK.test(other));
  const asked = line.replace(MASK, '').replace(HINT, '');
  return isMasked || HINT.test(line) || QUESTION.test(asked) || SIGN.test(line) || endsInArrow(asked);
}

function endsInArrow(line: string): boolean {
  if (!ARROW.test(line)) return false;
  const before = line.replace(/\s*[>›»❯]\s*$/u, '');
  const last = before.split(/\s/u).at(-1) ?? '';
  return SECRET.test(last);
}

/** May name one, or something that leads to one. */
const PERHAPS = new RegExp(
  `${SECRET.source}|${oneOf(['keys?', 'phrases?', 'unlock', 'seed', 'mnemonic', 'hidden'])}`,
  'iu',
);
/** What a shell or a REPL shows in front of a line, and something behind it: that is what was typed, and it is echoed. */
const TYPED = /^(?:\S{0,60}[>$#%»❯]|\.\.\.|In \[\d+\]:) +\S/u;
const READABLE = /[\p{L}\p{N}]/u;
const MANY_MASKS = /[*•●▪∙·○◦■＊⁎∗]{3,}\s*$/u;
const MOST_ABOVE = 6;

/**
 * Whether what is typed may be a secret: then it is not kept. Wider than {@link asksForSecret}, for what is kept by mistake cannot be
 * taken back, and what is not kept was echoed, if it was none. `text` as there.
 */
export function mayAskForSecret(text: string): boolean {
  if (asksForSecret(text)) return true;
  const lines = text.slice(-MOST_CHARS).split('\n');
  const line = lines.at(-1) ?? '';
  if (READABLE.test(line)) return (PERHAPS.test(line) && !TYPED.test(line)) || HINT.test(line);
  if (MANY_MASKS.test(line)) return true;
  const above = lines.slice(-1 - MOST_ABOVE, -1);
  const question = above.findLast(one => READABLE.test(one)) ?? '';
  const sign = line.trim();
  if (PERHAPS.test(question) && !TYPED.test(question) && !(sign !== '' && question.startsWith(sign))) return true;
  // The cursor may stand anywhere on a form that was painted.
  return sign === '' && above.some(one => asksForSecret(one));
}
