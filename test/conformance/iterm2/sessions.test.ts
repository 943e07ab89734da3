/** What is special to sessions of iTerm2's: a person moves their tabs between windows. */
import {describe, expect} from 'vitest';
import {
  createTab,
  Iterm2App,
  type Iterm2Layout,
  listSessions,
  readVariables,
  sessionsOf,
} from '../../../src/iterm2-api/index.ts';
import {iterm2Environment} from '../drivers/iterm2-driver.ts';
import {hardCase} from '../hard-case.ts';
import {completed, fullShells, stillHere, TestTerminal, terminals} from '../test-terminal.ts';

const onIterm2 = terminals(fullShells).filter(({backend}) => backend === 'iterm2');

/** The window that shows a session, and its tab there. */
function placeOf({windows}: Iterm2Layout, id: string) {
  for (const window of windows)
    for (const tab of window.tabs)
      if (tab.sessions.some(session => session.id === id)) return {window: window.id, tab: tab.id};
  throw new Error(`No window shows ${id}.`);
}

describe.each(onIterm2)('$backend, $shell: sessions', ({backend, shell}) => {
  hardCase('D86', 'a session whose tab a person moves to another window is the same session', async () => {
    await using terminal = await TestTerminal.open(backend, shell);
    using app = await Iterm2App.connect({
      env: iterm2Environment(terminal.cottyHome),
      name: 'person',
      library: ['test', '1.0'],
    });
    const ids = sessionsOf(await listSessions(app)).map(({id}) => id);
    const ttys = await Promise.all(ids.map(async id => (await readVariables(app, id, ['tty']))['tty']));
    const own = ids[ttys.indexOf(terminal.session.facts.tty)] ?? '';
    const other = await createTab(app, null, {});
    const [from, to] = [placeOf(await listSessions(app), own), placeOf(await listSessions(app), other)];
    expect(from.window).not.toBe(to.window);
    const {command_id} = await terminal.run(`sh -c 'echo before; read -r line; echo "$line"'`, {timeout: 0});
    await app.request('reorderTabsRequest', {assignments: [{windowId: to.window, tabIds: [from.tab, to.tab]}]});
    expect(placeOf(await listSessions(app), own).window).toBe(to.window);
    await terminal.call('send_text', {text: 'moved', submit: true});
    await terminal.until(session => session.tracker.command(command_id as never)?.phase === 'ended');
    const ended = await terminal.call('read_output', {command_id});
    expect(ended).toMatchObject({
      exit_code: 0,
      state: 'completed',
      text: expect.stringMatching(/^before\n[\s\S]*moved$/),
    });
    expect(await terminal.outcome('echo "$PWD" >/dev/null; false')).toEqual(completed('', 1));
    expect(await terminal.proof()).toEqual(stillHere);
  });
});
