import {listSessionDirectories, readFacts} from '../recording/session-directory.ts';

/** How many sessions in terminals of other applications lived when a server of cotty's last knew of them. `home` is COTTY_HOME. */
export function countRecordedSessions(home: string): number {
  const facts = listSessionDirectories(home).flatMap(id => (id.startsWith('pty:') ? [] : (readFacts(home, id) ?? [])));
  return facts.filter(({alive}) => alive).length;
}
