import {type Actor, field, textField} from '../../core/index.ts';
import {placeOfSession} from '../../engine/index.ts';
import type {ClientConnection, NotificationInit} from '../../iterm2-api/index.ts';
import type {Endpoint} from './endpoint.ts';

/** All that a client is told is told here: it has no secrets, and nothing happens in sessions that the client may not read. */
export function guardedConnection(connection: ClientConnection, endpoint: Endpoint, actor: Actor): ClientConnection {
  const {secrets, permits} = endpoint.options.engine;
  const masked = <Value>(value: Value): Value => secrets?.maskAll(value) ?? value;
  const mayHear = async (news: NotificationInit): Promise<boolean> => {
    const session = endpoint.terminals.session(sessionIn(news));
    return session === undefined || !permits || (await permits.mayRead(actor, placeOfSession(session)));
  };
  // Replies and news keep their order.
  let turn: Promise<void> = Promise.resolve();
  const then = (tell: () => void | Promise<void>): Promise<void> => {
    turn = turn.then(tell).catch(() => undefined);
    return turn;
  };
  return {
    reply: (id, reply) => then(() => connection.reply(id, masked(reply))),
    notify: news => {
      void then(async () => {
        if (await mayHear(news)) connection.notify(masked(news));
      });
    },
    close: () => connection.close(),
    get backlogBytes() {
      return connection.backlogBytes;
    },
    get isOpen() {
      return connection.isOpen;
    },
  };
}

/** Whose terminal shows something new, runs something or is typed at; empty for news that tell of sessions by their ids alone. */
function sessionIn(news: NotificationInit): string {
  const about =
    news.keystrokeNotification ??
    news.promptNotification ??
    news.customEscapeSequenceNotification ??
    news.locationChangeNotification;
  return textField(about, 'session') || textField(field(news, 'screenUpdateNotification'), 'session');
}
