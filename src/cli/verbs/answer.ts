import {textField} from '../../core/index.ts';
import type {Output} from '../argv/output.ts';
import {defineVerb} from '../argv/verb.ts';
import {openClient} from '../client.ts';
import {tellApproval} from './approvals.ts';

export const approveVerb = defineVerb({
  name: 'approve',
  usage: 'ID [--session | --always]',
  details: [
    'Lets an agent run the command that it was stopped at: once, when it makes the same call again. It counts for exactly that line, in that session, folder and program.',
    'Only a person can: at a terminal, outside of sessions, and not below a process that is connected as an MCP client.',
  ].join('\n'),
  options: {
    session: {type: 'boolean', about: 'also what differs in files of the same folder only, until the session ends'},
    always: {type: 'boolean', about: 'write a rule for exactly this command into config.toml'},
  },
  words: [1, 1],
  async run({words: [id = ''], options, output, env}) {
    const scope = options.always ? 'always' : options.session ? 'session' : 'once';
    using client = await openClient(env);
    tellAnswer(await client.ask('answer_approval', {id, decision: 'approve', scope}), output);
    return 0;
  },
});

export const denyVerb = defineVerb({
  name: 'deny',
  usage: 'ID',
  details: 'Says no to a command of an agent. It stays no for ten minutes.',
  options: {},
  words: [1, 1],
  async run({words: [id = ''], output, env}) {
    using client = await openClient(env);
    tellAnswer(await client.ask('answer_approval', {id, decision: 'deny', scope: 'once'}), output);
    return 0;
  },
});

function tellAnswer(approval: unknown, output: Output): void {
  if (output.isJson) {
    if (typeof approval === 'object' && approval !== null) output.value({...approval});
    return;
  }
  tellApproval(textField(approval, 'state'), approval, output);
}
