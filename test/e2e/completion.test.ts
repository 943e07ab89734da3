/** Tab, pressed in a real shell on a real terminal: what it completes is what the verbs and tools declare. */
import {mkdir, mkdtemp, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {afterAll, beforeAll, beforeEach, describe, expect, test} from 'vitest';
import {open, type TerminalSession} from '../../src/library/index.ts';
import {TestHome} from '../support/cotty-process.ts';
import {needs} from '../support/needs.ts';

const checkout = join(import.meta.dirname, '../..');
let home: TestHome;
let sessionId: string;

beforeAll(async () => {
  home = await TestHome.make();
  sessionId = String((await home.value('new', 'harbour')).session_id);
});

afterAll(async () => {
  await home[Symbol.asyncDispose]();
});

describe.each(['bash', 'zsh', 'fish'] as const)('Tab in %s', shell => {
  /** To begin one takes longer than to complete a word. */
  let prompt: Prompt;

  beforeEach(async () => {
    prompt ??= await shellWithCompletion(shell);
    await prompt.clear();
  });

  afterAll(() => prompt?.[Symbol.asyncDispose]());

  test('completes a verb, without a word of complaint', async () => {
    await prompt.tab('cotty atta');
    await prompt.shows('cotty attach ');
    expect(await prompt.screen()).not.toMatch(/modifier|error|not found|unknown/i);
  });

  test('lists verbs and tools', async () => {
    await prompt.tab('cotty read', 2);
    await prompt.shows(/read\b[\s\S]*read-output/);
  });

  test('completes the option of a verb and lists the others', async () => {
    await prompt.tab('cotty run --ti');
    await prompt.shows('cotty run --timeout ');
    await prompt.clear();
    await prompt.tab('cotty export --', 2);
    await prompt.shows(/--cast\b[\s\S]*--help\b[\s\S]*--input\b|--cast\b[\s\S]*--input\b[\s\S]*--help\b/);
  });

  test('completes the argument of a tool, and the values it may have', async () => {
    await prompt.tab('cotty manage-session --act');
    await prompt.shows('cotty manage-session --action ');
    await prompt.tab('integ');
    await prompt.shows('--action integrate ');
    await prompt.clear();
    await prompt.tab('cotty manage-session --action=integ');
    await prompt.shows('--action=integrate ');
    await prompt.clear();
    await prompt.tab('cotty server st', 2);
    await prompt.shows(/status\b[\s\S]*stop\b/);
  });

  test('completes a session by its name', async () => {
    await prompt.tab('cotty attach harb');
    await prompt.shows('cotty attach harbour ');
    await prompt.clear();
    await prompt.tab('cotty run -s harb');
    await prompt.shows('cotty run -s harbour ');
  });

  test('completes a session by its id, before the colon and after', async () => {
    await prompt.tab('cotty read pt');
    await prompt.shows(`cotty read ${sessionId} `);
    await prompt.clear();
    await prompt.tab('cotty read pty:');
    await prompt.shows(`cotty read ${sessionId} `);
    await prompt.clear();
    await prompt.tab(`cotty read-screen --session-id=${sessionId.slice(0, 6)}`);
    await prompt.shows(`--session-id=${sessionId} `);
  });

  test('completes a file where one belongs, and a folder, and nothing of the kind elsewhere', async () => {
    await prompt.tab('cotty export harbour --cast recordi');
    await prompt.shows('--cast recording.cast ');
    await prompt.clear();
    await prompt.tab('cotty new --cwd reco');
    await prompt.shows('--cwd records/');
    await prompt.clear();
    await prompt.tab('cotty attach reco');
    await prompt.tab('-unchanged');
    await prompt.shows('cotty attach reco-unchanged');
  });

  test('lists the values of an option and nothing else', async () => {
    await prompt.tab('cotty new --shell ', 2);
    await prompt.shows(/bash\b[\s\S]*fish\b/);
    expect(await prompt.screen()).not.toMatch(/ --( |$)/m);
  });

  test('leaves what stands in an open quote as it is where nothing begins like it', async () => {
    await prompt.tab('cotty run "a b');
    await prompt.tab('-unchanged');
    await prompt.shows('cotty run "a b-unchanged');
    await prompt.clear();
    await prompt.tab('cotty attach "harb');
    await prompt.shows(/cotty attach "?harbour\b/);
  });

  test('completes after -- the command and its words', async () => {
    await prompt.tab('cotty run -- cat reco', 1);
    await prompt.shows(shell === 'fish' ? /rec.*(\.cast|records)/ : 'cotty run -- cat record');
    await prompt.clear();
    await prompt.tab('cotty run --timeout 5 -- basenam');
    await prompt.shows('-- basename');
  });
});

class Prompt implements AsyncDisposable {
  readonly #terminal: TerminalSession;

  constructor(terminal: TerminalSession) {
    this.#terminal = terminal;
  }

  /** Types, then presses Tab so often. */
  async tab(text: string, times = 1): Promise<void> {
    await this.#terminal.press(`text:${text}`, ...Array.from({length: times}, () => 'Tab'));
  }

  /** An empty line at the top of an empty screen. */
  async clear(): Promise<void> {
    await this.#terminal.press('C-c');
    await this.#terminal.press('C-l');
    await expect.poll(() => this.screen()).not.toMatch(/cotty \w/);
  }

  screen(): Promise<string> {
    return this.#terminal.screen();
  }

  async shows(what: string | RegExp): Promise<void> {
    const screen = async () => `${await this.screen()} `;
    await expect.poll(screen).toMatch(typeof what === 'string' ? literal(what) : what);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#terminal[Symbol.asyncDispose]();
  }
}

function literal(text: string): RegExp {
  return new RegExp(text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'));
}

/** In a folder with a file and a folder of its own, the script read as the documentation says. */
async function shellWithCompletion(shell: 'bash' | 'zsh' | 'fish'): Promise<Prompt> {
  needs(shell);
  const folder = await mkdtemp(join(home.path, 'tab-'));
  await writeFile(join(folder, 'recording.cast'), '');
  await mkdir(join(folder, 'records'));
  const terminal = await open({
    shell,
    cwd: folder,
    cols: 120,
    rows: 50,
    env: {COTTY_HOME: home.path, COTTY_SESSION: undefined, PATH: `${join(checkout, 'bin')}:${process.env.PATH}`},
  });
  const read = shell === 'fish' ? 'cotty completion fish | source' : `eval "$(cotty completion ${shell})"`;
  expect(await terminal.run(read)).toMatchObject({exit_code: 0, output: ''});
  return new Prompt(terminal);
}
