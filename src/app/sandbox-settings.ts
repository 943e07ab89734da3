import {CottyError, type SandboxRequest} from '../core/index.ts';
import {hiddenFromSandboxes} from '../guard/index.ts';
import type {Config} from './config-schema.ts';
import {locateHome} from './home.ts';

/** What is configured of sandboxes, and what is hidden in every one of them. */
export function sandboxSettings(
  {sandbox, audit}: Pick<Config, 'sandbox' | 'audit'>,
  env: NodeJS.ProcessEnv,
): SandboxRequest & {readonly required: boolean} {
  const {required, network, writable, hidden} = sandbox;
  const {path, configFile} = locateHome(env);
  for (const [key, places] of Object.entries({writable, hidden}))
    for (const place of places) if (!/^(\/|~\/)/.test(place)) throw relative(key, place);
  // Older files of the audit lie beside the newest.
  const own = [path, configFile, ...(audit.log_path === null ? [] : [`${audit.log_path}*`])];
  return {required, network, writable, hidden: [...hiddenFromSandboxes, ...own, ...hidden]};
}

function relative(key: string, place: string): CottyError {
  return new CottyError(
    'invalid_argument',
    `[sandbox] ${key} names ${JSON.stringify(place)}, and nobody can tell where that is.`,
    'Write it from / or from ~/ in config.toml.',
  );
}
