import {approvalEventKinds} from '../guard/approval-events.ts';

/** What happens to sessions and in them. */
export const sessionEventKinds = [
  'session_opened',
  'session_ending',
  'session_closed',
  'command_started',
  'command_finished',
  'awaiting_input',
  'secret_wanted',
  'tui',
  'watch_match',
  'watch_ended',
  'custom',
] as const;

export type SessionEventKind = (typeof sessionEventKinds)[number];

/**
 * Every kind that is published, for whoever asks for some of them. The event ring itself knows none: a part of cotty that has more to
 * tell declares its kinds beside those of sessions and lists them here.
 */
export const eventKinds = [...sessionEventKinds, ...approvalEventKinds] as const;
