import {z} from 'zod';
import {logCursor} from '../../core/index.ts';
import {watchOutput as watch} from '../../engine/index.ts';
import {defineTool} from '../define.ts';
import {cursor, sessionCreated, sessionId} from './fields.ts';

export const watchOutput = defineTool({
  name: 'watch_output',
  toolset: 'terminal',
  title: 'Wait for output',
  description:
    'Wait until new terminal output has a line that matches a pattern (a log line, "listening on", an error). Only fresh output counts; pass the returned cursor to go on without missing any. background=true raises watch_match events for wait_for_events instead.',
  effect: 'read',
  openWorld: false,
  idempotent: true,
  form: 'terminal',
  needs: ['sessions', 'watches'],
  input: z.object({
    pattern: z.string().min(1).max(2000).describe('RE2 pattern.'),
    session_id: sessionId,
    timeout: z.number().min(0).max(86_400).default(60).describe('Seconds.'),
    stop_pattern: z.string().min(1).max(2000).optional().describe('Ends the watch without a match.'),
    include_echo: z.boolean().default(false).describe('Also match prompts and typed command lines.'),
    background: z.boolean().default(false),
    cursor: cursor.optional().describe('Start here instead of now.'),
  }),
  output: z.object({
    matched: z.boolean(),
    lines: z.array(z.string()),
    match_count: z.int(),
    pattern: z.string(),
    stopped: z.boolean().describe('The stop pattern came first.'),
    timed_out: z.boolean(),
    cursor: z.int().describe('Where to go on watching.'),
    missed_bytes: z.int().describe('Bytes in between that are no longer kept.'),
    session_id: z.string(),
    session_closed: z.boolean(),
    watch_id: z.string().optional(),
    session_created: sessionCreated,
  }),
  async run({input, services: {sessions, watches}, caller, signal, onProgress}) {
    const {session, created} = await sessions.meant.of(caller, input.session_id);
    const request = {
      pattern: input.pattern,
      stopPattern: input.stop_pattern,
      includeEcho: input.include_echo,
      from: input.cursor === undefined ? undefined : logCursor(input.cursor),
    };
    const base = {pattern: input.pattern, session_id: session.id, ...(created ? {session_created: true} : {})};
    if (input.background) {
      const watchId = watches.start(session, request, input.timeout * 1000);
      const now = session.tracker.outputEnd;
      return {
        ...base,
        matched: false,
        lines: [],
        match_count: 0,
        stopped: false,
        timed_out: false,
        cursor: now,
        missed_bytes: 0,
        session_closed: session.isClosed,
        watch_id: watchId,
      };
    }
    const result = await watch(session, request, {timeoutMs: input.timeout * 1000, signal, onProgress});
    return {
      ...base,
      matched: result.matched,
      lines: [...result.lines],
      match_count: result.matchCount,
      stopped: result.stopped,
      timed_out: result.timedOut,
      cursor: result.cursor,
      missed_bytes: result.missedBytes,
      session_closed: result.sessionClosed,
      ...(result.hidden > 0 ? {hidden: result.hidden} : {}),
    };
  },
  present: value => ({
    facts: {
      matched: value.matched,
      session: value.session_id,
      cursor: value.cursor,
      watch_id: value.watch_id,
      match_count: value.match_count > value.lines.length ? value.match_count : undefined,
      timed_out: value.timed_out || undefined,
      stopped: value.stopped || undefined,
      missed_bytes: value.missed_bytes || undefined,
      session_closed: value.session_closed || undefined,
      session_created: value.session_created,
    },
    text: value.lines.join('\n'),
  }),
});
