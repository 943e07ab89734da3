/** The everyday verbs. Each is loaded only when it is called; tools are verbs too and need no row here. */
import type {AnyVerb, DefinedVerb, EverydayVerbs} from './verb.ts';

interface Row {
  readonly summary: string;
  readonly load: () => Promise<DefinedVerb>;
}

/** Undefined when no everyday verb has that name. */
export async function loadVerb(name: string): Promise<AnyVerb | undefined> {
  const row = Object.hasOwn(verbTable, name) ? verbTable[name] : undefined;
  return row && {...(await row.load()), summary: row.summary};
}

export const verbTable: Readonly<Record<string, Row>> = {
  status: {
    summary: 'where it stands and what to do next',
    load: async () => (await import('../verbs/status.ts')).statusVerb,
  },
  run: {
    summary: 'run a command in a session; exits with its exit code',
    load: async () => (await import('../verbs/run.ts')).runVerb,
  },
  exec: {
    summary: 'run one line of the pseudo-terminal: documents, tables, text, JSON',
    load: async () => (await import('../verbs/exec.ts')).execVerb,
  },
  shell: {
    summary: 'use the pseudo-terminal by hand (with --pseudo)',
    load: async () => (await import('../verbs/shell.ts')).shellVerb,
  },
  ls: {summary: 'list sessions', load: async () => (await import('../verbs/ls.ts')).lsVerb},
  new: {summary: 'open a session', load: async () => (await import('../verbs/new.ts')).newVerb},
  attach: {
    summary: 'use a session from this terminal (leave with Ctrl-] d)',
    load: async () => (await import('../verbs/attach.ts')).attachVerb,
  },
  read: {
    summary: 'print the output or the screen of a session',
    load: async () => (await import('../verbs/read.ts')).readVerb,
  },
  keys: {summary: 'press keys in a session', load: async () => (await import('../verbs/keys.ts')).keysVerb},
  watch: {
    summary: 'wait until a pattern appears in the output of a session',
    load: async () => (await import('../verbs/watch.ts')).watchVerb,
  },
  screenshot: {
    summary: 'draw the screen of a session, now or at a past moment: PNG, SVG, HTML',
    load: async () => (await import('../verbs/screenshot.ts')).screenshotVerb,
  },
  rename: {
    summary: 'give a session another name',
    load: async () => (await import('../verbs/rename.ts')).renameVerb,
  },
  check: {
    summary: 'say what a command line could do, without running it',
    load: async () => (await import('../verbs/check.ts')).checkVerb,
  },
  approvals: {
    summary: 'list the commands of agents that wait for your word',
    load: async () => (await import('../verbs/approvals.ts')).approvalsVerb,
  },
  approve: {
    summary: 'let an agent run a command that it was stopped at',
    load: async () => (await import('../verbs/answer.ts')).approveVerb,
  },
  deny: {summary: 'say no to it', load: async () => (await import('../verbs/answer.ts')).denyVerb},
  secret: {
    summary: 'type a secret that a program in a session asks for',
    load: async () => (await import('../verbs/secret.ts')).secretVerb,
  },
  audit: {
    summary: 'what agents wanted to run, what was decided, and what became of it',
    load: async () => (await import('../verbs/audit.ts')).auditVerb,
  },
  kill: {summary: 'close a session', load: async () => (await import('../verbs/kill.ts')).killVerb},
  export: {
    summary: 'write the recording of a session to a file',
    load: async () => (await import('../verbs/export.ts')).exportVerb,
  },
  replay: {
    summary: 'play a session again, living or ended: pauses cut, jumps from command to command',
    load: async () => (await import('../verbs/replay.ts')).replayVerb,
  },
  notify: {
    summary: 'inside a session: raise an event that agents can wait for',
    load: async () => (await import('../verbs/notify.ts')).notifyVerb,
  },
  mcp: {summary: 'serve MCP on stdin and stdout', load: async () => (await import('../verbs/mcp.ts')).mcpVerb},
  serve: {
    summary: 'serve MCP and REST over HTTP',
    load: async () => (await import('../verbs/serve.ts')).serveVerb,
  },
  'iterm2-server': {
    summary: "offer the sessions through iTerm2's API, to its scripts and tools",
    load: async () => (await import('../verbs/iterm2-server.ts')).iterm2ServerVerb,
  },
  server: {
    summary: 'look at the background server, or stop it',
    load: async () => (await import('../verbs/server.ts')).serverVerb,
  },
  demo: {
    summary: 'watch a scripted agent and a scripted person share a terminal',
    load: async () => (await import('../verbs/demo.ts')).demoVerb,
  },
  doctor: {
    summary: 'check that everything cotty needs is there',
    load: async () => (await import('../verbs/doctor.ts')).doctorVerb,
  },
  completion: {
    summary: 'print a completion script for your shell',
    load: async () => (await import('../verbs/completion.ts')).completionVerb,
  },
  version: {summary: 'print the version', load: async () => (await import('../verbs/version.ts')).versionVerb},
  help: {summary: 'show help for cotty or one verb', load: async () => (await import('../verbs/help.ts')).helpVerb},
};

/** What every verb is told of the others. */
export const everydayVerbs: EverydayVerbs = {summaries: verbTable, load: loadVerb};
