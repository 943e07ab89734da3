import {connectOrStart, locateHome} from '../../app/index.ts';
import {numberField, textField} from '../../core/index.ts';
import {attachClient} from '../../transports/index.ts';
import {defineVerb} from '../argv/verb.ts';
import {personName, refuseOwnSession} from '../client.ts';
import {DetachKeys} from '../terminal/detach-keys.ts';
import {PersonTerminal} from '../terminal/person-terminal.ts';

export const attachVerb = defineVerb({
  name: 'attach',
  usage: 'SESSION',
  details: [
    'Several terminals may be attached at once. Ctrl-] d leaves, Ctrl-] Ctrl-] types a Ctrl-].',
    'The session goes on when this terminal is closed. Exits with the exit code of the session when that ends.',
  ].join('\n'),
  options: {},
  words: [1, 1],
  places: ['session'],
  async run({words: [session = ''], output, env}) {
    refuseOwnSession(session, env);
    using terminal = PersonTerminal.take(process.stdin, process.stdout);
    const {socket} = await connectOrStart({home: locateHome(env), role: 'attach'});
    using attached = await attachClient(socket, {
      session,
      ...terminal.size,
      name: personName(),
      onOutput: bytes => terminal.show(bytes),
    });
    refuseOwnSession(attached.sessionId, env);
    const keys = new DetachKeys();
    terminal.onBytes(bytes => {
      const {typed, detach} = keys.push(bytes);
      if (typed.length > 0) attached.type(typed);
      if (detach) attached.detach();
    });
    terminal.onGone(() => attached.detach());
    terminal.onResize(({cols, rows}) => attached.resize(cols, rows));
    const end = await attached.ended;
    terminal[Symbol.dispose]();
    if (output.isJson) output.value({session_id: attached.sessionId, ended: end.type});
    switch (end.type) {
      case 'detached':
        output.complain(`[detached from ${attached.sessionId}]`);
        return 0;
      case 'closed':
        output.complain(`[${attached.sessionId} ended${describeExit(end.exit)}]`);
        return numberField(end.exit, 'exitStatus') ?? 0;
      case 'lost':
        output.complain(`[the server went away; attach again: cotty attach ${attached.sessionId}]`);
        return 1;
      default:
        return end satisfies never;
    }
  },
});

function describeExit(exit: unknown): string {
  const signal = textField(exit, 'signal');
  const status = numberField(exit, 'exitStatus');
  if (signal !== '') return ` by ${signal}`;
  return status === undefined ? '' : ` with exit code ${status}`;
}
