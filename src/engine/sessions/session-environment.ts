import type {OpenOptions} from '../../core/index.ts';
import {holdsSecret} from '../session/mask-environment.ts';

/** What an environment starts from, and what is added; neither is ever written down. */
export type OpenedWith = Pick<OpenOptions, 'baseEnv' | 'env'>;

/** How the environment of every session differs from that of whoever opens it. */
export interface SessionEnvironment {
  /** What it starts from for callers of whom nothing is known; default is the backend's own. */
  readonly base?: OpenOptions['baseEnv'];
  /** Names that are taken out; `*` stands for any characters. */
  readonly remove: readonly string[];
  readonly add: Readonly<Record<string, string>>;
}

/** What an opening asks for itself comes last. With `withoutSecrets` what it starts from loses what looks like one. */
export function sessionEnvironment(
  {baseEnv, env}: OpenedWith,
  {base, remove, add}: SessionEnvironment,
  {withoutSecrets = false}: {readonly withoutSecrets?: boolean} = {},
): OpenedWith {
  const whole = baseEnv ?? base;
  const isRemoved = (name: string): boolean => remove.some(pattern => fits(name, pattern));
  return {
    baseEnv:
      whole &&
      Object.fromEntries(
        Object.entries(whole).filter(
          ([name, value]) => !isRemoved(name) && !(withoutSecrets && holdsSecret(name, value ?? '')),
        ),
      ),
    env: {...add, ...env},
  };
}

function fits(name: string, pattern: string): boolean {
  const [head = '', ...others] = pattern.split('*');
  const tail = others.pop();
  if (tail === undefined) return name === pattern;
  if (!name.startsWith(head)) return false;
  let at = head.length;
  for (const part of others) {
    const found = name.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return name.length - at >= tail.length && name.endsWith(tail);
}

/** HOME as the session was opened with it; null where that is not known. */
export function homeIn(opened: OpenedWith | undefined): string | null {
  return opened?.env?.['HOME'] ?? opened?.baseEnv?.['HOME'] ?? null;
}
