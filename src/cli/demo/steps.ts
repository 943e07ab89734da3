/** What the demo shows, step by step. Each step says what it is about and checks what it got. */
import {existsSync, mkdtempSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {runVerb} from './launcher.ts';
import type {Stage} from './stage.ts';

const COMMAND_NOT_FOUND = 127;

export interface DemoStep {
  readonly title: string;
  /** One sentence for whoever looks on. */
  readonly about: string;
  run(stage: Stage): Promise<void>;
}

export const demoSteps: readonly DemoStep[] = [
  {
    title: 'Connect',
    about: 'An agent starts `cotty mcp` and speaks MCP with it over stdin and stdout.',
    async run({agent, note, expect}) {
      const names = await agent.toolNames();
      await note(`tools: ${names.join(', ')}`);
      await expect('run_command is offered', names.includes('run_command'));
    },
  },
  {
    title: 'Open a session',
    about: 'It opens a real shell on a real PTY, with the user’s own configuration.',
    async run({call, expect}) {
      const {value} = await call('manage_session', {action: 'create', shell: 'bash', name: 'demo'});
      await expect('the session has an id', typeof value.session_id === 'string');
    },
  },
  {
    title: 'A command that fails',
    about: 'The exit code is exact, proved by a mark of the shell: not guessed from the text.',
    async run({call, expect}) {
      const {value} = await call('run_command', {command: 'ls /no/such/place'});
      await expect('it failed with the code of ls', value.state === 'completed' && value.exit_code === 2);
    },
  },
  {
    title: 'A command that passes',
    about: 'State stays: the next command stands in the directory that this one went to.',
    async run({call, expect}) {
      await call('run_command', {command: 'cd /tmp && greeting="hello from $PWD"'});
      const {value} = await call('run_command', {command: 'echo "$greeting"'});
      await expect('variables and directory stayed', value.output === 'hello from /tmp' && value.exit_code === 0);
    },
  },
  {
    title: 'Output that lies',
    about: 'A program prints what looks like a prompt and the end of a command; nobody is fooled.',
    async run({call, expect}) {
      const forged = String.raw`printf '$ \033]133;D;0\007done\n$ '; (exit 7)`;
      const {value} = await call('run_command', {command: forged, confirm: true});
      await expect('the true exit code came through', value.exit_code === 7);
    },
  },
  {
    title: 'Watch a log',
    about: 'It starts something that never ends, does not wait for it, and is told the moment a line appears.',
    async run({call, expect}) {
      const command = 'for n in 1 2 3 4; do sleep 0.2; echo "step $n"; done; echo "listening on :8080"; sleep 60';
      const started = await call('run_command', {command, wait_for_completion: false});
      await expect('it runs', started.value.state === 'running');
      const {value} = await call('watch_output', {pattern: 'listening on', cursor: started.value.cursor});
      await expect(
        'the line was seen, not the command that holds the same words',
        String(value.lines) === 'listening on :8080',
      );
    },
  },
  {
    title: 'Interrupt it',
    about: 'Ctrl+C ends it; the verdict says so.',
    async run({agent, call, expect}) {
      const listed = await agent.call('wait_for_events', {timeout: 0});
      await call('send_control', {character: 'C'});
      const ended = await call('wait_for_events', {after: listed.value.next, kinds: ['command_finished'], timeout: 10});
      await expect('the command was interrupted', JSON.stringify(ended.value).includes('interrupted'));
    },
  },
  {
    title: 'A runaway',
    about: 'Megabytes a second, yet the reply stays small and Ctrl+C works at once.',
    async run({call, expect}) {
      const flood = await call(
        'run_command',
        {command: 'yes "a line that never ends"', timeout: 0.3, max_output_bytes: 300, confirm: true},
        {lines: 4, isBrief: true},
      );
      await expect('it is still running', flood.value.state === 'running');
      await call('send_control', {character: 'C'});
      const done = await call(
        'read_output',
        {command_id: flood.value.command_id, wait_ms: 10_000, max_output_bytes: 300},
        {lines: 1},
      );
      await expect('it was interrupted', done.value.state === 'interrupted');
    },
  },
  {
    title: 'Drive a full-screen program',
    about: 'The agent sees the screen as a person does and presses keys.',
    async run({call, expect, skip}) {
      const pager = await call('run_command', {command: 'seq 1 200 | less', timeout: 10}, {lines: 3});
      if (pager.value.exit_code === COMMAND_NOT_FOUND) skip('less is not installed here');
      await expect('less has the screen', pager.value.state === 'tui');
      const jumped = await call('send_keys', {keys: ['text:150g'], wait_for: '(?m)^150$'}, {lines: 3});
      await expect('it jumped to line 150', jumped.value.matched === true);
      await call('send_keys', {keys: ['q'], settle_ms: 100}, {lines: 0});
    },
  },
  {
    title: 'Ask before it is dangerous',
    about:
      'Every line is judged at the moment of Enter. What destroys something waits for a person, who is asked by the agent’s own client.',
    async run({agent, call, home, note, expect}) {
      const folder = mkdtempSync(join(tmpdir(), 'cotty-demo-'));
      const removes = {command: `rm -rf ${folder}`};
      agent.personSays('deny');
      const denied = await call('run_command', removes);
      await note(`The person was asked: ${agent.lastQuestion.split('\n', 1)[0] ?? ''} … and said no.`);
      await expect('it did not run', denied.value.state === 'denied' && existsSync(folder));
      agent.personSays('once');
      const approved = await call('run_command', {command: `rm -r ${folder}`});
      await note('Asked again, for another line, they said yes.');
      await expect('that line ran, once', approved.value.exit_code === 0 && !existsSync(folder));
      const {decisions} = JSON.parse(await runVerb(home, ['audit', 'list', '--json']));
      const told = JSON.stringify(decisions);
      await expect('the audit has both answers', told.includes('"denied"') && told.includes('"user_confirmed":true'));
      const {whole, records} = JSON.parse(await runVerb(home, ['audit', 'verify', '--json']));
      await expect(`and nothing of its ${records} records was changed`, whole === true);
    },
  },
  {
    title: 'Two at one terminal',
    about: 'A person attaches to the very same session. The agent gives way to who is typing, and goes on afterwards.',
    async run({call, person: attach, look, note, expect}) {
      await using person = await attach('demo');
      await call('run_command', {command: 'echo "hello, whoever looks on"'});
      await expect('the person sees what the agent does', await person.sees('hello, whoever looks on\n'));
      await note('The person begins a line; meanwhile the agent has something to do.');
      await person.type('echo "I was ');
      await person.sees('"I was');
      let hasWaited = false;
      const meanwhile = async (isAnswered: () => boolean) => {
        await look(person, 1);
        await person.type('here first"');
        hasWaited = !isAnswered();
        await person.press('Enter');
      };
      await call('run_command', {command: 'echo "and I waited"'}, {meanwhile});
      const isWhole = (await person.sees('\nI was here first\n')) && (await person.sees('\nand I waited\n'));
      await look(person, 5);
      await expect('the agent waited until Enter was pressed', hasWaited);
      await expect('neither line was torn', isWhole);
      await person.press('C-]', 'd');
    },
  },
  {
    title: 'Kill the server',
    about:
      'kill -9 in the middle of a command: the session lives in a process of its own, and the agent notices nothing.',
    async run({call, home, note, expect}) {
      const running = call('run_command', {command: 'sleep 1.5; echo survived; (exit 5)', timeout: 20, confirm: true});
      const {pid} = JSON.parse(await runVerb(home, ['server', 'status', '--json']));
      process.kill(pid, 'SIGKILL');
      await note(`killed the server, process ${pid}`);
      const {value} = await running;
      await expect('output and exit code arrived all the same', value.output === 'survived' && value.exit_code === 5);
    },
  },
];
