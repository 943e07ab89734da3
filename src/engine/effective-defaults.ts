import type {SharedSizePolicy} from '../core/index.ts';
import type {EngineDefaults} from './engine-options.ts';
import type {SessionEnvironment} from './sessions/session-environment.ts';
import {noSandbox, type SandboxSettings} from './sessions/session-sandbox.ts';

/** What holds where a caller says nothing. */
export interface EffectiveDefaults {
  readonly timeoutMs: number;
  readonly readLines: number;
  readonly maxSessions: number;
  readonly shell: string | undefined;
  readonly environment: SessionEnvironment;
  readonly sharedSize: SharedSizePolicy;
  readonly sandbox: SandboxSettings;
}

export function effectiveDefaults(given: EngineDefaults = {}): EffectiveDefaults {
  return {
    timeoutMs: given.timeoutMs ?? 30_000,
    readLines: given.readLines ?? 50,
    maxSessions: given.maxSessions ?? 256,
    shell: given.shell,
    environment: given.environment ?? {remove: [], add: {}},
    sharedSize: given.sharedSize ?? 'smallest',
    sandbox: given.sandbox ?? noSandbox,
  };
}
