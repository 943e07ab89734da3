/** iTerm2's official Python library against `cotty iterm2-server`. */
import {once} from 'node:events';
import {join} from 'node:path';
import {createInterface} from 'node:readline';
import {afterAll, beforeAll, beforeEach, describe, expect, test} from 'vitest';
import {version} from '../../src/app/index.ts';
import {attachClient, connectSocket} from '../../src/transports/index.ts';
import {finish, TestHome} from '../support/cotty-process.ts';
import {Iterm2Endpoint, needsPythonClients} from '../support/iterm2-endpoint.ts';

let endpoint: Iterm2Endpoint;

beforeAll(async () => {
  endpoint = await Iterm2Endpoint.open();
});

afterAll(async () => {
  await endpoint[Symbol.asyncDispose]();
});

beforeEach(() => needsPythonClients());

describe('windows, tabs and sessions', () => {
  test('a session that was opened elsewhere is a tab of a window, with its name and size', async () => {
    await endpoint.home.verb('new', 'opened-elsewhere', '--shell', 'bash');
    const [said] = await endpoint.python(`
app = await iterm2.async_get_app(c)
found = [(w, t, s) for w in app.windows for t in w.tabs for s in t.sessions if s.name == "opened-elsewhere"]
window, tab, session = found[0]
say(count=len(found), size=[session.grid_size.width, session.grid_size.height], window=window.window_id, session=session.session_id)`);
    expect(said).toEqual({
      count: 1,
      size: [80, 24],
      window: expect.stringMatching(/^pty-[0-9A-F-]{36}$/),
      session: expect.stringMatching(/^[0-9A-F-]{36}$/),
    });
  });

  test('windows, tabs and panes are opened, found again, shown and closed', async () => {
    const said = await endpoint.python(`
app, window, first = await started(c)
tab = await window.async_create_tab()
pane = await tab.current_session.async_split_pane(vertical=True)
below = await pane.async_split_pane(vertical=False, before=True)
say(tabs=len(window.tabs), root=tab.root.vertical, order=[s == tab.sessions[0] or s == pane or s == below for s in tab.sessions],
    nested=[type(child).__name__ for child in tab.root.children])
say(current=app.current_window.current_tab.tab_id == tab.tab_id, active=tab.current_session.session_id == below.session_id)
await first.async_activate()
await app.async_refresh_focus()
say(back=app.current_window.current_tab.current_session.session_id == first.session_id)
await below.async_close(force=True)
await tab.async_close(force=True)
await app.async_refresh()
say(left=[len(t.sessions) for t in app.get_window_by_id(window.window_id).tabs])
await window.async_close(force=True)
await app.async_refresh()
say(gone=app.get_window_by_id(window.window_id) is None)`);
    expect(said).toEqual([
      {tabs: 2, root: true, order: [true, true, true], nested: ['Session', 'Splitter']},
      {current: true, active: true},
      {back: true},
      {left: [1]},
      {gone: true},
    ]);
  });

  test('a session has the same id for the next client', async () => {
    const ids = `
app = await iterm2.async_get_app(c)
say(ids=sorted(s.session_id for w in app.windows for t in w.tabs for s in t.sessions))`;
    await endpoint.home.verb('new', 'seen-twice', '--shell', 'bash');
    expect(await endpoint.python(ids)).toEqual(await endpoint.python(ids));
  });

  test('whoever waits is told of new sessions, layout, focus and ends, each once and in that order', async () => {
    const [said] = await endpoint.python(`
app, window, session = await started(c)
events = []
async with iterm2.NewSessionMonitor(c) as new, iterm2.LayoutChangeMonitor(c) as layout, iterm2.FocusMonitor(c) as focus, iterm2.SessionTerminationMonitor(c) as ended:
    pane = await session.async_split_pane()
    told_new = await new.async_get()
    await layout.async_get()
    while True:
        update = await focus.async_get_next_update()
        if update.active_session_changed and update.active_session_changed.session_id == pane.session_id:
            break
    await pane.async_send_text("exit\\r")
    told_ended = await ended.async_get()
say(new=told_new == pane.session_id, ended=told_ended == pane.session_id, left=len(app.get_window_by_id(window.window_id).current_tab.sessions))`);
    expect(said).toEqual({new: true, ended: true, left: 1});
  });

  test('tabs are moved between windows and put in another order', async () => {
    const [said] = await endpoint.python(`
app, window, session = await started(c)
tab = await window.async_create_tab()
other = await iterm2.Window.async_create(c)
await window.async_set_tabs(list(reversed(window.tabs)))
await app.async_refresh()
order = [t.tab_id for t in app.get_window_by_id(window.window_id).tabs]
await other.async_set_tabs([tab] + other.tabs)
await app.async_refresh()
say(first=order[0] == tab.tab_id, moved=[len(app.get_window_by_id(w).tabs) for w in [window.window_id, other.window_id]])`);
    expect(said).toEqual({first: true, moved: [1, 2]});
  });

  test('a pane is moved into a tab, a window or beside another one, and a tab into a window', async () => {
    const [said] = await endpoint.python(`
app, window, session = await started(c)
panes = [await session.async_split_pane() for _ in range(3)]
tab_id = await panes[0].async_move_to_new_tab()
window_id = await panes[1].async_move_to_new_window()
await app.async_move_session(panes[2], panes[0], True, True)
await app.async_refresh()
tab, own = app.get_tab_by_id(tab_id), app.get_window_by_id(window_id)
def ids(tab):
    return [s.session_id for s in tab.sessions]
places = [ids(tab) == [panes[2].session_id, panes[0].session_id], tab.root.vertical, [ids(t) for t in own.tabs] == [[panes[1].session_id]]]
new = await tab.async_move_to_window()
await app.async_refresh()
places += [[ids(t) for t in new.tabs] == [[panes[2].session_id, panes[0].session_id]], [ids(t) for t in window.tabs] == [[session.session_id]]]
try:
    await tab.async_move_to_window()
    refused = ""
except iterm2.RPCException as error:
    refused = str(error)
say(places=places, refused=refused)`);
    expect(said).toEqual({places: Array(5).fill(true), refused: expect.stringContaining('only one of its window')});
  });

  test('a tab is opened with a command and a folder that its properties name', async () => {
    const [said] = await endpoint.python(`
app = await iterm2.async_get_app(c)
profile = iterm2.LocalWriteOnlyProfile()
profile.set_custom_directory("/tmp")
profile.set_initial_directory_mode(iterm2.InitialWorkingDirectory.INITIAL_WORKING_DIRECTORY_CUSTOM)
profile.set_use_custom_command("Yes")
profile.set_command("sh -c 'echo in $PWD; read _'")
window = await iterm2.Window.async_create(c, profile_customizations=profile)
session = window.current_tab.current_session
async with session.get_screen_streamer() as streamer:
    while True:
        changed = asyncio.ensure_future(streamer.async_get())
        contents = await session.async_get_screen_contents()
        if any("in /tmp" == contents.line(i).string for i in range(contents.number_of_lines)):
            break
        await changed
    changed.cancel()
say(seen=True)
await window.async_close(force=True)`);
    expect(said).toEqual({seen: true});
  });
});

