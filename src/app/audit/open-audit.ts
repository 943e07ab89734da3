import type {Config} from '../config-schema.ts';
import type {Home} from '../home.ts';
import {AuditLog} from './audit-log.ts';
import {auditPaths} from './audit-paths.ts';

const BYTES_IN_MB = 1024 * 1024;

export interface OpenAuditOptions {
  readonly home: Home;
  readonly config: Pick<Config, 'audit'>;
  readonly env: NodeJS.ProcessEnv;
}

/** The audit of a configuration; nothing is made before the first record. */
export function openAudit({home, config, env}: OpenAuditOptions): AuditLog {
  const {log_path, max_size_mb} = config.audit;
  return new AuditLog({paths: auditPaths(home, log_path), maxBytes: max_size_mb * BYTES_IN_MB, env});
}
