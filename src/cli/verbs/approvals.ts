import {field, shownLine, textField} from '../../core/index.ts';
import type {Output} from '../argv/output.ts';
import {defineVerb} from '../argv/verb.ts';
import {openRunningClient} from '../client.ts';
import {visibleText} from '../visible-text.ts';

export const approvalsVerb = defineVerb({
  name: 'approvals',
  usage: '[--all]',
  details: 'Lists the commands of agents that wait for a person: answer with cotty approve ID, or cotty deny ID.',
  options: {all: {type: 'boolean', about: 'also those that were answered, have expired or were used'}},
  words: [0, 0],
  async run({options, output, env}) {
    using client = await openRunningClient(env);
    const reply = client && (await client.ask('approvals'));
    const all = listIn(reply, 'approvals');
    const approvals = options.all ? all : all.filter(approval => textField(approval, 'state') === 'pending');
    if (output.isJson) {
      output.value({approvals});
      return 0;
    }
    if (approvals.length === 0) output.complain('Nothing waits for you.');
    else if (output.isTty) {
      for (const approval of approvals) tellApproval(factsOf(approval).slice(0, 3).join('  '), approval, output);
    } else
      output.table(
        ['ID', 'STATE', 'LEVEL', 'AGENT', 'SESSION', 'CWD', 'COMMAND'],
        approvals.map(approval => [...factsOf(approval), commandOf(approval)]),
      );
    return 0;
  },
});

function listIn(value: unknown, name: string): readonly unknown[] {
  const found = field(value, name);
  return Array.isArray(found) ? found : [];
}

/** All that somebody decides by; nothing of it is shortened to the width of the terminal. */
export function tellApproval(head: string, approval: unknown, output: Output): void {
  const [, , , agent, session, cwd] = factsOf(approval);
  const reasons = listIn(approval, 'reasons').map(reason => visibleText(textField(reason, 'message')));
  output.print(
    [`${head}: ${commandOf(approval)}`, `${agent} in ${session}, ${cwd}`, ...reasons.slice(0, 5)].join('\n  '),
  );
}

function factsOf(approval: unknown): readonly string[] {
  return ['approval_id', 'state', 'level', 'agent', 'session_id', 'cwd'].map(name =>
    shownLine(textField(approval, name)),
  );
}

/** Nothing of it acts on the terminal; whoever reads sees every character. */
function commandOf(approval: unknown): string {
  const command = field(approval, 'command');
  return typeof command === 'string' ? shownLine(command) : '(not known)';
}
