import {field, textField} from '../../core/index.ts';
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
    const all = listIn(reply);
    const approvals = options.all ? all : all.filter(approval => textField(approval, 'state') === 'pending');
    if (output.isJson) {
      output.value({approvals});
      return 0;
    }
    if (approvals.length === 0) output.complain('Nothing waits for you.');
    else
      output.table(
        ['ID', 'STATE', 'LEVEL', 'AGENT', 'SESSION', 'CWD', 'COMMAND'],
        approvals.map(approval => [
          ...['approval_id', 'state', 'level', 'agent', 'session_id', 'cwd'].map(name => textField(approval, name)),
          commandOf(approval),
        ]),
      );
    return 0;
  },
});

function listIn(reply: unknown): readonly unknown[] {
  const found = field(reply, 'approvals');
  return Array.isArray(found) ? found : [];
}

/** Nothing of it acts on the terminal; whoever reads sees every character. */
export function commandOf(approval: unknown): string {
  const command = field(approval, 'command');
  return typeof command === 'string' ? visibleText(command) : '(not known)';
}
