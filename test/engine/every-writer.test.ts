/**
 * Everything by which a line can reach a shell, with a judge that lets none through. Each list names all there is of its kind, so
 * that what is added later fails here until it is said whether it submits lines.
 */
import {existsSync, mkdirSync} from 'node:fs';
import {join} from 'node:path';
import {describe, expect, onTestFinished, test} from 'vitest';
import {version} from '../../src/app/index.ts';
import {verbTable} from '../../src/cli/argv/verb-table.ts';
import {CottyError} from '../../src/core/index.ts';
import type {WriteJudge} from '../../src/engine/index.ts';
import {embeddedSession, type TerminalSession} from '../../src/library/embedded-session.ts';
import {selectTools} from '../../src/tools/index.ts';
import {attachClient, connectSocket, createSocketServer} from '../../src/transports/index.ts';
import type {AttachFrame} from '../../src/transports/socket/attach-frames.ts';
import {stillHere, TestTerminal} from '../conformance/test-terminal.ts';
import {TestHome} from '../support/cotty-process.ts';

/** Judges whatever anybody submits, and refuses it as long as it is not told to let it pass. */
class RefusingJudge implements WriteJudge {
  asked = 0;
  refuses = true;
  #wake = Promise.withResolvers<void>();

  judges(): boolean {
    return true;
  }

  async decide(): Promise<void> {
    this.asked++;
    this.#wake.resolve();
    if (!this.refuses) return;
    throw new CottyError('denied', 'Refused.', 'Do not.');
  }

  /** Resolves when it is asked the next time. */
  next(): Promise<void> {
    this.#wake = Promise.withResolvers();
    return this.#wake.promise;
  }
}

async function refusing(): Promise<{terminal: TestTerminal; judge: RefusingJudge; hasRun: () => boolean}> {
  const judge = new RefusingJudge();
  const terminal = await TestTerminal.open('pty', 'bash', {judge});
  onTestFinished(() => terminal[Symbol.asyncDispose]());
  await terminal.until(({tracker}) => tracker.phase === 'prompt');
  return {terminal, judge, hasRun: () => existsSync(terminal.file('ran'))};
}

/** The ways to submit a line with it, or why there is none. */
type Ways<Way> = readonly Way[] | 'reads' | 'its own pseudo-terminal' | 'types no line of the caller’s';

const LINE = 'touch ran';

describe('tools', () => {
  const tools: Readonly<Record<string, Ways<Readonly<Record<string, unknown>>>>> = {
    check_command: 'reads',
    edit_file: 'its own pseudo-terminal',
    get_context: 'reads',
    glob_files: 'its own pseudo-terminal',
    grep_files: 'its own pseudo-terminal',
    list_files: 'its own pseudo-terminal',
    list_skills: 'reads',
    make_directory: 'its own pseudo-terminal',
    manage_session: 'types no line of the caller’s',
    read_file: 'its own pseudo-terminal',
    read_output: 'reads',
    read_screen: 'reads',
    read_skill: 'reads',
    screenshot: 'reads',
    run_command: [{command: LINE}, {command: `${LINE}\n${LINE}`}],
    send_control: [{character: 'M'}, {character: 'J'}, {character: 'O'}],
    send_keys: [
      {keys: [`text:${LINE}`, 'Enter']},
      {keys: [`text:${LINE}`, 'C-j']},
      {keys: [`text:${LINE}`, 'C-m']},
      {keys: [`text:${LINE}`, 'C-o']},
    ],
    send_text: [
      {text: LINE, submit: true},
      {text: `${LINE}\n`, paste: false},
      {text: `${LINE}\r`, paste: false},
    ],
    terminal_exec: 'its own pseudo-terminal',
    wait_for_events: 'reads',
    wait_for_stable_output: 'reads',
    watch_output: 'reads',
    write_file: 'its own pseudo-terminal',
  };

  test('all are listed here', () => {
    expect(Object.keys(tools).toSorted()).toEqual(selectTools(['all']).map(tool => tool.name));
  });

  const ways = Object.entries(tools).flatMap(([tool, inputs]) =>
    typeof inputs === 'string' ? [] : inputs.map(input => [tool, input] as const),
  );
  test.for(ways)('%s %j submits nothing unjudged', async ([tool, input]) => {
    const {terminal, judge, hasRun} = await refusing();
    if (tool === 'send_control') await terminal.call('send_text', {text: LINE});
    await expect(terminal.call(tool, input)).rejects.toMatchObject({code: 'denied'});
    expect(judge.asked).toBe(1);
    await terminal.call('send_control', {character: 'C'});
    // The shell has taken all that it was given once it has run another line.
    judge.refuses = false;
    expect(await terminal.proof()).toEqual(stillHere);
    expect(hasRun()).toBe(false);
  });
});

