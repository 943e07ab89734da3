/** Environments as an agent may see them: without secrets, as far as names and values give them away. When in doubt, masked. */
import {showControls} from '../../core/index.ts';
import {looksRandom} from './looks-random.ts';

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
    .replace(KNOWN_SHAPE, MASK);
  const shown = NAME_OF_RANDOM.test(name) ? masked : masked.replace(/[\w+/.~-]{20,}={0,2}/g, maskRandom);
  // Programs keep colours in variables.
  return showControls(shown);
}

/** Paths are no secrets, whatever folders are called. */
function maskRandom(token: string): string {
  return !/^[/~.]/.test(token) && looksRandom(token) ? MASK : token;
}

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

/** Secrets by their look, whatever they are called: tokens of well-known services, JSON web tokens, private keys. */
const KNOWN_SHAPE = new RegExp(
  [
    // GitHub, GitLab, Slack, npm, PyPI, Docker Hub
    /gh[pousr]_\w{20,}|github_pat_\w{20,}|gl(?:pat|dt|rt|cbt|ptt|ft|soat|oas|imt|agent)-[\w.-]{16,}/,
    /xox[a-z]-[\w-]{10,}|xapp-[\w-]{10,}|npm_\w{30,}|pypi-[\w-]{16,}|dckr_[a-z]+_[\w-]{16,}/,
    // Stripe, OpenAI and Anthropic, Groq, xAI, Hugging Face, Replicate, Perplexity
    /[rsp]k_(?:live|test|prod)_\w{8,}|whsec_[\w+/=]{16,}|sk-[\w-]{16,}|gsk_\w{20,}|xai-\w{20,}|hf_\w{20,}|r8_\w{20,}|pplx-\w{20,}/,
    // AWS, Google, DigitalOcean, Databricks, Azure, Cloudflare's age keys
    /A(?:KIA|SIA|IDA|ROA|GPA|NPA|NVA|PKA|BIA|CCA)[0-9A-Z]{16}|AIza[\w-]{30,}|ya29\.[\w.-]{16,}|GOCSPX-[\w-]{16,}|1\/\/0[\w-]{30,}/,
    /do[oprt]_v1_\w{32,}|dapi[0-9a-f]{32}|AGE-SECRET-KEY-1\w{40,}/,
    // SendGrid, Twilio, Shopify, Square, Telegram, Discord, Vault, Grafana, Linear, Notion, Tailscale, Supabase, Mailgun
    /SG\.[\w-]{16,}\.[\w-]{16,}|SK[0-9a-f]{32}|shp(?:at|ca|pa|ss)_\w{32,}|sq0[a-z]{3}-[\w-]{20,}|\d{8,10}:AA[\w-]{30,}/,
    /(?<![\w-])[MNO][\w-]{23,30}\.[\w-]{6}\.[\w-]{27,}|hv[sbr]\.[\w-]{20,}|gl(?:sa|c)_\w{20,}|lin_api_\w{20,}|ntn_\w{20,}|tskey-[\w-]{16,}|sbp_\w{20,}|key-[0-9a-f]{32}/,
    /(?<![\w-])eyJ[\w-]+\.eyJ[\w-]+(?:\.[\w-]*)?/,
    /-----BEGIN [A-Z0-9 ]*PRIVATE KEY(?: BLOCK)?-----[\s\S]*/,
  ]
    .map(part => part.source)
    .join('|'),
  'g',
);

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
