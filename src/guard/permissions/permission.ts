import type {Mode} from '../policy/mode.ts';

/** One name or several; `*` stands for any characters, and one that begins with `!` excepts what fits it. */
export type Names = string | readonly string[];

/** `[[security.permission]]`: what agents may do, and where. It says `decision` or `mode`. */
export interface Permission {
  /** Whose acts, by the name that the audit has for the agent; default: everybody's. */
  readonly agent?: Names | undefined;
  /** In which sessions, by id or name; default: all, and what is done in none. */
  readonly session?: Names | undefined;
  /** Which tools, whatever door they are called by; one action of a tool is `manage_session:close`. Default: all that do more than look. */
  readonly tools?: Names | undefined;
  /** `ask` has a person asked, `deny` refuses. */
  readonly decision?: 'ask' | 'deny' | undefined;
  /** Lines are judged in this mode, instead of that of `[security]`. */
  readonly mode?: Mode | undefined;
  /** Told to whoever is asked or refused. */
  readonly reason?: string | undefined;
}

/** Something that an agent is about to do. */
export interface Act {
  readonly agent: string;
  /** Names of the session; null where there is none, or none yet. */
  readonly session: readonly string[] | null;
  /** A tool's name, with `:` and the action where it has several. */
  readonly tool: string;
  /** It changes nothing. */
  readonly reads: boolean;
}

/** The permission is about this act. One that names sessions says nothing about what is done in none. */
export function isAbout({agent, session, tools}: Permission, act: Act): boolean {
  if (agent !== undefined && !fits(agent, [act.agent])) return false;
  if (session !== undefined && (act.session === null || !fits(session, act.session))) return false;
  return tools === undefined ? !act.reads : fits(tools, [act.tool, act.tool.split(':', 1)[0] ?? '']);
}

/** The permission is about sessions of these names. */
export function isIn({session}: Permission, names: readonly string[]): boolean {
  return session === undefined || fits(session, names);
}

/** One of the names is among the wanted ones and none is excepted. Of exceptions alone: all but these. */
function fits(wanted: Names, names: readonly string[]): boolean {
  const patterns = typeof wanted === 'string' ? [wanted] : wanted;
  const excepted = patterns.filter(pattern => pattern.startsWith('!')).map(pattern => pattern.slice(1));
  const named = patterns.filter(pattern => !pattern.startsWith('!'));
  const isIn = (list: readonly string[]): boolean => list.some(pattern => names.some(name => matches(pattern, name)));
  return !isIn(excepted) && (named.length === 0 ? excepted.length > 0 : isIn(named));
}

/** `*` is any characters. Goes back to the last `*` only, so that no pattern takes long. */
function matches(pattern: string, name: string): boolean {
  const [first = '', ...rest] = pattern.split('*');
  const last = rest.pop();
  if (last === undefined) return name === first;
  if (!name.startsWith(first)) return false;
  let at = first.length;
  for (const part of rest) {
    const found = name.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return name.length - last.length >= at && name.endsWith(last);
}