describe('frames of an attached terminal', () => {
  const frames: Readonly<Record<AttachFrame['type'], boolean>> = {
    open: false,
    opened: false,
    input: true,
    resize: false,
    detach: false,
    repaint: false,
    output: false,
    closed: false,
    error: false,
    taken: false,
    refused: false,
  };

  test('input alone types, and submits nothing unjudged', async () => {
    expect(Object.entries(frames).filter(([, types]) => types)).toEqual([['input', true]]);
    const {terminal, judge, hasRun} = await refusing();
    const path = terminal.file('socket');
    await using _server = await createSocketServer({path, version, engine: terminal.engine, tools: []});
    const {socket} = await connectSocket({path, role: 'attach', version});
    using attached = await attachClient(socket, {
      session: terminal.sessionId,
      cols: 80,
      rows: 24,
      name: 'somebody',
      onOutput: () => undefined,
    });
    const asked = judge.next();
    attached.type(Buffer.from(`${LINE}\r`));
    await asked;
    expect(hasRun()).toBe(false);
  });
});

describe('the library', () => {
  type Member = Exclude<keyof TerminalSession, symbol>;
  const members: Readonly<Record<Member, Ways<(session: TerminalSession) => Promise<unknown>>>> = {
    id: 'reads',
    run: [session => session.run(LINE)],
    read: 'reads',
    screen: 'reads',
    watch: 'reads',
    type: [session => session.type(LINE, {submit: true})],
    press: [session => session.press(`text:${LINE}`, 'Enter')],
    interrupt: 'types no line of the caller’s',
    resize: 'types no line of the caller’s',
    close: 'types no line of the caller’s',
  };
  const ways = Object.entries(members).flatMap(([name, calls]) =>
    typeof calls === 'string' ? [] : calls.map(call => [name, call] as const),
  );

  test.for(ways)('%s submits nothing unjudged', async ([, call]) => {
    const {terminal, judge, hasRun} = await refusing();
    const session = embeddedSession(terminal.engine, terminal.session, {end: async () => undefined});
    await expect(call(session)).rejects.toMatchObject({code: 'denied'});
    expect([judge.asked, hasRun()]).toEqual([1, false]);
  });
});

describe('the command line', () => {
  const verbs: Readonly<Record<string, Ways<readonly string[]>>> = {
    status: 'reads',
    run: [['run', '-s', 'SESSION', '--', LINE]],
    exec: 'its own pseudo-terminal',
    shell: 'its own pseudo-terminal',
    ls: 'reads',
    new: 'types no line of the caller’s',
    // What it sends are the frames above.
    attach: 'types no line of the caller’s',
    read: 'reads',
    keys: [['keys', 'SESSION', `text:${LINE}`, 'Enter']],
    watch: 'reads',
    kill: 'types no line of the caller’s',
    screenshot: 'reads',
    check: 'reads',
    approvals: 'reads',
    audit: 'reads',
    // A person's alone.
    secret: 'types no line of the caller’s',
    approve: 'types no line of the caller’s',
    deny: 'types no line of the caller’s',
    rename: 'types no line of the caller’s',
    export: 'reads',
    replay: 'reads',
    notify: 'types no line of the caller’s',
    // Tools, each by itself, for those that connect.
    mcp: 'types no line of the caller’s',
    serve: 'types no line of the caller’s',
    // Its scripts are tried by themselves: test/e2e/iterm2-access.test.ts.
    'iterm2-server': 'types no line of the caller’s',
    server: 'reads',
    // In a home of its own.
    demo: 'types no line of the caller’s',
    doctor: 'reads',
    completion: 'reads',
    version: 'reads',
    help: 'reads',
  };

  test('all verbs are listed here', () => {
    expect(Object.keys(verbs).toSorted()).toEqual(Object.keys(verbTable).toSorted());
  });

  const ways = [
    ...Object.values(verbs).flatMap(lines => (typeof lines === 'string' ? [] : lines)),
    ['run-command', '--command', LINE, '--session-id', 'SESSION'],
    ['send-text', '--text', LINE, '--submit', '--session-id', 'SESSION'],
  ];
  test.for(ways.map(words => [words]))('cotty %j submits nothing unjudged', async ([words = []]) => {
    const {terminal, judge, hasRun} = await refusing();
    await using home = await TestHome.make();
    mkdirSync(join(home.path, 'run'), {mode: 0o700});
    const tools = selectTools(['all']);
    const path = join(home.path, 'run', 'server.sock');
    await using _server = await createSocketServer({path, version, engine: terminal.engine, tools});
    const {exitCode, stderr} = await home.run(...words.map(word => word.replace('SESSION', terminal.sessionId)));
    expect(stderr).toContain('Refused.');
    expect(exitCode).not.toBe(0);
    expect([judge.asked, hasRun()]).toEqual([1, false]);
  });
});
