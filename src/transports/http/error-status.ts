import type {CottyErrorCode} from '../../core/index.ts';

/** The HTTP status that says the same as an error code. */
export const errorStatus: Readonly<Record<CottyErrorCode, number>> = {
  invalid_argument: 400,
  invalid_pattern: 400,
  protocol_error: 400,
  denied: 403,
  unknown_session: 404,
  unknown_command: 404,
  unknown_tool: 404,
  session_busy: 409,
  input_held: 409,
  session_closed: 410,
  too_large: 413,
  shell_missing: 422,
  // nginx's word for a client that went away; nobody is left to read it.
  cancelled: 499,
  home_unwritable: 500,
  spawn_failed: 500,
  log_damaged: 500,
  version_mismatch: 500,
  internal: 500,
  not_supported: 501,
  pty_exhausted: 503,
  server_unavailable: 503,
  disk_full: 507,
};
