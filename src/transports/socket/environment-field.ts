/** A client's environment in its first line: what its new sessions start from. */
import {withoutOwnSecrets} from '../../core/index.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** Without secrets of cotty's own. */
export function formatEnvironment(env: Environment): string {
  return Buffer.from(JSON.stringify(withoutOwnSecrets(env))).toString('base64url');
}

/** Undefined when it says nothing that can be understood. */
export function parseEnvironment(field: string | undefined): Record<string, string> | undefined {
  if (field === undefined) return undefined;
  try {
    const value: unknown = JSON.parse(Buffer.from(field, 'base64url').toString());
    return isEnvironment(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function isEnvironment(value: unknown): value is Record<string, string> {
  return (
    typeof value === 'object' && value !== null && Object.values(value).every(content => typeof content === 'string')
  );
}
