import type {ComposeOptions} from './compose-engine.ts';
import {EffectivePolicy} from './effective-policy.ts';
import {folderLook} from './folder-look.ts';
import type {Home} from './home.ts';

/** The judge of an engine that keeps no audit: by the user's configuration, and what a project adds to it. */
export function guardOf({home, env}: {readonly home: Home; readonly env: NodeJS.ProcessEnv}): ComposeOptions['guard'] {
  return {policies: new EffectivePolicy({home, env}), ownFolder: home.path, look: folderLook([home.configFile])};
}
