import {SecretMask} from '../guard/index.ts';
import {loadConfig} from './config.ts';
import type {Home} from './home.ts';

export interface SecretsHere {
  readonly home: Home;
  readonly env: NodeJS.ProcessEnv;
  readonly cwd?: string | undefined;
  /** Secret besides, wherever they stand. */
  readonly values?: readonly string[];
}

/** What masks secrets in what leaves this process; null where `[security] mask_secrets` is off. Throws what reading the configuration throws. */
export async function secretsHere({home, env, cwd, values}: SecretsHere): Promise<SecretMask | null> {
  const {security} = await loadConfig({home, env, cwd});
  return security.mask_secrets ? new SecretMask(env, values) : null;
}
