/** Environments as an agent may see them: without secrets, as far as names and values give them away. When in doubt, masked. */
import {showControls} from '../../core/index.ts';
import {knownShape, looksRandom} from '../../guard/index.ts';

const MASK = '***';

/** Sorted by name. Values of names that look secret are replaced whole, in others what looks secret. */
export function maskEnvironment(environment: Readonly<Record<string, string>>): Record<string, string> {
  const entries = Object.entries(environment).map(([name, value]) => [name, maskValue(name, value)] as const);
  return Object.fromEntries(entries.toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

/** Something of it would be masked. */
export function holdsSecret(name: string, value: string): boolean {
  return maskValue(name, value) !== showControls(value);
}

function maskValue(name: string, value: string): string {
  if (SECRET_NAME.test(name) && !HARMLESS_NAME.test(name)) return MASK;
  const masked = value
    .replace(/(:\/\/)[^/\s]*@/g, `$1${MASK}@`)
    .replace(HOOK_URL, `$1${MASK}`)
    .replace(NAMED_WITHIN, `$1${MASK}`)
    .replace(KNOWN_SHAPE, MASK)
    .replace(KEY_BLOCK, MASK);
  const shown = NAME_OF_RANDOM.test(name) ? masked : masked.replace(/[\w+/.~-]{20,}={0,2}/g, maskRandom);
  // Programs keep colours in variables.
  return showControls(shown);
}

/** Paths are no secrets, whatever folders are called. */
function maskRandom(token: string): string {
  return !/^[/~.]/.test(token) && looksRandom(token) ? MASK : token;
}

const KNOWN_SHAPE = knownShape();
/** To its end: a variable holds one and nothing behind it. */
const KEY_BLOCK = /-----BEGIN [A-Z0-9 ]*PRIVATE KEY(?: BLOCK)?-----[\s\S]*/g;

const SECRET_NAME = new RegExp(
  [
    /token|secret|passw|passphrase|pass$|pwd$|cred|private|auth|cookie|nonce|jwt|bearer|webhook/,
    /signing|signature|mnemonic|encrypt|decrypt|api_?key|access_?key|session_?key|conn(ection)?_?str/,
    /keys?(_id)?$|dsn$/,
    /(^|_)(pass|key|pat|sk|psk|pk|sas|pin|otp|totp|mfa|pw|pwd|seed|salt|sig|hmac|hash_?key|pfx|p12)\d*(_|$)/,
  ]
    .map(part => part.source)
    .join('|'),
  'i',
);
/** Directories, and how far a group of packages is typed: nothing secret. */
const HARMLESS_NAME = /^(OLD)?PWD$/;

/** What is random and known to everybody: versions of code and of files, and lists of folders. */
const NAME_OF_RANDOM =
  /(^|_)(sha\d*|commit|rev|revision|digest|checksum|hash|guid|uuid|build_?id|etag|colors?|path|paths|dirs?)(_|$)|PATH$/i;

/** Whoever has such an address may use it. */
const HOOK_URL =
  /(hooks\.slack\.com\/(?:services|workflows|triggers)\/|discord(?:app)?\.com\/api\/webhooks\/|webhook\.office\.com\/)[^\s"']+/g;

/** A secret with its name inside of a value: connection strings, JSON, query strings, headers, options. */
const NAMED_WITHIN = new RegExp(
  [
    /((?:pass(?:word|wd|phrase)?|pwd|secret|token|api[-_]?key|access[-_]?key|account[-_]?key|credentials?|signature|[?&;]sig|[?&]code|[?&]key)["']? ?[=:] ?["']?|Bearer +|Basic +)/
      .source,
    /[^\s"';,&*]+/.source,
  ].join(''),
  'gi',
);