describe('prompts', () => {
  test('prompt, start and end of a command are told with one id, and its output stands where the prompt says', async () => {
    const said = await endpoint.python(`
app, window, session = await started(c)
mode = iterm2.PromptMonitor.Mode
async with iterm2.PromptMonitor(c, session.session_id, modes=[mode.PROMPT, mode.COMMAND_START, mode.COMMAND_END]) as monitor:
    await session.async_send_text("printf 'one\\\\ntwo\\\\n'; (exit 7)\\r")
    started_mode, command, start_id = await monitor.async_get(include_id=True)
    ended_mode, status, end_id = await monitor.async_get(include_id=True)
    prompt_mode, prompt, prompt_id = await monitor.async_get(include_id=True)
say(modes=[m.name for m in [started_mode, ended_mode, prompt_mode]], command=command, status=status, same=start_id == end_id, next=prompt_id != end_id)
ids = await iterm2.async_list_prompts(c, session.session_id)
old = await iterm2.async_get_prompt_by_id(c, session.session_id, end_id)
last = await iterm2.async_get_last_prompt(c, session.session_id)
first_line, last_line = old.output_range.start.y, last.prompt_range.start.y
lines = await session.async_get_contents(first_line, last_line - first_line)
say(ids=ids == [end_id, prompt_id], last=last.unique_id == prompt_id, editing=last.state.name, output=[line.string for line in lines])`);
    expect(said).toEqual([
      {
        modes: ['COMMAND_START', 'COMMAND_END', 'PROMPT'],
        command: "printf 'one\\ntwo\\n'; (exit 7)",
        status: 7,
        same: true,
        next: true,
      },
      {ids: true, last: true, editing: 'EDITING', output: ['one', 'two']},
    ]);
  });

  test('behind a line that ^C has dropped there is another prompt, and its command is what was typed at that one', async () => {
    const [said] = await endpoint.python(`
app, window, session = await started(c)
async with iterm2.PromptMonitor(c, session.session_id) as monitor:
    await session.async_send_text("half a line")
    await session.async_send_text("\\x03")
    _, prompt = await monitor.async_get()
modes = [iterm2.PromptMonitor.Mode.COMMAND_START, iterm2.PromptMonitor.Mode.PROMPT]
async with iterm2.PromptMonitor(c, session.session_id, modes=modes) as monitor:
    await session.async_send_text("true\\r")
    _, command = await monitor.async_get()
    await monitor.async_get()
ids = await iterm2.async_list_prompts(c, session.session_id)
say(command=command, known=prompt.unique_id in ids, prompts=len(set(ids)))`);
    expect(said).toEqual({command: 'true', known: true, prompts: 3});
  });

  test('who asks for no modes is told of prompts alone', async () => {
    const [said] = await endpoint.python(`
app, window, session = await started(c)
async with iterm2.PromptMonitor(c, session.session_id) as monitor:
    await session.async_send_text("true\\r")
    mode, prompt = await monitor.async_get()
say(mode=mode.name)`);
    expect(said).toEqual({mode: 'PROMPT'});
  });
});

