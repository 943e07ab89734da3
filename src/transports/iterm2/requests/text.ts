/** What goes to programs and to the display. */

import type {Session} from '../../../engine/index.ts';
import {
  InjectResponse_Status,
  SendTextResponse_Status,
  SetBroadcastDomainsResponse_Status,
} from '../../../iterm2-api/index.ts';
import type {Handlers, RequestContext} from '../handler.ts';
import {inTurn} from '../in-turn.ts';
import {permit} from '../permit.ts';
import {showOnTerminal} from '../show-on-terminal.ts';
import {typeText} from '../type-text.ts';

type TextRequests = 'sendTextRequest' | 'injectRequest' | 'getBroadcastDomainsRequest' | 'setBroadcastDomainsRequest';

export const textRequests: Pick<Handlers, TextRequests> = {
  async sendTextRequest({session: reference, text, suppressBroadcast}, context) {
    const named = context.endpoint.terminals.matching(reference);
    if (named.length === 0) return {status: SendTextResponse_Status.SESSION_NOT_FOUND};
    const sessions = suppressBroadcast ? named : withBroadcast(named, context);
    const {client, endpoint} = context;
    const {engine} = endpoint.options;
    const type = (session: Session) => inTurn(client, session, () => typeText(session, text, {client, engine}));
    await Promise.all(sessions.map(type));
    return {status: SendTextResponse_Status.OK};
  },

  async injectRequest({sessionId, data}, context) {
    const {endpoint, client} = context;
    const status: InjectResponse_Status[] = [];
    for (const reference of sessionId) {
      const sessions = endpoint.terminals.matching(reference);
      for (const session of sessions)
        await inTurn(client, session, async () => {
          await permit(context, 'send_text', session);
          await showOnTerminal(session, data, client.signal);
        });
      status.push(sessions.length > 0 ? InjectResponse_Status.OK : InjectResponse_Status.SESSION_NOT_FOUND);
    }
    return {status};
  },

  getBroadcastDomainsRequest: (_, {endpoint}) => ({
    broadcastDomains: endpoint.settings.broadcastDomains.map(domain => ({sessionIds: [...domain]})),
  }),

  setBroadcastDomainsRequest({broadcastDomains}, {endpoint}) {
    const {layout} = endpoint.terminals;
    const domains = broadcastDomains.map(({sessionIds}) => sessionIds);
    const all = domains.flat();
    if (!all.every(id => endpoint.terminals.session(id)))
      return {status: SetBroadcastDomainsResponse_Status.SESSION_NOT_FOUND};
    if (new Set(all).size !== all.length)
      return {status: SetBroadcastDomainsResponse_Status.BROADCAST_DOMAINS_NOT_DISJOINT};
    const windowOf = (id: string): unknown => {
      const tab = layout.tabOf(id);
      return tab && layout.windowOf(tab);
    };
    if (!domains.every(domain => new Set(domain.map(windowOf)).size <= 1))
      return {status: SetBroadcastDomainsResponse_Status.SESSIONS_NOT_IN_SAME_WINDOW};
    endpoint.settings.broadcastDomains = domains;
    endpoint.broadcastChanged();
    return {status: SetBroadcastDomainsResponse_Status.OK};
  },
};

/** With the sessions that get what these get. */
function withBroadcast(sessions: readonly Session[], {endpoint}: RequestContext): readonly Session[] {
  const {terminals, settings} = endpoint;
  const guids = sessions.map(session => terminals.guid(session));
  const domains = settings.broadcastDomains.filter(domain => domain.some(guid => guids.includes(guid)));
  return [...new Set([...guids, ...domains.flat()])].flatMap(guid => terminals.session(guid) ?? []);
}
