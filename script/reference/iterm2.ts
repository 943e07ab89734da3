import {type MessageFacts, notificationTable, requestTable} from '../../src/transports/iterm2/message-table.ts';
import {table} from './markdown.ts';

/** What `cotty iterm2-server` makes of each message of iTerm2's API. */
export function iterm2Reference(): string {
  const intro = [
    "What `cotty iterm2-server` makes of iTerm2's API (protocol 1.17), message by message. *works*: as a script expects; *partly*: with the",
    "limits that are named; *answered*: by the protocol's own word for what there is not without windows that somebody sees. See the",
    '[guide](../guide/iterm2.md).',
  ].join('\n');
  return [
    "# iTerm2's API, message by message",
    intro,
    '## Requests',
    rows('Request', Object.entries(requestTable)),
    '## Notifications',
    rows('Notification', Object.entries(notificationTable)),
  ].join('\n\n');
}

function rows(heading: string, entries: readonly (readonly [string, MessageFacts])[]): string {
  return table(
    [heading, 'Standing', 'What it does'],
    entries.map(([name, {standing, about}]) => [`\`${name.replace(/Request$/, '')}\``, standing, about]),
  );
}