describe('the screen', () => {
  test('lines come with their styles, and wide characters take two cells', async () => {
    const [said] = await endpoint.python(`
app, window, session = await started(c)
await ran(c, session, "clear; printf '\\\\033[1;31mred\\\\033[0m \\\\033[48;2;1;2;3mrgb\\\\033[0m \\\\346\\\\274\\\\242x\\\\n'")
contents = await session.async_get_screen_contents()
line = contents.line(0)
style, plain, rgb = line.style_at(0), line.style_at(3), line.style_at(4)
say(text=line.string, cells=[line.string_at(x) for x in [8, 9, 10]], red=[style.bold, style.fg_color.is_standard, style.fg_color.standard],
    plain=[plain.bold, plain.fg_color.is_alternate], rgb=[rgb.bg_color.rgb.red, rgb.bg_color.rgb.green, rgb.bg_color.rgb.blue],
    rows=contents.number_of_lines, cursor=[contents.cursor_coord.y > 0])`);
    expect(said).toEqual({
      text: 'red rgb 漢x',
      cells: ['漢', '', 'x'],
      red: [true, true, 1],
      plain: [false, true],
      rgb: [1, 2, 3],
      rows: 24,
      cursor: [true],
    });
  });

  test('what has scrolled away is read by line numbers that stay', async () => {
    const [said] = await endpoint.python(`
app, window, session = await started(c)
await ran(c, session, "clear; seq 1 3000")
info = await session.async_get_line_info()
total = info.overflow + info.scrollback_buffer_height + info.mutable_area_height
lines = await session.async_get_contents(info.overflow, total - info.overflow)
numbers = [(info.overflow + i, line.string) for i, line in enumerate(lines)]
at = next(y for y, text in numbers if text == "2990")
await ran(c, session, "seq 3001 3100")
again = await session.async_get_contents(at, 2)
say(overflow=info.overflow > 0, again=[line.string for line in again], history=info.scrollback_buffer_height)`);
    expect(said).toEqual({overflow: true, again: ['2990', '2991'], history: 2000});
  });

  test('a streamer is told whenever the screen changes', async () => {
    const [said] = await endpoint.python(`
app, window, session = await started(c)
async with session.get_screen_streamer() as streamer:
    for text in ["one", "two", "three"]:
        update = asyncio.ensure_future(streamer.async_get())
        await session.async_inject(text.encode())
        await update
contents = await session.async_get_screen_contents()
say(seen="onetwothree" in contents.line(0).string)`);
    expect(said).toEqual({seen: true});
  });

  test('a streamer that was reading while the screen changed for the last time is told once more', async () => {
    const [said] = await endpoint.python(`
app, window, session = await started(c)
async with session.get_screen_streamer() as streamer:
    await session.async_send_text("echo o''ne\\r")
    # Nobody waits now, so the library drops what it is told.
    shown = False
    for look in range(1000):
        contents = await session.async_get_screen_contents()
        shown = shown or any(contents.line(i).string == "one" for i in range(contents.number_of_lines))
        if shown and look > 30:
            break
    contents = await streamer.async_get()
say(shown=shown, told=any(contents.line(i).string == "one" for i in range(contents.number_of_lines)))`);
    expect(said).toEqual({shown: true, told: true});
  });

  test('what is injected at once may be more than a terminal has room for, and is shown in its order', async () => {
    const [said] = await endpoint.python(`
app, window, session = await started(c)
pieces = [b"".join(b"\\r\\n%d-%d %s" % (piece, line, b"x" * 60) for line in range(1000)) for piece in range(2)]
await asyncio.gather(*[session.async_inject(piece + b"\\r\\nend") for piece in pieces])
async with session.get_screen_streamer() as streamer:
    while True:
        info = await session.async_get_line_info()
        lines = await session.async_get_contents(info.overflow, info.scrollback_buffer_height + info.mutable_area_height)
        texts = [line.string for line in lines]
        if texts.count("end") == 2:
            break
        await streamer.async_get()
told = [text.split(" ")[0] for text in texts if text.endswith("x" * 60)]
wanted = ["%d-%d" % (piece, line) for piece in range(2) for line in range(1000)]
say(order=told == wanted)`);
    expect(said).toEqual({order: true});
  });

  test('injected bytes are shown and not typed; a picture and a selection can be had', async () => {
    const [said] = await endpoint.python(`
app, window, session = await started(c)
await session.async_inject(b"\\r\\ninj\\x1b[1mected\\x1b[0m\\r\\n")
status = await ran(c, session, "true")
contents = await session.async_get_screen_contents()
shown = any(contents.line(i).string == "injected" for i in range(contents.number_of_lines))
sub = iterm2.SubSelection(iterm2.WindowedCoordRange(iterm2.CoordRange(iterm2.Point(0, 0), iterm2.Point(3, 0))), iterm2.SelectionMode.CHARACTER, False)
await session.async_set_selection(iterm2.Selection([sub]))
selection = await session.async_get_selection()
say(status=status, shown=shown, selected=len(selection.subSelections))`);
    expect(said).toEqual({status: 0, shown: true, selected: 1});
  });

  test('a session gets another size, and who waits for the layout is told', async () => {
    const [said] = await endpoint.python(`
app, window, session = await started(c)
async with iterm2.LayoutChangeMonitor(c) as layout:
    await session.async_set_grid_size(iterm2.Size(101, 31))
    while session.grid_size.width != 101:
        await layout.async_get()
        session = app.get_session_by_id(session.session_id)
status = await ran(c, session, '[ "$(stty size)" = "31 101" ]')
say(status=status, columns=await session.async_get_variable("columns"))`);
    expect(said).toEqual({status: 0, columns: 101});
  });
});

