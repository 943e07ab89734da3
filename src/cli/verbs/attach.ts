import {constants} from 'node:os';
import {type ConnectRequest, connectOrStart, connectToRunning, type Home, locateHome} from '../../app/index.ts';
import {CottyError, eventSeq, isCottyError, numberField, textField} from '../../core/index.ts';
import {type AttachEnd, attachClient} from '../../transports/index.ts';
import {defineVerb} from '../argv/verb.ts';
import {personName, refuseOwnSession, whoFields} from '../client.ts';
import {findRecording} from '../find-session-log.ts';
import {AttachKeys} from '../terminal/attach-keys.ts';
import {AttachScreen} from '../terminal/attach-screen.ts';
import {LastingAttachment} from '../terminal/lasting-attachment.ts';
import {PersonTerminal} from '../terminal/person-terminal.ts';

export const attachVerb = defineVerb({
  name: 'attach',
  usage: 'SESSION',
  details: [
    'Several terminals may be attached at once. Ctrl-] d leaves, Ctrl-] Ctrl-] types a Ctrl-], Ctrl-] ? shows the keys.',
    'The session is as large as the smallest of them ([session] size); a larger one shows it framed. When the',
    'last one leaves, the session has its own size again.',
    'It outlives the server: another one is started, and what is typed meanwhile is typed then.',
    'The session goes on when this terminal is closed. Exits with the exit code of the session when that ends, with 128',
    'and the number of the signal when one killed it.',
  ].join('\n'),
  options: {},
  words: [1, 1],
  places: ['session'],
  async run({words: [session = ''], output, env}) {
    refuseOwnSession(session, env);
    using terminal = PersonTerminal.take(process.stdin, process.stdout);
    const home = locateHome(env);
    const request: ConnectRequest = {home, role: 'attach', fields: whoFields(env)};
    using screen = new AttachScreen({terminal, repaint: () => attached.repaint(), greets: !output.isJson});
    using attached = await LastingAttachment.open({
      session,
      attach: async viewing => {
        // A newer server that took the place of ours is not made to leave.
        const next = viewing.repaints ? await connectToRunning(request) : undefined;
        const {socket} = next ?? (await connectOrStart(request));
        const onOutput = (bytes: Buffer) => screen.show(bytes);
        const onRefused = (why: string) => screen.tell(why);
        return await attachClient(socket, {...viewing, ...terminal.size, name: personName(), onOutput, onRefused});
      },
      onAway: () => screen.tellAway(),
      onFull: () => screen.ring(),
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
    const end = await attached.ended
      .catch(error => endInLog(error, home, attached.sessionId))
      .catch(async error => {
        terminal.restoreScreen();
        await terminal.discardTyped();
        throw error;
      });
    terminal.restoreScreen();
    if (output.isJson) output.value({session_id: attached.sessionId, ended: end.type});
    switch (end.type) {
      case 'detached':
        terminal[Symbol.dispose]();
        output.complain(`[detached from ${attached.sessionId}]`);
        return 0;
      case 'closed':
        output.complain(`[${attached.sessionId} ended${describeExit(end.exit)}]`);
        await terminal.discardTyped();
        return exitCodeOf(end.exit);
      case 'lost':
        await terminal.discardTyped();
        if (end.error) throw end.error;
        output.complain(`[the server went away; attach again: cotty attach ${attached.sessionId}]`);
        return 1;
      default:
        return end satisfies never;
    }
  },
});

/** The session ended while there was no server, which its log tells. Throws what else is the matter. */
async function endInLog(error: unknown, home: Home, sessionId: string): Promise<AttachEnd> {
  const recording = isCottyError(error, 'unknown_session') ? findRecording(home, sessionId) : undefined;
  const exit = recording && (await lastExit(recording.log));
  if (exit === undefined) throw await explainRefusal(error, home, sessionId);
  return {type: 'closed', exit};
}

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

/** As shells count it: 128 and the signal's number. */
function exitCodeOf(exit: unknown): number {
  const number = Object.entries(constants.signals).find(([name]) => name === textField(exit, 'signal'))?.[1];
  return number === undefined ? (numberField(exit, 'exitStatus') ?? 0) : 128 + number;
}

function describeExit(exit: unknown): string {
  const signal = textField(exit, 'signal');
  const status = numberField(exit, 'exitStatus');
  if (signal !== '') return ` by ${signal}`;
  return status === undefined ? '' : ` with exit code ${status}`;
}
