import {z} from 'zod';
import {defineTool} from '../define.ts';
import {changeState, confirm} from './fields.ts';
import {scopeOf} from './pseudo-terminal.ts';

export const terminalExec = defineTool({
  name: 'terminal_exec',
  toolset: 'skills',
  title: 'Run a command of the pseudo-terminal',
  description:
    'Run one command line of the pseudo-terminal: documents to Markdown, tables, text, JSON, archives, checksums. No shell, no programs, no network. Start with command="help"; read_skill "pseudoterm-basics" explains it. A line that would replace a file asks first: the same call with confirm=true does it.',
  effect: 'write',
  openWorld: false,
  idempotent: false,
  form: 'terminal',
  needs: ['pseudoTerminal'],
  input: z.object({
    // Lines that are empty or too long are refused by the protocol, as runs with a word and a record.
    command: z.string().describe('One line, e.g. doc extract --in report.pdf --out report.md'),
    stdin: z.string().optional(),
    timeout_ms: z.int().min(1).optional().describe('Clipped to what the command allows.'),
    confirm,
  }),
  output: z.object({
    state: changeState,
    exit_code: z.int(),
    stdout: z.string(),
    stderr: z.string(),
    result: z.record(z.string(), z.unknown()).nullable(),
    artifacts: z.array(z.object({path: z.string(), mime: z.string(), description: z.string()})),
    run_id: z.string(),
    error_code: z.string().nullable(),
    truncated: z.boolean(),
  }),
  async run({input, ...call}) {
    const host = await call.services.pseudoTerminal.pseudoTerminal();
    const run = await host.exec(input, scopeOf(call));
    const state = run.error_code === 'NeedsConfirmation' ? ('needs_confirmation' as const) : ('done' as const);
    return {
      state,
      ...run,
      result: run.result && {...run.result},
      artifacts: run.artifacts.map(artifact => ({...artifact})),
    };
  },
  present({stdout, stderr, result, artifacts, state, ...others}) {
    const facts = state === 'done' ? others : {state, ...others};
    const json = result === null ? '' : JSON.stringify(result);
    const parts = [
      stdout,
      stderr && `stderr:\n${stderr}`,
      json !== '' && json.length <= SHORT_RESULT && `result: ${json}`,
      ...artifacts.map(artifact => `artifact: ${artifact.path} (${artifact.mime}; ${artifact.description})`),
    ];
    const text = parts
      .filter(part => typeof part === 'string' && part !== '')
      .map(part => String(part).replace(/\n$/, ''));
    return {facts, text: text.join('\n')};
  },
});

/** Longer results only repeat what stdout says; programs find them in the typed value. */
const SHORT_RESULT = 600;