describe('variables and sequences', () => {
  test('variables tell of the session, and those of scripts are kept and watched', async () => {
    const [said] = await endpoint.python(`
app, window, session = await started(c)
await ran(c, session, "cd /tmp")
facts = [await session.async_get_variable(name) for name in ["path", "jobName", "columns", "no.such"]]
async with iterm2.VariableMonitor(c, iterm2.VariableScopes.SESSION, "user.mood", session.session_id) as monitor:
    await session.async_set_variable("user.mood", {"is": "good"})
    mood = await monitor.async_get()
await window.async_set_variable("user.w", 1)
await app.async_set_variable("user.a", [2])
say(facts=facts, mood=mood, window=await window.async_get_variable("user.w"), app=await app.async_get_variable("user.a"),
    tab=await window.current_tab.async_get_variable("currentSession") == session.session_id,
    paths=[await window.current_tab.async_get_variable("currentSession.name") == session.name,
           await session.async_get_variable("tab.window.id") == window.window_id,
           await window.async_get_variable("currentTab.currentSession.no.such"), await window.async_get_variable("no.such")])`);
    expect(said).toEqual({
      facts: ['/tmp', 'bash', 80, null],
      mood: {is: 'good'},
      window: 1,
      app: [2],
      tab: true,
      paths: [true, true, null, null],
    });
  });

  test('names that every object of the language has are no variables, and nobody watches what there is not', async () => {
    const [said] = await endpoint.python(`
app, window, session = await started(c)
names = ["constructor", "toString", "__proto__", "hasOwnProperty"]
values = [await session.async_get_variable(name) for name in names]
refusals = []
for scope in [iterm2.VariableScopes.SESSION, iterm2.VariableScopes.TAB, iterm2.VariableScopes.WINDOW]:
    try:
        async with iterm2.VariableMonitor(c, scope, "title", "none"):
            refusals.append(None)
    except iterm2.notifications.SubscriptionException as error:
        refusals.append(str(error))
say(values=values, refusals=refusals)`);
    expect(said).toEqual({values: [null, null, null, null], refusals: Array(3).fill('INVALID_IDENTIFIER')});
  });

  test('a watched path follows the shell, and SetUserVar of a program sets a variable', async () => {
    const [said] = await endpoint.python(`
app, window, session = await started(c)
async with iterm2.VariableMonitor(c, iterm2.VariableScopes.SESSION, "path", session.session_id) as paths:
    await session.async_send_text("cd /usr\\r")
    path = await paths.async_get()
async with iterm2.VariableMonitor(c, iterm2.VariableScopes.SESSION, "user.told", session.session_id) as told:
    await session.async_send_text("printf '\\\\033]1337;SetUserVar=told=eWVz\\\\007'\\r")
    value = await told.async_get()
say(path=path, value=value)`);
    expect(said).toEqual({path: '/usr', value: 'yes'});
  });

  test('a custom control sequence reaches the script that knows its identity', async () => {
    const [said] = await endpoint.python(`
app, window, session = await started(c)
async with iterm2.CustomControlSequenceMonitor(c, "secret", r"^build (\\w+)$", session.session_id) as monitor:
    await session.async_send_text("printf '\\\\033]1337;Custom=id=other:build no\\\\007\\\\033]1337;Custom=id=secret:build done\\\\033\\\\\\\\'\\r")
    match = await monitor.async_get()
say(what=match.group(1))`);
    expect(said).toEqual({what: 'done'});
  });

  test('keys that a person presses are told, and what a script sends is not', async () => {
    await endpoint.home.verb('new', 'typed-at', '--shell', 'bash');
    const script = endpoint.startPython(`
app = await iterm2.async_get_app(c)
session = next(s for w in app.windows for t in w.tabs for s in t.sessions if s.name == "typed-at")
async with iterm2.KeystrokeMonitor(c, session.session_id) as monitor:
    await session.async_send_text("z")
    say(ready=True)
    keys = [await monitor.async_get() for _ in range(3)]
say(keys=[[key.characters, [m.name for m in key.modifiers]] for key in keys])`);
    const said = createInterface({input: script.stdout});
    await once(said, 'line');
    const path = join(endpoint.home.path, 'run/server.sock');
    const fields = {actor: 'person', name: 'me'};
    const {socket} = await connectSocket({path, role: 'attach', version, fields});
    const size = {cols: 80, rows: 24};
    using person = await attachClient(socket, {session: 'typed-at', ...size, name: 'me', onOutput: () => {}});
    const told = once(said, 'line');
    person.type(Buffer.from('a\x1b[A\x05'));
    const [line] = await told;
    expect(JSON.parse(String(line))).toEqual({
      keys: [
        ['a', []],
        ['\uf700', ['FUNCTION', 'NUMPAD']],
        ['\u0005', ['CONTROL']],
      ],
    });
    await finish(script);
  });
});

