import {z} from 'zod';
import {surroundings} from '../../engine/index.ts';
import {defineTool} from '../define.ts';
import {gridSize, sessionCreated, sessionId} from './fields.ts';

export const getContext = defineTool({
  name: 'get_context',
  toolset: 'terminal',
  title: 'Where a session stands',
  description:
    'Get the context of a terminal session: working directory, host, user, shell, foreground program, last exit code, recent output, environment (secrets masked).',
  effect: 'read',
  openWorld: false,
  idempotent: true,
  form: 'terminal',
  needs: ['sessions'],
  input: z.object({session_id: sessionId}),
  output: z.object({
    session_id: z.string(),
    path: z.string(),
    hostname: z.string(),
    username: z.string(),
    shell: z.string(),
    terminal_size: gridSize,
    tty: z.string().nullable(),
    pid: z.int().nullable(),
    job_name: z.string().nullable(),
    command_line: z.string().nullable(),
    recent_output: z.string(),
    last_exit_code: z.int().nullable(),
    environment: z.record(z.string(), z.string()).nullable(),
    shell_integration: z.string(),
    sandbox: z.object({project: z.string(), network: z.boolean()}).nullable(),
    session_created: sessionCreated,
  }),
  async run({input, services: {sessions}, caller, signal}) {
    const {session, created} = await sessions.meant.of(caller, input.session_id);
    const facts = await surroundings(session, signal);
    return {
      session_id: session.id,
      path: facts.path,
      hostname: facts.hostname,
      username: facts.username,
      shell: facts.shell,
      terminal_size: {cols: facts.cols, rows: facts.rows},
      tty: facts.tty,
      pid: facts.pid,
      job_name: facts.jobName,
      command_line: facts.commandLine,
      recent_output: facts.recentOutput,
      last_exit_code: facts.lastExitCode,
      environment: facts.environment && {...facts.environment},
      shell_integration: facts.shellIntegration,
      sandbox: session.facts.sandbox ?? null,
      ...(facts.hidden > 0 ? {hidden: facts.hidden} : {}),
      ...(created ? {session_created: true} : {}),
    };
  },
  present(value) {
    const names = value.environment ? Object.keys(value.environment).join(' ') : 'unknown';
    return {
      facts: {
        session: value.session_id,
        path: value.path,
        host: value.hostname,
        user: value.username,
        shell: value.shell,
        size: `${value.terminal_size.cols}x${value.terminal_size.rows}`,
        tty: value.tty ?? '-',
        pid: value.pid ?? '-',
        job: value.job_name,
        command_line: value.command_line,
        last_exit: value.last_exit_code ?? '-',
        integration: value.shell_integration,
        sandbox: value.sandbox
          ? `${value.sandbox.network ? 'network' : 'offline'} ${value.sandbox.project}`
          : undefined,
        session_created: value.session_created,
      },
      tellsFacts: true,
      text: `recent output:\n${value.recent_output}\n\nenvironment names: ${names}`,
    };
  },
});
