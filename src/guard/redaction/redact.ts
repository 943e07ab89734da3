/** Texts that look like secrets, and what stands in their place. */
import {TextMemo} from '../../core/index.ts';
import {namesPlace} from './secret-values.ts';

const HIDDEN = '[redacted]';
/** Shorter values of the environment stand in ordinary text too. */
const LEAST_KNOWN = 8;

const NAME = String.raw`[\w.-]*(?:key|token|secret|passw(?:or)?d|passphrase|pwd|credential|auth)[\w.-]*`;

/** What is kept of a match stands in the first group, what is not in the second. */
const PATTERNS: readonly RegExp[] = [
  // Keys of a block that is armoured, also in JSON.
  /(-----BEGIN [A-Z ]{0,40}PRIVATE KEY-----)([\s\S]*?)(?=-----END|$)/g,
  /(\b(?:bearer|basic|token)\s+)([\w~+/.=-]{8,})/gi,
  /()(\beyJ[\w-]{6,}\.[\w-]{6,}\.[\w-]{0,2000})/g,
  /()(\b(?:sk|pk|rk)[-_](?:live|test|proj|ant)?[-_]?[A-Za-z0-9_-]{16,})/g,
  /()(\b(?:gh[pousr]_|github_pat_|glpat-|xox[abprs]-|npm_|hf_|AKIA|ASIA|AIza|SG\.|ya29\.|dop_v1_)[A-Za-z0-9._-]{10,})/g,
  // The user and password of a URL.
  /(\b[a-z][a-z0-9+.-]{1,20}:\/\/[^\s:@/]{0,100}:)([^\s@/]{1,200})(?=@)/gi,
  new RegExp(
    String.raw`(\b${NAME}["']?\s{0,3}[:=]\s{0,3})((?:"[^"\n]{1,500})|(?:'[^'\n]{1,500})|[^\s"'&;|]{3,500})`,
    'gi',
  ),
  new RegExp(String.raw`(--?${NAME}[ =])((?:"[^"\n]{1,500})|(?:'[^'\n]{1,500})|[^\s"']{1,500})`, 'gi'),
  // `mysql -pword`, `curl -u user:word`, `sshpass -p word`.
  /(\b(?:mysql|mysqldump|mysqladmin|mariadb)\b[^|;&\n]{0,200}\s-p)([^\s|;&]{1,200})/g,
  /(\bcurl\b[^|;&\n]{0,200}\s(?:-u|--user)[ =]?["']?[^\s:"']{1,100}:)([^\s"']{1,200})/g,
  /(\b(?:sshpass)\b[^|;&\n]{0,100}\s-p ?)([^\s|;&]{1,200})/g,
];

/** Removes what looks like a secret, and the known ones wherever they stand. */
export class Redaction {
  readonly #known: readonly string[];
  readonly #told = new TextMemo(text => this.#tell(text));

  /** `environment`: what variables with a telling name hold is known to be secret. */
  constructor(environment: Readonly<Record<string, string | undefined>> = {}) {
    this.#known = Object.entries(environment)
      .filter(([name]) => new RegExp(`^${NAME}$`, 'i').test(name) && !namesPlace(name))
      .flatMap(([, value]) => (value !== undefined && value.length >= LEAST_KNOWN ? [value] : []))
      .toSorted((a, b) => b.length - a.length);
  }

  redact(text: string): string {
    return this.#told.of(text);
  }

  #tell(text: string): string {
    const known = this.#known.reduce((told, secret) => told.replaceAll(secret, HIDDEN), text);
    return PATTERNS.reduce((told, pattern) => told.replace(pattern, (_, kept: string) => `${kept}${HIDDEN}`), known);
  }
}