describe('functions', () => {
  test('a status bar component is computed, also anew when its variable changes, and gone when it is withdrawn', async () => {
    const [said] = await endpoint.python(`
app, window, session = await started(c)
component = iterm2.StatusBarComponent(short_description="Mood", detailed_description="Tells a mood", knobs=[iterm2.CheckboxKnob("Loud", True, "loud")],
    exemplar="fine", update_cadence=None, identifier="com.example.mood")
@iterm2.StatusBarRPC
async def mood(knobs, mood=iterm2.Reference("user.mood?")):
    return f"{mood} {knobs['loud']}"
await component.async_register(c, mood)
name = "cotty.statusBar.com.example.mood"
async with iterm2.VariableMonitor(c, iterm2.VariableScopes.SESSION, name, session.session_id) as shown:
    await session.async_set_variable("user.mood", "merry")
    value = await shown.async_get()
    while value != "merry True":
        value = await shown.async_get()
    # The library itself cannot take back a function (KeyError).
    request = iterm2.rpc._alloc_request()
    asked = request.notification_request
    asked.session, asked.subscribe, asked.notification_type = "all", False, iterm2.api_pb2.NOTIFY_ON_SERVER_ORIGINATED_RPC
    registration = asked.rpc_registration_request
    registration.name, registration.role = "mood", iterm2.api_pb2.RPCRegistrationRequest.STATUS_BAR_COMPONENT
    for argument in ["knobs", "mood"]:
        registration.arguments.add().name = argument
    registration.status_bar_component_attributes.unique_identifier = "com.example.mood"
    await iterm2.rpc._async_call(c, request)
    say(value=value, behind=await shown.async_get())`);
    expect(said).toEqual({value: 'merry True', behind: null});
  });

  test('the component of cotty’s own client is registered here, and computed when what the agent does changes', async () => {
    const {HOME} = endpoint.home.env;
    const env = {HOME, ITERM2_COOKIE: endpoint.cookie, COTTY_BACKENDS_ITERM2_SHOWS: 'status_bar', SHELL: '/bin/bash'};
    await using client = await TestHome.make(env);
    await client.json('new', 'shown', '--backend', 'iterm2');
    const {output} = await client.json('run', '-s', 'shown', '--', 'tty');
    const script = endpoint.startPython(`
app = await iterm2.async_get_app(c)
sessions = [s for w in app.windows for t in w.tabs for s in t.sessions]
[session] = [s for s in sessions if await s.async_get_variable("tty") == "${output}"]
name = "cotty.statusBar.dev.cotty.agent"
async with iterm2.VariableMonitor(c, iterm2.VariableScopes.SESSION, name, session.session_id) as shown:
    # What the agent has run a moment ago may stand there still.
    value = await session.async_get_variable(name)
    while value == "Agent: running tty":
        value = await shown.async_get()
    say(first=value)
    say(second=await shown.async_get())
    say(third=await shown.async_get())`);
    const lines = createInterface({input: script.stdout})[Symbol.asyncIterator]();
    const said = async () => JSON.parse(String((await lines.next()).value));
    expect(await said()).toEqual({first: 'Agent: Ready'});
    const running = client.startWith({COTTY_AGENT: 'bot'}, 'run', '-s', 'shown', '--', 'read -r line');
    running.stdin.end();
    const ends = [finish(running), finish(script)];
    expect(await said()).toEqual({second: 'Agent: running read -r line'});
    await client.run('keys', 'shown', 'Enter');
    expect(await said()).toEqual({third: 'Agent: Ready'});
    await Promise.all(ends);
  });

  test('arguments with a default may be left out of a call, which takes no longer than its caller waits', async () => {
    const [said] = await endpoint.python(`
app, window, session = await started(c)
@iterm2.RPC
async def where(word, session_id=iterm2.Reference("id"), title=iterm2.Reference("tab.title?"), none=iterm2.Reference("user.none?")):
    return [word, session_id, title, none]
await where.async_register(c)
@iterm2.RPC
async def never():
    await asyncio.Event().wait()
await never.async_register(c, timeout=1000)
answer = await session.async_invoke_function('where(word: "x")')
failures = []
for call in ["where()", "where(word: 1, other: 2)", "constructor()", "where(word: 1, constructor: 2)"]:
    try:
        failures.append(await session.async_invoke_function(call))
    except iterm2.RPCException as error:
        failures.append(str(error).split(":")[0])
try:
    await iterm2.async_invoke_function(c, "never()", timeout=0.01)
except iterm2.RPCException as error:
    failures.append(str(error))
say(answer=answer == ["x", session.session_id, "bash", None], failures=failures)`);
    expect(said).toEqual({answer: true, failures: ['FAILED', 'FAILED', 'FAILED', 'FAILED', 'Timeout']});
  });

  test('a function that a script offers is called by an expression; what it throws comes back', async () => {
    const [said] = await endpoint.python(`
app, window, session = await started(c)
@iterm2.RPC
async def add(a, b):
    return a + b
await add.async_register(c)
@iterm2.RPC
async def fails():
    raise ValueError("on purpose")
await fails.async_register(c)
total = await iterm2.async_invoke_function(c, "add(a: 2, b: 40)")
try:
    await iterm2.async_invoke_function(c, "fails()")
    failure = None
except iterm2.RPCException as error:
    failure = "on purpose" in str(error)
await session.async_set_name("renamed")
await app.async_refresh()
say(total=total, failure=failure, name=await session.async_get_variable("name"))`);
    expect(said).toEqual({total: 42, failure: true, name: 'renamed'});
  });
});

