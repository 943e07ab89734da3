import {connectOrStart, type Home, locateHome} from '../../app/index.ts';
import {CottyError, eventSeq, isCottyError, numberField, textField} from '../../core/index.ts';
import {attachClient} from '../../transports/index.ts';
import {defineVerb} from '../argv/verb.ts';
import {personName, refuseOwnSession, whoFields} from '../client.ts';
import {findRecording} from '../find-session-log.ts';
import {AttachKeys} from '../terminal/attach-keys.ts';
import {AttachScreen} from '../terminal/attach-screen.ts';
import {PersonTerminal} from '../terminal/person-terminal.ts';

export const attachVerb = defineVerb({
  name: 'attach',
  usage: 'SESSION',
  details: [
    'Several terminals may be attached at once. Ctrl-] d leaves, Ctrl-] Ctrl-] types a Ctrl-], Ctrl-] ? shows the keys.',
    'The session is as large as the smallest of them ([session] size); a larger one shows it framed.',
    'The session goes on when this terminal is closed. Exits with the exit code of the session when that ends.',
  ].join('\n'),
  options: {},
  words: [1, 1],
  places: ['session'],
  async run({words: [session = ''], output, env}) {
    refuseOwnSession(session, env);
    using terminal = PersonTerminal.take(process.stdin, process.stdout);
    const home = locateHome(env);
    const {socket} = await connectOrStart({home, role: 'attach', fields: whoFields(env)});
    using screen = new AttachScreen({terminal, repaint: () => attached.repaint(), greets: !output.isJson});
    using attached = await attachClient(socket, {
      session,
      ...terminal.size,
      name: personName(),
      onOutput: bytes => screen.show(bytes),
    }).catch(async error => {
      throw await explainRefusal(error, home, session);
    });
    refuseOwnSession(attached.sessionId, env);
    const keys = new AttachKeys();
    terminal.onBytes(bytes => {
      for (const action of keys.push(bytes)) {
        if (action.type === 'detach') attached.detach();
        else if (action.type === 'help') screen.help();
        else if (!screen.press()) attached.type(action.bytes);
      }
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

/** A session that has ended cannot be attached to; its log says how it ended. */
async function explainRefusal(error: unknown, home: Home, session: string): Promise<unknown> {
  if (!isCottyError(error, 'unknown_session')) return error;
  const recording = findRecording(home, session);
  if (!recording) return error;
  const {sessionId, log} = recording;
  return new CottyError(
    'session_closed',
    `${sessionId} has ended${describeExit(await lastExit(log))}.`,
    `Read it with \`cotty read ${sessionId}\`, play it: \`cotty export ${sessionId} --cast FILE\`, or go on where it was: \`cotty new --recover ${sessionId}\`.`,
  );
}

async function lastExit(log: string): Promise<unknown> {
  const {SessionLogReader} = await import('../../log/index.ts');
  await using reader = SessionLogReader.open(log);
  let exit: unknown;
  for await (const event of reader.events(eventSeq(0))) if (event.type === 'exit') exit = event;
  return exit;
}

function describeExit(exit: unknown): string {
  const signal = textField(exit, 'signal');
  const status = numberField(exit, 'exitStatus');
  if (signal !== '') return ` by ${signal}`;
  return status === undefined ? '' : ` with exit code ${status}`;
}
