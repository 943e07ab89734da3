import {execFile} from 'node:child_process';
import {promisify} from 'node:util';
import {CottyError} from '../../core/index.ts';

/** What is brought to iTerm2 to be let in; nothing where it lets everybody in. */
export interface BroughtCookie {
  readonly cookie?: string | undefined;
  readonly key?: string | undefined;
}

export interface CookieSource {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Shown to the person who is asked. */
  readonly name: string;
  /** AppleScript can be asked: the program, and whether this is a Mac. Default: as it is. */
  readonly osascript?: string | null | undefined;
}

/** The person is asked the first time, and their answer is waited for. */
const FIRST_ANSWER_MS = 180_000;
const ANSWER_MS = 10_000;

/** AppleScript that is the same whatever it is given: each value comes by `argv`, and none is read as a part of it. */
const IS_RUNNING = `on run argv
  return application (item 1 of argv) is running
end run`;
const ASK_REUSABLE = `on run argv
  using terms from application "iTerm2"
    tell application (item 1 of argv) to request cookie and key for app named (item 2 of argv) reusable true session id (item 3 of argv)
  end using terms from
end run`;
const ASK_ONCE = `on run argv
  using terms from application "iTerm2"
    tell application (item 1 of argv) to request cookie and key for app named (item 2 of argv)
  end using terms from
end run`;

/** Cookies to try, in this order: that of the environment, then what a person allows on this Mac. */
export class Cookies {
  readonly #source: CookieSource;
  #mayUseEnvironment = true;
  /** One that lets in as often as it is brought. */
  #reusable: BroughtCookie | null = null;
  #hasAsked = false;

  constructor(source: CookieSource) {
    this.#source = source;
  }

  /** One that was not refused yet, without asking anybody; without a cookie where there is none. */
  get known(): BroughtCookie {
    if (this.#reusable) return this.#reusable;
    const {ITERM2_COOKIE: cookie, ITERM2_KEY: key} = this.#source.env;
    return this.#mayUseEnvironment && cookie ? {cookie, key} : {};
  }

  /** It was refused: that of the environment is good for one connection, and the other one may have been taken back. */
  refused(): void {
    if (this.#reusable) this.#reusable = null;
    else this.#mayUseEnvironment = false;
  }

  /**
   * Asks iTerm2 by AppleScript, which asks the person the first time. Null where there is no AppleScript, or iTerm2 does not run: it is not
   * started for this. Errors: `denied`.
   */
  async ask(): Promise<BroughtCookie | null> {
    const {env, osascript = process.platform === 'darwin' ? '/usr/bin/osascript' : null} = this.#source;
    if (osascript === null) return null;
    const app = env['IT2_APP_PATH'] || 'iTerm2';
    if ((await this.#run(osascript, IS_RUNNING, [app])) !== 'true') return null;
    const session = env['ITERM_SESSION_ID'] ?? '';
    const told = await this.#run(osascript, ASK_REUSABLE, [app, this.#source.name, session]).catch(error => {
      // iTerm2 before 3.7 has no such parameters, and the script does not compile.
      if (isUnknownWord(error)) return null;
      throw error;
    });
    const [cookie, key] = (told ?? (await this.#run(osascript, ASK_ONCE, [app, this.#source.name]))).split(' ');
    if (!cookie) return null;
    const brought = {cookie, key};
    if (told !== null) this.#reusable = brought;
    return brought;
  }

  async #run(osascript: string, script: string, values: readonly string[]): Promise<string> {
    const timeout = this.#hasAsked ? ANSWER_MS : FIRST_ANSWER_MS;
    this.#hasAsked = true;
    try {
      const asked = promisify(execFile)(osascript, ['-', ...values], {timeout});
      asked.child.stdin?.end(script);
      return (await asked).stdout.trim();
    } catch (cause) {
      throw isUnknownWord(cause) ? cause : notAllowed(cause);
    }
  }
}

/** osascript: -2740 and -2741 are errors of syntax. */
function isUnknownWord(error: unknown): boolean {
  return /\(-274[01]\)/.test(saidBy(error));
}

function saidBy(error: unknown): string {
  return error instanceof Error && 'stderr' in error ? String(error.stderr) : String(error);
}

function notAllowed(cause: unknown): CottyError {
  const said = saidBy(cause).trim();
  if (said.includes('Python API is not enabled')) return apiIsOff(cause);
  if (said.includes('-1743'))
    return new CottyError(
      'denied',
      'macOS does not let this program speak to iTerm2.',
      'Allow it in System Settings > Privacy & Security > Automation, for the program that has started cotty.',
      {cause},
    );
  return new CottyError('denied', `iTerm2 gives no cookie: ${said}`, 'Answer its question in iTerm2, and try again.', {
    cause,
  });
}

/** In iTerm2's own words of where to find it. */
export function apiIsOff(cause?: unknown): CottyError {
  return new CottyError(
    'server_unavailable',
    "iTerm2's API does not answer: iTerm2 does not run, or its API is off.",
    'Start iTerm2. Then switch on Settings > General > Magic > Enable Python API.',
    {cause},
  );
}