describe('the rest', () => {
  test('what is typed into one session of a broadcast domain goes to all of them, unless that is suppressed', async () => {
    const [said] = await endpoint.python(`
app, window, one = await started(c)
two = await one.async_split_pane()
await prompted(c, two)
domain = iterm2.BroadcastDomain()
domain.add_session(one)
domain.add_session(two)
await iterm2.async_set_broadcast_domains(c, [domain])
mode = iterm2.PromptMonitor.Mode
async with iterm2.PromptMonitor(c, two.session_id, modes=[mode.COMMAND_START]) as monitor:
    await one.async_send_text("true only one\\r", suppress_broadcast=True)
    await one.async_send_text("true both\\r")
    _, command = await monitor.async_get()
await app.async_refresh_broadcast_domains()
domains = [len(d.sessions) for d in app.broadcast_domains]
changed = asyncio.get_running_loop().create_future()
async def hear(_, news):
    changed.set_result([list(domain.session_ids) for domain in news.broadcast_domains_changed.broadcast_domains])
await iterm2.notifications.async_subscribe_to_broadcast_domains_change_notification(c, hear)
await two.async_close(force=True)
say(command=command, domains=domains, left=await changed == [[one.session_id]])`);
    expect(said).toEqual({command: 'true both', domains: [2], left: true});
  });

  test('transactions, arrangements, profiles, presets, preferences and tmux are answered', async () => {
    const [said] = await endpoint.python(`
app, window, session = await started(c)
async with iterm2.Transaction(c):
    info = await session.async_get_line_info()
    lines = await session.async_get_contents(info.overflow, info.mutable_area_height)
await window.async_save_window_as_arrangement("mine")
before = len(app.windows)
await iterm2.Arrangement.async_restore(c, "mine")
await app.async_refresh()
profiles = await iterm2.PartialProfile.async_query(c)
change = iterm2.LocalWriteOnlyProfile()
change.set_badge_text("busy")
await session.async_set_profile_properties(change)
profile = await session.async_get_profile()
preset = await iterm2.ColorPreset.async_get(c, "dark")
default = await iterm2.Profile.async_get_default(c)
say(lines=len(lines), arrangements=list(await iterm2.Arrangement.async_list(c)), windows=len(app.windows) - before, profiles=[p.name for p in profiles],
    badge=profile.badge_text, preset=len(preset.values) > 16, presets="light" in await iterm2.ColorPreset.async_get_list(c),
    default=default.name, tmux=await iterm2.async_get_tmux_connections(c), preference=await iterm2.async_get_preference(c, iterm2.PreferenceKey.THEME))
try:
    await iterm2.MainMenu.async_select_menu_item(c, "Shell/New Tab")
except Exception as error:
    say(menu=type(error).__name__)`);
    expect(said).toEqual({
      lines: 24,
      arrangements: ['mine'],
      windows: 1,
      profiles: ['Default'],
      badge: 'busy',
      preset: true,
      presets: true,
      default: 'Default',
      tmux: [],
      preference: null,
    });
  });
});

test('a script is told of a line that may not run what it or a person can do about it', async () => {
  await using guarded = await Iterm2Endpoint.open({COTTY_SECURITY_MODE: 'normal'});
  const said = await guarded.python(`
app, window, session = await started(c)
for line in ["mkdir told\\r", "\\x15rm -rf told\\r"]:
    try:
        await session.async_send_text(line)
        say(refused="")
    except Exception as error:
        say(refused=str(error))`);
  expect(said).toEqual([
    {refused: expect.stringContaining('A script cannot confirm a line: a person types it, or allows it by a [[')},
    {refused: expect.stringMatching(/A person has to approve it: cotty approve \S+\. Then send it again\./)},
  ]);
  expect(JSON.stringify(said)).not.toMatch(/confirm=true|wait_for_events/);
});
